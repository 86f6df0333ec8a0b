"""What should and can happen next, state by state: the table of the pure function."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from matches.clock.timing import ClockState
from matches.next_step import (
    Code,
    Step,
    Urgency,
    due,
    next_steps,
    round_steps,
)
from matches.situation import (
    EventSituation,
    OpenAppeal,
    OpenCall,
    Players,
    Rights,
    RoundNow,
    RoundRef,
)

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
HERE, NEXT = RoundRef(1, 2), RoundRef(1, 3)
ORGANISER = Rights(organise=True, run_rounds=True, run_clock=True, report_results=True)
SCOREKEEPER = Rights(run_rounds=True, run_clock=True, report_results=True)
HEAD_JUDGE = Rights(run_clock=True, report_results=True, decide_appeals=True)
FLOOR_JUDGE = Rights(report_results=True)
MANY, FEW = tuple(range(1, 7)), (2, 4)


def situation(round_: RoundNow | None = None, rights: Rights = ORGANISER, **more: Any) -> EventSituation:
    return EventSituation(rights=rights, now=NOON, round=round_, **more)


def at(status: Any, clock: ClockState = ClockState.NOT_STARTED, **more: Any) -> RoundNow:
    return RoundNow(ref=HERE, status=status, clock=clock, **more)


def due_codes(now: EventSituation) -> list[str]:
    return [f"{step.urgency}:{step.code}" for step in due(next_steps(now))]


def round_codes(now: EventSituation) -> tuple[str, list[str]]:
    """The code of the round's next step, and the codes of the others."""
    first, others = round_steps(next_steps(now))
    return str(first.code) if first else "", [str(step.code) for step in others]


CLOCK = ["pause_clock", "call_time", "add_time"]
STATES = {
    "draft": (at("draft"), ["ready:publish_round"], "publish_round", ["pair_again", "withdraw_round"]),
    "draft of a bracket": (
        at("draft", redrawable=False), ["ready:publish_round"], "publish_round", ["withdraw_round"],
    ),
    "draft with a player gone": (
        at("draft", players_gone=1), ["now:pair_again"], "pair_again", ["withdraw_round"],
    ),
    "published": (
        at("published", missing=FEW), ["ready:start_clock"], "start_clock",
        ["back_to_draft", "enter_results", "withdraw_round"],
    ),
    "published, reported": (
        at("published", missing=FEW, reported=True),
        ["ready:start_clock"],
        "start_clock",
        ["enter_results", "withdraw_round"],
    ),
    "published, all in": (at("published", reported=True), ["ready:close_round"], "close_round", ["withdraw_round"]),
    "running, many tables": (
        at("running", ClockState.RUNNING, missing=MANY), [], "enter_results", [*CLOCK, "withdraw_round"],
    ),
    "running, a player has left": (
        at("running", ClockState.RUNNING, missing=MANY, walkovers=(4,)),
        ["soon:decide_walkover"], "enter_results", [*CLOCK, "withdraw_round"],
    ),
    "published, a player without an opponent": (
        at("published", missing=FEW, reported=True, unseated=1),
        ["soon:seat_players", "ready:start_clock"],
        "start_clock",
        ["enter_results", "withdraw_round"],
    ),
    "draft whose results changed": (
        at("draft", results_changed=True),
        ["now:pair_from_new_results"], "pair_from_new_results", ["publish_round", "withdraw_round"],
    ),
    "running, few tables": (
        at("running", ClockState.RUNNING, missing=FEW),
        ["soon:enter_results"], "enter_results", [*CLOCK, "withdraw_round"],
    ),
    "running, all in": (
        at("running", ClockState.RUNNING), ["ready:close_round"], "close_round", [*CLOCK, "withdraw_round"],
    ),
    "running, reports differ": (
        at("running", ClockState.RUNNING, missing=MANY, differing=(3,)),
        ["now:decide_result"], "enter_results", [*CLOCK, "withdraw_round"],
    ),
    "paused, many tables": (
        at("running", ClockState.PAUSED, missing=MANY),
        ["soon:resume_clock"], "resume_clock", ["enter_results", *CLOCK[1:], "withdraw_round"],
    ),
    "paused, few tables": (
        at("running", ClockState.PAUSED, missing=FEW),
        ["soon:resume_clock", "soon:enter_results"],
        "resume_clock", ["enter_results", *CLOCK[1:], "withdraw_round"],
    ),
    "paused, all in": (
        at("running", ClockState.PAUSED),
        ["ready:close_round"], "close_round", ["resume_clock", *CLOCK[1:], "withdraw_round"],
    ),
    "at zero, many tables": (
        at("running", ClockState.TIME_CALLED, missing=MANY),
        ["now:call_time"], "call_time", ["enter_results", "add_time", "withdraw_round"],
    ),
    "at zero, few tables": (
        at("running", ClockState.TIME_CALLED, missing=FEW),
        ["now:call_time", "soon:enter_results"], "call_time", ["enter_results", "add_time", "withdraw_round"],
    ),
    "at zero, all in": (
        at("running", ClockState.TIME_CALLED), ["ready:close_round"], "close_round", ["add_time", "withdraw_round"],
    ),
    "time called, many tables": (
        at("time_called", ClockState.TIME_CALLED, missing=MANY),
        ["now:enter_results"], "enter_results", ["add_time", "withdraw_round"],
    ),
    "time called, reports differ": (
        at("time_called", ClockState.TIME_CALLED, missing=FEW, differing=(4,)),
        ["now:decide_result", "now:enter_results"], "enter_results", ["add_time", "withdraw_round"],
    ),
    "time called, all in": (
        at("time_called", ClockState.TIME_CALLED), ["ready:close_round"], "close_round", ["add_time", "withdraw_round"],
    ),
}  # fmt: skip
"""State → (the round, what is due at the desk, the next step of the round, the other steps), for an organiser."""


def test_each_state_of_a_round(subtests: pytest.Subtests) -> None:
    for state in STATES:
        with subtests.test(state=state):
            round_, at_desk, first, others = STATES[state]
            now = situation(round_)
            assert due_codes(now) == at_desk
            assert (first, sorted(others)) == (round_codes(now)[0], sorted(round_codes(now)[1]))


def test_fewer_rights_never_add_a_step(subtests: pytest.Subtests) -> None:
    for state in STATES:
        for rights in [SCOREKEEPER, HEAD_JUDGE, FLOOR_JUDGE, Rights()]:
            with subtests.test(state=state, rights=rights):
                whole = {step.code for step in next_steps(situation(STATES[state][0])) if step.allowed}
                less = {step.code for step in next_steps(situation(STATES[state][0], rights)) if step.allowed}
                assert less <= whole
                if not rights.run_clock:
                    assert not less & {
                        Code.START_CLOCK,
                        Code.PAUSE_CLOCK,
                        Code.RESUME_CLOCK,
                        Code.CALL_TIME,
                        Code.ADD_TIME,
                    }
                if not rights.run_rounds:
                    assert not less & {Code.PUBLISH_ROUND, Code.PAIR_AGAIN, Code.CLOSE_ROUND, Code.WITHDRAW_ROUND}


def test_the_step_that_brings_the_round_on_is_due_at_the_desk_or_entering_results(subtests: pytest.Subtests) -> None:
    for state in STATES:
        with subtests.test(state=state):
            steps = next_steps(situation(STATES[state][0]))
            first, _others = round_steps(steps)
            assert first in due(steps) or (first is not None and first.code is Code.ENTER_RESULTS)


def test_the_head_judge_works_the_clock_and_does_not_close_the_round() -> None:
    paused = situation(at("running", ClockState.PAUSED, missing=MANY), HEAD_JUDGE)
    assert round_codes(paused) == ("resume_clock", ["enter_results", "call_time", "add_time"])
    assert round_codes(situation(at("running", ClockState.RUNNING), HEAD_JUDGE)) == ("", CLOCK)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (situation(), ["ready:plan_rounds"]),
        (situation(rights=FLOOR_JUDGE), []),
        (situation(at("closed")), ["ready:end_of_event"]),
        (situation(at("closed"), pairable=NEXT, players=Players(8)), ["ready:pair_round"]),
        (situation(at("closed"), pairable=NEXT, players=Players(8, 3)), ["ready:pair_round"]),
        (situation(at("closed"), pairable=NEXT, players=Players(8), rights=HEAD_JUDGE), []),
        (situation(pairable=HERE, players=Players(8, 3)), ["soon:check_in_players", "ready:pair_round"]),
        (situation(pairable=HERE, players=Players(1, 3)), ["soon:check_in_players", "ready:add_players"]),
        (situation(pairable=HERE, players=Players()), ["ready:add_players"]),
        (situation(at("draft"), published=False), ["ready:publish_round", "info:open_public_page"]),
        (
            situation(pairable=HERE, players=Players(8, 3), pending=2),
            ["soon:check_in_players", "soon:decide_sign_ups", "ready:pair_round"],
        ),
        (situation(rights=FLOOR_JUDGE, pending=2, invited=3), []),
        (situation(pairable=HERE, players=Players(2), invited=3), ["ready:pair_round", "info:await_invited"]),
        (situation(at("closed"), pairable=NEXT, players=Players(8), invited=3), ["ready:pair_round"]),
    ],
)
def test_between_rounds(now: EventSituation, expected: list[str]) -> None:
    assert due_codes(now) == expected


def test_the_round_to_pair_is_the_step_of_a_closed_round() -> None:
    closed = situation(at("closed"), pairable=NEXT, players=Players(8))
    assert round_steps(next_steps(closed)) == (Step(Code.PAIR_ROUND, Urgency.READY, round=NEXT), [])
    assert round_codes(situation(at("closed"))) == ("", [])


def test_calls_come_first_with_table_and_age_the_longest_wait_first() -> None:
    calls = (
        OpenCall(7, NOON - timedelta(minutes=2)),
        OpenCall(3, NOON - timedelta(minutes=6)),
        OpenCall(9, NOON - timedelta(minutes=9), taken=True),
    )
    now = situation(at("running", ClockState.RUNNING, missing=FEW), FLOOR_JUDGE, calls=calls)
    assert [(s.code, s.urgency, s.tables, s.seconds) for s in due(next_steps(now))] == [
        (Code.ANSWER_CALL, Urgency.NOW, (3,), 360),
        (Code.ANSWER_CALL, Urgency.NOW, (7,), 120),
        (Code.ENTER_RESULTS, Urgency.SOON, FEW, 0),
        (Code.ANSWER_CALL, Urgency.INFO, (9,), 540),
    ]


def test_an_appeal_is_seen_by_all_and_decided_by_the_head_judge() -> None:
    appeals = (OpenAppeal(None, NOON - timedelta(minutes=1)), OpenAppeal(4, NOON - timedelta(minutes=3)))
    for rights in (ORGANISER, HEAD_JUDGE):
        steps = next_steps(situation(rights=rights, appeals=appeals, pairable=HERE, players=Players(4)))
        found = [step for step in steps if step.code is Code.DECIDE_APPEAL]
        assert [(step.tables, step.seconds) for step in found] == [((4,), 180), ((), 60)]
        assert [step.allowed for step in found] == [rights is HEAD_JUDGE] * 2


def test_a_call_from_a_clock_that_is_ahead_has_no_negative_age() -> None:
    now = situation(calls=(OpenCall(1, NOON + timedelta(seconds=5)),))
    assert [step.seconds for step in next_steps(now) if step.code is Code.ANSWER_CALL] == [0]
