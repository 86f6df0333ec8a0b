"""Forgetting a person, what is stored about one, and contact data whose time is over."""

from __future__ import annotations

import io
import json
import uuid
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone
from post_office.models import Email

from matches.audit.services import SYSTEM, verify_audit
from matches.enums import JobState, RoundStatus, Source
from matches.errors import Refused
from matches.models import AuditRow, Event, Job, Player, PlayerLink, Round, Submission
from matches.people.queries.privacy import personal_data, players_named
from matches.people.services import contact_data
from matches.people.services.contact_data import drop_contact_data
from matches.people.services.links import make_player_link
from matches.people.services.privacy import forget_player
from matches.results.services.results import report_result
from matches.signups.services.signing import sign_up
from matches.tables.score import Duel
from tests.factories import EntryFactory, EventFactory, MatchFactory, RoundFactory, StageFactory

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def event_with(player: Player, *, days_ago: int | None = 1) -> Event:
    """An event in which the player has played; finished so many days ago, or not at all."""
    event = EventFactory()
    entries = [EntryFactory(event=event, player=player), EntryFactory(event=event)]
    match = MatchFactory(round=RoundFactory(stage=StageFactory(event=event)), table=1, entries=entries)
    report_result(match=match, score=Duel(rounds=(2, 1), winner=0), actor=SYSTEM, source=Source.SYSTEM)
    make_player_link(actor=SYSTEM, entry=entries[0])
    if days_ago is not None:
        Event.objects.filter(pk=event.pk).update(finished_at=timezone.now() - timedelta(days=days_ago))
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def player() -> Player:
    return Player.objects.create(name="Ada Lovelace", last_name="Lovelace", external_id="A1", email="ada@example.org")


def test_a_person_becomes_a_number_everywhere_and_the_logs_stay_whole(player: Player) -> None:
    events = [event_with(player), event_with(player)]
    forget_player(player=player)
    player.refresh_from_db()
    assert (player.name, player.last_name, player.external_id, player.email) == (f"#{player.pk}", "", "", "")
    assert player.plain_name == f"#{player.pk}"
    assert not PlayerLink.objects.filter(entry__player=player, revoked_at__isnull=True).exists()
    assert [verify_audit(event) for event in events] == [None, None]
    assert "Ada" not in json.dumps(personal_data(player))


def test_forgetting_twice_changes_nothing(player: Player) -> None:
    event_with(player)
    first = forget_player(player=player).forgotten_at
    assert forget_player(player=player).forgotten_at == first


def test_a_person_in_an_open_event_is_not_forgotten(player: Player) -> None:
    event = event_with(player, days_ago=None)
    with pytest.raises(Refused, match=event.name):
        forget_player(player=player)
    player.refresh_from_db()
    assert player.name == "Ada Lovelace"


def test_what_is_stored_is_one_document(player: Player) -> None:
    event_with(player)
    found = personal_data(player)
    assert found["player"]["email"] == "ada@example.org"
    (entry,) = found["events"]
    (match,) = entry["matches"]
    assert match["withdrawn"] is False
    Round.objects.update(status=RoundStatus.WITHDRAWN)
    assert personal_data(player)["events"][0]["matches"][0]["withdrawn"] is True
    assert [line["outcome"] for line in match["results"][0]["lines"] if line["own"]] == ["win"]
    out = io.StringIO()
    call_command("personal_data", "A1", stdout=out)
    assert json.loads(out.getvalue())["player"]["name"] == "Ada Lovelace"


def test_contact_data_goes_when_the_last_event_ended_long_enough_ago(player: Player) -> None:
    event_with(player, days_ago=200)
    recent = Player.objects.create(name="Grace Hopper", email="grace@example.org")
    event_with(recent, days_ago=200)
    event_with(recent, days_ago=10)
    playing = Player.objects.create(name="Mary Jackson", email="mary@example.org")
    event_with(playing, days_ago=None)
    assert drop_contact_data(days=180) == 1
    assert list(Player.objects.exclude(email="").order_by("name").values_list("name", flat=True)) == [
        "Grace Hopper",
        "Mary Jackson",
    ]
    player.refresh_from_db()
    assert player.name == "Ada Lovelace"
    assert drop_contact_data(days=180) == 0


def test_the_commands_name_whom_they_mean(player: Player) -> None:
    event_with(player)
    namesake = Player.objects.create(name="ada lovelace")
    assert players_named(str(player.key)) == players_named("a1") == players_named(f"#{player.pk}") == [player]
    with pytest.raises(CommandError, match=f"#{namesake.pk}"):
        call_command("forget", "Ada Lovelace", "--yes")
    with pytest.raises(CommandError, match="No player"):
        call_command("forget", "Nobody", "--yes")
    out = io.StringIO()
    call_command("forget", "A1", "--yes", stdout=out)
    assert f"#{player.pk}" in out.getvalue()
    call_command("tidy", "--days", "0", stdout=out)
    assert "contact data of players: 0" in out.getvalue()
    for days in ("-1", "99999999999"):
        with pytest.raises(CommandError, match="0 to 36500"):
            call_command("tidy", "--days", days)


def test_forget_asks_for_the_name(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    event_with(player)
    monkeypatch.setattr("builtins.input", lambda prompt: "yes")
    with pytest.raises(CommandError, match="Nothing changed"):
        call_command("forget", "A1", stdout=io.StringIO())
    monkeypatch.setattr("builtins.input", lambda prompt: "Ada Lovelace")
    call_command("forget", "A1", stdout=io.StringIO())
    player.refresh_from_db()
    assert player.forgotten_at is not None


def test_forget_without_a_terminal_says_what_to_add(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    event_with(player)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(CommandError, match="add --yes"):
        call_command("forget", "A1", stdout=io.StringIO())
    player.refresh_from_db()
    assert player.forgotten_at is None


def letter(email: str, *, days_ago: int = 0) -> Email:
    row = Email.objects.create(from_email="desk@example.org", to=email, subject="Your link", message="/p/token/")
    Email.objects.filter(pk=row.pk).update(created=timezone.now() - timedelta(days=days_ago))
    return row


def test_emails_with_links_go_with_the_person_and_after_a_week(player: Player) -> None:
    event_with(player)
    letter("Ada@example.org")
    kept = letter("grace@example.org", days_ago=6)
    forget_player(player=player)
    assert list(Email.objects.all()) == [kept]
    old = letter("grace@example.org", days_ago=8)
    call_command("tidy", stdout=io.StringIO())
    assert list(Email.objects.all()) == [kept]
    assert not Email.objects.filter(pk=old.pk).exists()


def test_who_never_got_in_is_found_and_forgotten() -> None:
    event = EventFactory(options={"sign_up": {"is_open": True, "capacity": 1}})
    for name in ("Ada", "Bo"):
        sign_up(event=event, name=name, email=f"{name}@example.org")
    letter("bo@example.org")
    out = io.StringIO()
    call_command("personal_data", "BO@example.org", stdout=out)
    (found,) = json.loads(out.getvalue())["sign_ups"]
    assert (found["name"], found["state"], found["event"]) == ("Bo", "waiting", event.name)
    with pytest.raises(CommandError, match="No player and no sign-up"):
        call_command("forget", "cy@example.org", "--yes")
    call_command("forget", "Bo", "--yes", stdout=out)
    assert list(event.sign_ups.filter(entry__isnull=True)) == []
    assert not Email.objects.filter(to__iexact="bo@example.org").exists()
    assert event.entries.count() == 1
    last = event.audit_rows.last()
    assert last is not None
    assert (last.act, last.details) == ("drop_sign_ups", {"sign_ups": 1})


def test_two_people_who_signed_up_with_one_address_are_named_by_their_keys() -> None:
    event = EventFactory(options={"sign_up": {"is_open": True, "approval": True}})
    rows = [sign_up(event=event, name=name, email="family@example.org").sign_up for name in ("Ada", "Bo")]
    with pytest.raises(CommandError, match=str(rows[1].key)):
        call_command("forget", "family@example.org", "--yes")
    call_command("forget", str(rows[1].key), "--yes", stdout=io.StringIO())
    assert [row.name for row in event.sign_ups.all()] == ["Ada"]


@pytest.mark.parametrize("size", [1, 5])
def test_what_is_stored_of_many_events_costs_no_more_queries_but_for_notes(player: Player, size: int) -> None:
    """The judges' notes ask each event for its policy, where there is anything to note."""
    for _ in range(size):
        event_with(player)
    with CaptureQueriesContext(connection) as queries:
        found = personal_data(player)
    assert len(found["events"]) == size
    assert len(queries) == 14 + size


def test_contact_data_of_a_batch_is_one_change_of_each_event(player: Player) -> None:
    event = event_with(player, days_ago=200)
    second = Player.objects.create(name="Grace Hopper", email="grace@example.org")
    EntryFactory(event=event, player=second)
    assert drop_contact_data(days=180) == 2
    rows = AuditRow.objects.filter(event=event, act="drop_contact_data")
    assert [row.details["players"] for row in rows] == [sorted([player.pk, second.pk])]
    assert verify_audit(event) is None


def test_a_batch_is_a_transaction_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contact_data, "BATCH", 2)
    for number in range(5):
        event_with(Player.objects.create(name=f"P{number}", email=f"p{number}@example.org"), days_ago=200)
    assert drop_contact_data(days=180) == 5
    assert not Player.objects.exclude(email="").exists()


def test_old_jobs_keys_of_forms_and_sessions_go(tmp_path: Path) -> None:
    now = timezone.now()
    old, lately = now - timedelta(days=31), now - timedelta(days=29)
    (tmp_path / "old.pdf").write_bytes(b"old")
    for at, name in ((old, "old.pdf"), (lately, "new.pdf")):
        Job.objects.create(kind="slips", state=JobState.DONE, finished_at=at, file=name)
    Job.objects.create(kind="backup", state=JobState.DONE, finished_at=old)
    Job.objects.create(kind="slips", state=JobState.WAITING)
    for at in (old, lately):
        sent = Submission.objects.create(key=uuid.uuid4(), answer="/")
        Submission.objects.filter(pk=sent.pk).update(created_at=at)
    for number, ends in enumerate((now - timedelta(days=1), now + timedelta(days=1))):
        Session.objects.create(session_key=f"{number:032}", session_data="", expire_date=ends)

    out = io.StringIO()
    with override_settings(MEDIA_ROOT=tmp_path):
        call_command("tidy", stdout=out)

    assert sorted(Job.objects.values_list("kind", "file")) == [("backup", ""), ("slips", ""), ("slips", "new.pdf")]
    assert not (tmp_path / "old.pdf").exists()
    assert (Submission.objects.count(), Session.objects.count()) == (1, 1)
    for line in ("jobs of more than 30 days ago: 1", "more than 30 days ago: 1", "sessions that have ended: 1"):
        assert line in out.getvalue()
