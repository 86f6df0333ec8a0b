"""Correcting a bracket result: void results are listed first, unaffected ones are kept, and play goes on."""

from __future__ import annotations

import pytest

from matches.audit.services import Actor, verify_audit
from matches.brackets.services.rounds import correct_bracket_result
from matches.enums import EntryStatus, ResultStatus, RoundStatus, Source, StageKind
from matches.errors import Refused
from matches.models import AuditRow, Entry, Event, Match, Result, Round
from matches.reporting.correction_queries import preview_correction
from matches.rounds.services.rounds import close_round, pair_round, publish_round, withdraw_round
from matches.tables.score import Duel, Score
from tests.factories import any_organiser
from tests.matches.playing import (
    NEITHER,
    ONE_TWO,
    TWO_ONE,
    event_of,
    fresh,
    numbers_in,
    played,
    report,
    running,
    stage_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def bracket_of(players: int, kind: StageKind = StageKind.SINGLE_ELIMINATION) -> Event:
    return event_of(players, kind=kind)


def match_of(event: Event, key: str) -> Match:
    standing = Match.objects.exclude(round__status=RoundStatus.WITHDRAWN).select_related("round__stage__event")
    return standing.get(round__stage__event=event, bracket_key=key)


def correct(match: Match, desk: Actor, score: Score = ONE_TWO, *, accept: bool = True) -> Result:
    return correct_bracket_result(
        match=match, score=score, actor=desk, source=Source.DESK, reason="sheet misread", accept_fallen=accept
    )


def result_of(match: Match) -> Result | None:
    return match.results.filter(status=ResultStatus.CONFIRMED).first()


def play_on(event: Event, desk: Actor) -> Round:
    """Pair the next round, enter what is missing, close it."""
    round_ = pair_round(stage=stage_of(event), actor=desk)
    publish_round(round=round_, actor=desk)
    report(round_, desk, TWO_ONE)
    return fresh(close_round(round=round_, actor=desk))


def test_the_preview_names_what_falls_and_what_is_taken_back(desk: Actor) -> None:
    event = bracket_of(16)
    for _ in range(4):
        played(event, desk)
    change = preview_correction(match_of(event, "W1-1"), ONE_TWO).bracket
    assert change is not None
    assert [match.bracket_key for match in change.fallen] == ["W2-1", "W3-1", "W4-1"]
    assert [round_.number for round_ in change.withdrawn] == [2, 3, 4]
    assert [match.bracket_key for match in change.carried] == ["W2-2", "W2-3", "W2-4", "W3-2"]
    assert Result.objects.filter(status=ResultStatus.CONFIRMED).count() == 15


def test_a_correction_is_one_change_in_the_audit_log(desk: Actor) -> None:
    event = bracket_of(4)
    played(event, desk)
    rows = AuditRow.objects.filter(event=event)
    before = rows.count()
    match = match_of(event, "W1-1")
    correct(match, desk)
    assert rows.count() == before + 1
    row = rows.get(sequence=before + 1)
    assert (row.act, row.reason) == ("correct_bracket_result", "sheet misread")
    [included] = row.details["includes"]
    assert (included["act"], included["match"], included["replaced"]) == ("correct_result", match.pk, 1)
    assert verify_audit(event) is None


def test_a_correction_that_is_refused_writes_nothing(desk: Actor) -> None:
    event = bracket_of(4)
    for _ in range(2):
        played(event, desk)
    before = (Result.objects.count(), AuditRow.objects.count())
    with pytest.raises(Refused) as refused:
        correct(match_of(event, "W1-1"), desk, accept=False)
    assert refused.value.code == "matches_fall"
    assert (Result.objects.count(), AuditRow.objects.count()) == before


def test_results_that_the_correction_does_not_touch_are_carried_over(desk: Actor) -> None:
    event = bracket_of(16)
    for _ in range(4):
        played(event, desk)
    semi, quarter = match_of(event, "W3-2"), match_of(event, "W2-1")
    correct(match_of(event, "W1-1"), desk)
    event.refresh_from_db()
    assert event.finished_at is None
    pair_round(stage=stage_of(event), actor=desk)
    carried = result_of(match_of(event, "W2-3"))
    assert carried is not None
    assert (carried.source, [line.rounds_won for line in carried.lines.all()]) == (Source.SYSTEM, [2, 1])
    assert result_of(match_of(event, "W2-1")) is None
    publish_round(round=match_of(event, "W2-1").round, actor=desk)
    report(match_of(event, "W2-1").round, desk)
    close_round(round=match_of(event, "W2-1").round, actor=desk)
    play_on(event, desk)
    again = match_of(event, "W3-2")
    assert (numbers_in(again), again.pk != semi.pk) == (numbers_in(semi), True)
    play_on(event, desk)
    event.refresh_from_db()
    assert event.finished_at is not None
    assert quarter.results.get().lines.count() == 2  # what fell is still on record, players and all


def test_matches_without_a_report_in_the_open_round_get_the_corrected_players(desk: Actor) -> None:
    event = bracket_of(8)
    played(event, desk)
    semis = running(event, desk)
    report(semis, desk, tables=[match_of(event, "W2-2").table or 0])
    match = match_of(event, "W1-1")
    loser = numbers_in(match)[1]
    correct(match, desk, accept=False)
    assert fresh(semis).status == RoundStatus.RUNNING
    assert loser in numbers_in(match_of(event, "W2-1"))
    assert result_of(match_of(event, "W2-2")) is not None


def test_a_draft_with_a_carried_result_can_be_withdrawn_and_carries_it_again(desk: Actor) -> None:
    event = bracket_of(8)
    for _ in range(2):
        played(event, desk)
    correct(match_of(event, "W1-1"), desk)
    withdraw_round(round=pair_round(stage=stage_of(event), actor=desk), actor=desk, reason="tables")
    pair_round(stage=stage_of(event), actor=desk)
    assert result_of(match_of(event, "W2-2")) is not None


def test_a_match_that_becomes_a_walkover_does_not_stay_in_an_open_round(desk: Actor) -> None:
    """After the correction neither player came: the opponent has a walkover, so the round that seated them is
    withdrawn.
    """
    event = bracket_of(8)
    played(event, desk)
    semis = pair_round(stage=stage_of(event), actor=desk)
    publish_round(round=semis, actor=desk)
    correct(match_of(event, "W1-1"), desk, NEITHER)
    assert fresh(semis).status == RoundStatus.WITHDRAWN
    again = pair_round(stage=stage_of(event), actor=desk)
    assert list(again.matches.values_list("bracket_key", flat=True)) == ["W2-2"]


def test_a_walkover_that_becomes_a_match_opens_the_finished_event_again(desk: Actor) -> None:
    event = bracket_of(4)
    semis = pair_round(stage=stage_of(event), actor=desk)
    publish_round(round=semis, actor=desk)
    report(semis, desk, NEITHER, tables=[match_of(event, "W1-1").table or 0])
    report(semis, desk)
    close_round(round=semis, actor=desk)
    event.refresh_from_db()
    assert event.finished_at is not None
    Entry.objects.filter(event=event).update(status=EntryStatus.CHECKED_IN, dropped_after=None)
    correct(match_of(event, "W1-1"), desk, TWO_ONE, accept=False)
    event.refresh_from_db()
    assert event.finished_at is None
    final = pair_round(stage=stage_of(event), actor=desk)
    assert list(final.matches.values_list("bracket_key", flat=True)) == ["W2-1"]


def test_the_finals_own_correction_leaves_the_event_finished(desk: Actor) -> None:
    event = bracket_of(4)
    for _ in range(2):
        played(event, desk)
    correct(match_of(event, "W2-1"), desk, accept=False)
    event.refresh_from_db()
    assert event.finished_at is not None


def test_a_correction_reseats_the_losers_side_of_a_double_elimination(desk: Actor) -> None:
    event = bracket_of(4, StageKind.DOUBLE_ELIMINATION)
    played(event, desk)
    second = played(event, desk)
    match = match_of(event, "W1-1")
    with pytest.raises(Refused, match="no longer stand"):
        correct(match, desk, accept=False)
    winner, loser = numbers_in(match)
    correct(match, desk)
    assert fresh(second).status == RoundStatus.WITHDRAWN
    pair_round(stage=stage_of(event), actor=desk)
    assert loser in numbers_in(match_of(event, "W2-1"))
    assert winner in numbers_in(match_of(event, "L1-1"))


def test_a_correction_reseats_both_sides_of_a_double_eliminations_open_round(desk: Actor) -> None:
    event = bracket_of(4, StageKind.DOUBLE_ELIMINATION)
    played(event, desk)
    running(event, desk)
    match = match_of(event, "W1-1")
    winner, loser = numbers_in(match)
    correct(match, desk, accept=False)
    assert loser in numbers_in(match_of(event, "W2-1"))
    assert winner in numbers_in(match_of(event, "L1-1"))


def test_a_bracket_takes_no_draw(desk: Actor) -> None:
    event = bracket_of(4)
    played(event, desk)
    with pytest.raises(Refused, match="A bracket match needs a winner"):
        correct(match_of(event, "W1-1"), desk, Duel(rounds=(1, 1)))
