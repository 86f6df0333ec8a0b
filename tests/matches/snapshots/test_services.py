"""Standings are stored once a round, and again after a correction, with everything that follows it."""

from __future__ import annotations

import hashlib
import json

import pytest

from matches.audit.services import Actor, audited_change
from matches.enums import MatchKind, Source, StageKind
from matches.models import LiveVersion, Match, Round, Stage, StandingsSnapshot
from matches.results.services.results import correct_result, report_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from matches.snapshots.queries import compute_table, latest_snapshot, row_as_json, snapshot_after, standings_settings
from matches.snapshots.services import refresh_snapshots
from matches.tables.score import Duel
from tests.factories import EntryFactory, EventFactory, StageFactory, any_organiser

pytestmark = pytest.mark.django_db

FIRST = Duel(rounds=(2, 1), winner=0)
SECOND = Duel(rounds=(0, 2), winner=1)


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def stage() -> Stage:
    event = EventFactory()
    EntryFactory.create_batch(6, event=event)
    return StageFactory(event=event, rounds_planned=4)


def play(stage: Stage, desk: Actor, rounds: int = 1) -> list[Round]:
    played = []
    for _ in range(rounds):
        round_ = publish_round(round=pair_round(stage=stage, actor=desk, seed=3), actor=desk)
        for match in round_.matches.filter(kind=MatchKind.PLAYED):
            report_result(match=match, score=FIRST, actor=desk, source=Source.DESK)
        played.append(close_round(round=round_, actor=desk))
    return played


def correct(match: Match, desk: Actor) -> None:
    correct_result(match=match, score=SECOND, actor=desk, source=Source.DESK, reason="misread")


def shown(stage: Stage, upto: int) -> list[dict[str, object]]:
    """The rows as they are computed now, as they come back from a database."""
    rows = [row_as_json(row) for row in compute_table(stage, upto=upto).rows]
    return json.loads(json.dumps(rows))  # type: ignore[no-any-return]


@pytest.mark.parametrize(("options", "rounds"), [({}, 0), ({"standings": {"assigned_loss_rounds": 2}}, 2)])
def test_an_assigned_loss_counted_as_0_2_is_an_option_of_the_event(options: dict[str, object], rounds: int) -> None:
    assert standings_settings(StageFactory(event=EventFactory(options=options))).assigned_loss_rounds == rounds


def test_closing_a_round_stores_what_is_computed(stage: Stage, desk: Actor) -> None:
    (round_,) = play(stage, desk)
    snapshot = StandingsSnapshot.objects.get()
    assert (snapshot.stage, snapshot.round, snapshot.version) == (stage, round_, 1)
    assert snapshot.rows == shown(stage, 1)
    assert [row["points"] for row in snapshot.rows] == [3, 3, 3, 0, 0, 0]
    assert LiveVersion.objects.get(part="standings").version == 1


def test_the_digest_is_that_of_the_rows(stage: Stage, desk: Actor) -> None:
    play(stage, desk)
    snapshot = StandingsSnapshot.objects.get()
    text = json.dumps(snapshot.rows, sort_keys=True, separators=(",", ":"))
    assert snapshot.digest == hashlib.sha256(text.encode()).hexdigest()


def test_each_round_has_its_own(stage: Stage, desk: Actor) -> None:
    first, second = play(stage, desk, rounds=2)
    one, two = snapshot_after(first), snapshot_after(second)
    assert one is not None
    assert two is not None
    assert (one.rows, two.rows) == (shown(stage, 1), shown(stage, 2))
    assert latest_snapshot(stage) == two


def test_a_correction_stores_new_standings_for_that_round_and_later_ones(stage: Stage, desk: Actor) -> None:
    first, second, third = play(stage, desk, rounds=3)
    before = {snapshot.round_id: snapshot for snapshot in StandingsSnapshot.objects.all()}
    correct(second.matches.get(table=1), desk)
    versions = list(StandingsSnapshot.objects.order_by("round__number", "version").values_list("round", "version"))
    assert versions == [(first.pk, 1), (second.pk, 1), (second.pk, 2), (third.pk, 1), (third.pk, 2)]
    for round_ in (second, third):
        now = snapshot_after(round_)
        assert now is not None
        assert now.rows == shown(stage, round_.number)
        assert now.digest != before[round_.pk].digest
    assert snapshot_after(first) == before[first.pk]


def test_what_was_published_stays_on_record(stage: Stage, desk: Actor) -> None:
    (round_,) = play(stage, desk)
    published = StandingsSnapshot.objects.get().rows
    correct(round_.matches.get(table=2), desk)
    assert StandingsSnapshot.objects.get(version=1).rows == published


def test_a_round_that_is_still_open_is_not_counted(stage: Stage, desk: Actor) -> None:
    (first,) = play(stage, desk)
    open_ = publish_round(round=pair_round(stage=stage, actor=desk), actor=desk)
    report_result(match=open_.matches.get(table=1), score=FIRST, actor=desk, source=Source.DESK)
    correct(first.matches.get(table=1), desk)
    assert set(StandingsSnapshot.objects.values_list("round", flat=True)) == {first.pk}
    correct(open_.matches.get(table=1), desk)
    assert StandingsSnapshot.objects.count() == 2


def test_a_bracket_has_no_standings(desk: Actor) -> None:
    event = EventFactory()
    EntryFactory.create_batch(4, event=event)
    stage = StageFactory(event=event, kind=StageKind.SINGLE_ELIMINATION, rounds_planned=0)
    (round_,) = play(stage, desk)
    with audited_change("correct_result", event_id=event.pk, actor=desk) as change:
        assert refresh_snapshots(round=round_, change=change) == []
    assert not StandingsSnapshot.objects.exists()
