"""What a correction would change is said before it is done, and is then exactly what changes."""

from __future__ import annotations

import pytest

from matches.audit.services import Actor
from matches.enums import StageKind
from matches.models import AuditRow, Match, Result, Round, StandingsSnapshot
from matches.reporting.correction_queries import Line, Preview, preview_correction
from matches.results.services.results import correct_result
from matches.rounds.services.rounds import pair_round, repair_round
from matches.snapshots.queries import snapshot_after
from tests.factories import any_organiser
from tests.matches.playing import ONE_TWO, TWO_NIL, event_of, fresh, match_at, numbers_in, played, running, stage_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def ranks(round_: Round) -> dict[int, tuple[int, int]]:
    snapshot = snapshot_after(round_)
    assert snapshot is not None
    return {row["number"]: (row["rank"], row["points"]) for row in snapshot.rows}


def lines(round_: Round) -> set[Line]:
    return {tuple(sorted(numbers_in(match))) for match in Match.objects.filter(round=round_)}


def test_the_moves_are_those_that_the_correction_makes(desk: Actor) -> None:
    event = event_of(8)
    rounds = [played(event, desk, seed=seed) for seed in (1, 2)]
    match = match_at(rounds[0], 2)
    before = ranks(rounds[1])
    preview = preview_correction(match, ONE_TWO)
    assert preview.after == rounds[1]
    assert not AuditRow.objects.filter(act="correct_result").exists()
    correct_result(match=match, score=ONE_TWO, actor=desk, source="desk", reason="sheet misread")
    after = ranks(rounds[1])
    changed = {number: (before[number], after[number]) for number in after if before[number] != after[number]}
    assert {m.number: ((m.rank[0], m.points[0]), (m.rank[1], m.points[1])) for m in preview.moves} == changed
    assert set(numbers_in(match)) <= changed.keys()


def test_the_other_pairings_are_those_that_history_and_seed_then_give(desk: Actor) -> None:
    event = event_of(8)
    first = played(event, desk, seed=1)
    draft = pair_round(stage=stage_of(event), actor=desk, seed=2)
    match = match_at(first, 1)
    preview = preview_correction(match, ONE_TWO)
    assert [change.round for change in preview.pairings] == [draft]
    change = preview.pairings[0]
    drawn = lines(draft)
    correct_result(match=match, score=ONE_TWO, actor=desk, source="desk", reason="sheet misread")
    again = lines(repair_round(round=fresh(draft), actor=desk, seed=2))
    assert set(change.drawn) == drawn - again
    assert set(change.instead) == again - drawn


def test_a_score_with_the_same_winner_changes_no_pairing_of_equals(desk: Actor) -> None:
    event = event_of(4)
    first = played(event, desk, seed=1)
    pair_round(stage=stage_of(event), actor=desk, seed=2)
    preview = preview_correction(match_at(first, 1), TWO_NIL)
    assert preview.pairings == ()


def test_an_open_rounds_correction_changes_nothing_else(desk: Actor) -> None:
    event = event_of(4)
    round_ = running(event, desk)
    preview = preview_correction(match_at(round_, 1), ONE_TWO)
    assert preview == Preview()


def test_who_would_have_made_the_cut_is_named_once_the_bracket_is_seeded(desk: Actor) -> None:
    event = event_of(8, rounds=3, cut=2)
    rounds = [played(event, desk, seed=seed) for seed in (2, 3, 4)]
    top = [row["number"] for row in snapshot_after(rounds[2]).rows]  # type: ignore[union-attr]
    match = next(m for m in Match.objects.filter(round=rounds[2]) if top[0] in numbers_in(m))
    assert preview_correction(_with_round(match), ONE_TWO).enters == ()
    pair_round(stage=stage_of(event, 2), actor=desk)
    preview = preview_correction(_with_round(match), ONE_TWO)
    assert preview.leaves == (top[0],) or preview.leaves == (top[1],)
    assert len(preview.enters) == 1
    assert preview.enters[0] not in top[:2]


def _with_round(match: Match) -> Match:
    return Match.objects.select_related("round__stage__event").get(pk=match.pk)


def test_nothing_is_written(desk: Actor) -> None:
    event = event_of(6)
    first = played(event, desk)
    played(event, desk)
    counts = [model.objects.count() for model in (Result, Round, StandingsSnapshot, AuditRow)]
    preview_correction(match_at(first, 1), ONE_TWO)
    assert [model.objects.count() for model in (Result, Round, StandingsSnapshot, AuditRow)] == counts


def test_a_round_robins_pairings_follow_from_the_plan(desk: Actor) -> None:
    event = event_of(4, kind=StageKind.ROUND_ROBIN)
    first = played(event, desk)
    pair_round(stage=stage_of(event), actor=desk)
    preview = preview_correction(match_at(first, 1), ONE_TWO)
    assert preview.pairings == ()
    assert preview.moves
