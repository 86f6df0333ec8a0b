"""Both players of a table lose the match by penalty: nobody wins it, and each loss can be taken back by itself."""

from __future__ import annotations

import pytest

from judging.policies.queries import rules_of
from judging.rulings.effects.stored import MatchLoss
from judging.rulings.queries.penalties import active_effect
from judging.rulings.services.infractions import Fault, log_infraction
from judging.rulings.services.takebacks import rescind_penalty
from judging.rulings.views.consequences import Consequences
from matches.audit.services import Actor
from matches.brackets.queries.brackets import stage_bracket
from matches.enums import DecidedBy, ResultStatus, Role, Source, StageKind
from matches.models import Result
from matches.results.services.results import correct_result, report_result
from matches.rounds.services.rounds import close_round
from matches.tables.score import Duel
from tests.factories import any_organiser, staff
from tests.judging.rulings.test_penalty_services import STATEMENTS
from tests.matches.playing import event_of, match_at, report, running, stage_of

pytestmark = pytest.mark.django_db


def outcomes(match):
    """What each seat of the match has, and how it was decided; None without a result."""
    result = Result.objects.filter(match=match, status=ResultStatus.CONFIRMED).first()
    if result is None:
        return None
    assert result.decided_by == DecidedBy.PENALTY
    return [line.outcome for line in result.lines.order_by("seat__index")]


@pytest.fixture
def entries(floor):
    return [seat.entry for seat in floor.match.seats.order_by("index")]


@pytest.fixture
def both(floor, entries):
    """A match loss for the first player, and a disqualification for the second, at one table."""
    lost = floor.infraction("TE-OUTSIDE", "ML", entry=entries[0], actor=floor.head, comment="asked")
    out = floor.infraction("UC-CHEAT", "DQ", entry=entries[1], actor=floor.head, comment="m", statements=STATEMENTS)
    return lost, out


def test_a_match_loss_and_a_disqualification_are_a_double_loss(floor, both):
    assert outcomes(floor.match) == ["loss", "loss"]
    effect = active_effect(both[1].penalty_events.order_by("sequence"))
    assert effect.loss == MatchLoss(str(floor.match.key), 2)


def test_the_judge_is_told_before(floor, entries):
    floor.infraction("TE-OUTSIDE", "ML", entry=entries[0], actor=floor.head, comment="asked")
    said = Consequences(floor.event, entries[1], floor.match, rules_of(floor.event).policy).of("ML")
    assert said == [f"Table {floor.match.table} becomes a double loss: both players lose the match."]


@pytest.mark.parametrize(
    ("order", "first_left", "second_left"),
    [((0, 1), ["win", "loss"], None), ((1, 0), ["loss", "win"], None)],
    ids=["match loss first", "disqualification first"],
)
def test_each_is_taken_back_by_itself(floor, both, order, first_left, second_left):
    rescind_penalty(infraction=both[order[0]], reason="mistaken", actor=floor.head)
    assert outcomes(floor.match) == first_left
    rescind_penalty(infraction=both[order[1]], reason="mistaken as well", actor=floor.head)
    assert outcomes(floor.match) == second_left


def test_a_result_that_the_desk_corrected_since_stays(floor, both):
    score = Duel(rounds=(2, 1), winner=0)
    correct_result(match=floor.match, score=score, actor=floor.head, source=Source.DESK, reason="appeal")
    rescind_penalty(infraction=both[0], reason="mistaken", actor=floor.head)
    assert Result.objects.get(match=floor.match, status=ResultStatus.CONFIRMED).version == 3


def test_a_match_that_was_won_at_the_table_stays_won(floor, entries):
    report_result(match=floor.match, score=Duel(rounds=(0, 2), winner=1), actor=floor.head, source=Source.DESK)
    floor.infraction("UC-CHEAT", "DQ", entry=entries[1], actor=floor.head, comment="m", statements=STATEMENTS)
    result = Result.objects.get(match=floor.match, status=ResultStatus.CONFIRMED)
    assert (result.version, result.decided_by) == (1, DecidedBy.PLAYED)


def test_in_a_bracket_the_next_opponent_has_a_walkover():
    event = event_of(4, kind=StageKind.SINGLE_ELIMINATION)
    head = Actor(user=staff(event, Role.HEAD_JUDGE))
    round_ = running(event, any_organiser())
    match = match_at(round_, 1)
    first, second = [seat.entry for seat in match.seats.order_by("index")]
    seen = {"match": match, "comment": "seen by the judge"}
    outside, cheat = Fault(entry=first, code="TE-OUTSIDE", **seen), Fault(entry=second, code="UC-CHEAT", **seen)
    log_infraction(event=event, actor=head, fault=outside, penalty="ML")
    log_infraction(event=event, actor=head, fault=cheat, penalty="DQ", statements=STATEMENTS)
    assert outcomes(match) == ["loss", "loss"]
    report(round_, any_organiser(), tables=[2])
    close_round(round=round_, actor=any_organiser())
    final = stage_bracket(stage_of(event)).state.matches["W2-1"]
    assert final.status.value == "walkover"
