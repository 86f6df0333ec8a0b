"""The demo event is in progress like a real one, and only the person who starts it learns its passwords."""

from __future__ import annotations

import random
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from judging import demo
from judging.enums import TurnSource
from judging.models import Call, Infraction, PenaltyEvent, Ruling, TimeExtension, TurnRecord
from judging.recorder.queries.recorded import RecordedMatch
from judging.records.verify_services import verify_log
from matches.clock.queries import round_clock
from matches.clock.timing import ClockState
from matches.draws.services.checks import verify_round
from matches.enums import EntryStatus, MatchKind, NameDisplay, ResultStatus, Role, RoundStatus, Source
from matches.models import AuditRow, Entry, Event, EventRole, Match, Player, Result, Round, StandingsSnapshot, User
from matches.names.display import name_problem
from matches.results.queries.results import differing, matches_of_round, missing_tables, score_of


@pytest.fixture(scope="module")
def _made(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """The demo takes seconds: made once, each test sees it in a transaction of its own."""
    folder = tmp_path_factory.mktemp("demo")
    with django_db_blocker.unblock(), override_settings(DATA_DIR=folder), transaction.atomic():
        call_command("demo")
        yield folder
        transaction.set_rollback(True)


@pytest.fixture
def logins(_made: Path, db: None) -> Path:
    """The file with the demo's user names and passwords."""
    return _made / "demo-logins.txt"


def running() -> Round:
    return Round.objects.select_related("stage__event").get(status=RoundStatus.RUNNING)


def test_one_table_is_on_record_to_its_end_and_one_is_being_recorded(logins: Path) -> None:
    rows = TurnRecord.objects.select_related("match__round__stage__event").order_by("source")
    finished, going_on = (RecordedMatch(row, row.match.round.stage.event, row.match) for row in rows)
    assert finished.row.source == TurnSource.READ
    result = Result.objects.get(match=finished.match)
    assert (result.source, result.status) == (Source.RECORD, ResultStatus.CONFIRMED)
    assert finished.proposal == score_of(result)
    assert going_on.standing.report.valid
    assert not going_on.standing.is_over
    assert len(going_on.record.rounds[0].turns) == 4
    assert not going_on.match.results.exists()


def test_the_event_is_in_full_swing(logins: Path) -> None:
    event = Event.objects.get()
    assert event.published
    assert Entry.objects.filter(event=event, status=EntryStatus.CHECKED_IN).count() == 48
    assert list(event.stages.values_list("rounds_planned", "cut_to").order_by("order")) == [(7, None), (0, 8)]
    states = list(Round.objects.order_by("number").values_list("number", "status"))
    assert states == [(1, "closed"), (2, "closed"), (3, "closed"), (4, "running")]
    assert StandingsSnapshot.objects.count() == 3


def test_half_of_the_results_are_in_and_two_players_differ(logins: Path) -> None:
    round_ = running()
    assert Match.objects.filter(round=round_, kind=MatchKind.PLAYED).count() == 24
    assert len(missing_tables(round_)) == 12
    assert len(differing(matches_of_round(round_))) == 1
    assert not Match.objects.filter(round__status="closed").exclude(results__status=ResultStatus.CONFIRMED).exists()


def test_the_clock_ticks(logins: Path) -> None:
    reading = round_clock(running()).read(timezone.now())
    assert (reading.state, reading.running) == (ClockState.RUNNING, True)
    assert 10 * 60 < reading.left < 20 * 60


def test_the_floor_has_logged(logins: Path) -> None:
    codes = set(Infraction.objects.values_list("code", flat=True))
    assert {"GP-HAND", "TM-SLOW", "GP-CTRLATE"} <= codes
    assert PenaltyEvent.objects.count() == Infraction.objects.count() >= 8
    assert (Ruling.objects.count(), TimeExtension.objects.count(), Call.objects.count()) == (1, 1, 1)


def test_everything_happened_in_its_round(logins: Path) -> None:
    for round_ in Round.objects.filter(status=RoundStatus.CLOSED):
        assert round_.published_at is not None
        assert round_.closed_at is not None
        times = [*Result.objects.filter(match__round=round_).values_list("reported_at", flat=True)]
        times += Infraction.objects.filter(round=round_).values_list("server_time", flat=True)
        assert times
        assert round_.published_at < min(times) <= max(times) < round_.closed_at
    assert max(Result.objects.values_list("reported_at", flat=True)) <= timezone.now()


def test_the_logs_are_whole_and_the_rounds_verify(logins: Path) -> None:
    assert verify_log(Event.objects.get()) == []
    for round_ in Round.objects.select_related("stage__event"):
        assert verify_round(round_) == []


def test_no_name_stands_in_the_audit_log(logins: Path) -> None:
    texts = [f"{row.act} {row.reason} {row.details}".casefold() for row in AuditRow.objects.all()]
    assert len(texts) > 100
    names = [*Player.objects.values_list("name", flat=True), *User.objects.values_list("name", flat=True)]
    words = {word for name in names for word in re.split(r"[\s’-]+", name.casefold()) if len(word) > 3}
    assert len(words) > 80
    assert [text for text in texts if any(re.search(rf"\b{re.escape(word)}\b", text) for word in words)] == []


def test_the_user_names_and_passwords_work_and_only_their_owner_reads_them(logins: Path, client: Client) -> None:
    assert stat.S_IMODE(logins.stat().st_mode) == 0o600
    text = logins.read_text(encoding="utf-8")
    event = Event.objects.get()
    for name, role in (
        ("organiser", Role.ORGANISER),
        ("scorekeeper", Role.SCOREKEEPER),
        ("head", Role.HEAD_JUDGE),
        ("judge", Role.FLOOR_JUDGE),
    ):
        found = re.search(rf"^ +{name} +(\S+) +{role.label}$", text, re.MULTILINE)
        assert found
        assert len(found[1]) >= 10
        assert client.post(reverse("matches:login"), {"username": name, "password": found[1]}).status_code == 302
        assert client.get(reverse("matches:desk", args=[event.slug])).status_code == 200
        assert EventRole.objects.get(user__username=name).role == role
    link = re.search(r"/p/\S+/", text)
    assert link
    assert Client().get(link[0]).status_code == 200


def test_a_second_demo_is_refused_in_a_sentence(logins: Path) -> None:
    before = logins.read_text(encoding="utf-8")
    with pytest.raises(CommandError, match=r"exists already: .* can sign in"):
        call_command("demo")
    assert Event.objects.count() == 1
    assert logins.read_text(encoding="utf-8") == before


def test_the_players_have_names_that_a_list_takes() -> None:
    assert len(demo.NAMES) == len(set(demo.NAMES)) == 48
    assert [name for name in demo.NAMES if name_problem(name)] == []
    assert NameDisplay.FULL == 0


def test_passwords_differ_and_are_long_enough() -> None:
    chance = random.Random(1)
    drawn = {demo.password(chance) for _ in range(50)}
    assert len(drawn) == 50
    assert min(map(len, drawn)) >= 15


def test_the_better_player_wins_more_often() -> None:
    chance = random.Random(1)
    lines = [demo.score_line(chance, 0.8) for _ in range(400)]
    assert set(lines) == {"2-0", "2-1", "0-2", "1-2", "1-1 t", "1-0 t", "0-1 t"}
    assert sum(line.startswith("2") for line in lines) > 250
