"""The step a table takes when time is called: BO-9.2, BO-9.3, BO-10.9, BO-7.3, BO-7.4."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.bankout.time_call import Comparison, Standing, TableStep, TimeCallRule, decide

A, B = 0, 1


@pytest.mark.parametrize("rule", TimeCallRule)
def test_the_current_turn_is_finished_first(rule: TimeCallRule):
    decision = decide(Standing(on_turn=1, rounds=(1, 0), running=(0, 900)), rule, needs_winner=True)
    assert (decision.step, decision.winner, decision.on_turn) == (TableStep.FINISH_TURN, None, 1)


@pytest.mark.parametrize(
    ("state", "winner", "by", "compared"),
    [
        # more round wins win the match, whatever lies in the running round
        (Standing(rounds=(1, 0), running=(0, 980)), A, Comparison.ROUNDS, (1, 0)),
        (Standing(rounds=(0, 1)), B, Comparison.ROUNDS, (0, 1)),
        # equal: the higher Bank in the running round
        (Standing(rounds=(1, 1), running=(310, 305)), A, Comparison.RUNNING_BANK, (310, 305)),
        (Standing(rounds=(0, 0), running=(0, 4)), B, Comparison.RUNNING_BANK, (0, 4)),
        # the turn that was finished took the match itself
        (Standing(rounds=(2, 1), wins_needed=2), A, Comparison.PLAYED, (2, 1)),
    ],
)
@pytest.mark.parametrize("needs_winner", [True, False])
def test_bo_9_3_the_lead_wins(
    state: Standing, winner: int, by: Comparison, compared: tuple[int, int], needs_winner: bool
):
    decision = decide(state, TimeCallRule.LEAD, needs_winner)
    assert (decision.step, decision.winner, decision.by, decision.compared) == (
        TableStep.WON,
        winner,
        by,
        compared,
    )


def test_bo_9_3_all_equal_is_a_draw_in_swiss_and_sudden_death_in_a_bracket():
    level = Standing(rounds=(1, 1), running=(200, 200))
    draw = decide(level, TimeCallRule.LEAD, needs_winner=False)
    assert (draw.step, draw.winner, draw.by) == (TableStep.DRAW, None, Comparison.RUNNING_BANK)
    again = decide(level, TimeCallRule.LEAD, needs_winner=True)
    assert (again.step, again.winner) == (TableStep.SUDDEN_DEATH, None)


def test_bo_10_9_rounds_only_leaves_running_banks_out():
    state = Standing(rounds=(1, 1), running=(900, 0))
    assert decide(state, TimeCallRule.ROUNDS_ONLY, needs_winner=False).step is TableStep.DRAW
    assert decide(state, TimeCallRule.ROUNDS_ONLY, needs_winner=True).step is TableStep.SUDDEN_DEATH
    ahead = decide(Standing(rounds=(0, 1), running=(900, 0)), TimeCallRule.ROUNDS_ONLY, needs_winner=True)
    assert (ahead.winner, ahead.by) == (B, Comparison.ROUNDS)


def test_bo_9_2_totals_are_earlier_rounds_plus_the_running_one():
    state = Standing(totals=(500, 420), running=(100, 181))
    decision = decide(state, TimeCallRule.TOTAL, needs_winner=False)
    assert (decision.winner, decision.by, decision.compared) == (B, Comparison.TOTAL, (600, 601))


def test_bo_9_2_a_tie_goes_to_sudden_death_where_a_winner_is_needed():
    state = Standing(totals=(500, 420), running=(100, 180))
    assert decide(state, TimeCallRule.TOTAL, needs_winner=True).step is TableStep.SUDDEN_DEATH
    assert decide(state, TimeCallRule.TOTAL, needs_winner=False).winner is None


@pytest.mark.parametrize("rule", TimeCallRule)
def test_bo_7_3_and_7_4_sudden_death_decides_alone_and_is_played_again_while_level(rule: TimeCallRule):
    ahead = decide(Standing(rounds=(0, 0), sudden_death=(12, 30)), rule, needs_winner=True)
    assert (ahead.step, ahead.winner, ahead.by) == (TableStep.WON, B, Comparison.SUDDEN_DEATH)
    level = Standing(rounds=(1, 1), running=(7, 0), sudden_death=(12, 12))
    assert decide(level, rule, needs_winner=True).step is TableStep.SUDDEN_DEATH
    assert decide(level, rule, needs_winner=False).step is TableStep.DRAW


pair = st.tuples(st.integers(0, 3), st.integers(0, 3))


@given(
    rounds=pair,
    running=pair,
    totals=pair,
    death=st.none() | pair,
    rule=st.sampled_from(TimeCallRule),
    needs=st.booleans(),
)
def test_changing_seats_changes_the_winner_and_nothing_else(rounds, running, totals, death, rule, needs):
    state = Standing(rounds=rounds, running=running, totals=totals, sudden_death=death)
    swapped = Standing(
        rounds=rounds[::-1], running=running[::-1], totals=totals[::-1], sudden_death=death and death[::-1]
    )
    one, other = decide(state, rule, needs), decide(swapped, rule, needs)
    assert (one.step, one.by, one.compared) == (other.step, other.by, other.compared[::-1])
    mirror = {A: B, B: A, None: None}
    assert one.winner == mirror[other.winner]
    assert (one.step is TableStep.DRAW) <= (not needs)
