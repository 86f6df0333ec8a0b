"""How a game of Bank ends, and how it stands then (BK-4, BK-5)."""

from __future__ import annotations

from typing import Final

from rules_engine.bank.cards import KINGS
from rules_engine.bank.record.notation import SEATS
from rules_engine.bank.state import State
from rules_engine.bank.turn import Turn
from rules_engine.record.report import GameResult, places_by_score

RULES: Final = {
    "four_kings": "BK-4.7",
    "five_o": "BK-4.4",
    "deck": "BK-4.1",
    "no_progress": "BK-5.2",
    "stall": "BK-5.3",
}


def end_rule(state: State) -> str:
    """The rule by which the game has ended."""
    if state.ended_by == "quiet":
        return "BK-4.3" if state.rotating else "BK-4.2"
    return RULES[state.ended_by]


def count(turn: Turn) -> None:
    """A complete turn is counted for the ends of BK-4.2, BK-4.3 and BK-5."""
    state = turn.state
    state.stalled = 0 if turn.drawn or turn.progress else state.stalled + 1
    if turn.after_end:
        state.unchanged = 0 if turn.progress else state.unchanged + 1
        state.quiet = state.quiet + 1 if _is_quiet(turn) else 0


def _is_quiet(turn: Turn) -> bool:
    """BK-4.2: nothing withdrawn or banked. BK-4.3, BK-6.15: declared."""
    if turn.banks:
        return False
    if turn.state.rotating:
        return turn.declared or turn.state.rules.declare == "silent"
    return not turn.withdrew


def decide(turn: Turn) -> str:
    """BK-4.11: what ends the game after a complete turn; empty if nothing does."""
    state, round_of_turns = turn.state, len(turn.state.players)
    by_bank = turn.ended or (state.limited and state.ends_at(turn.seat))
    if by_bank:
        return by_bank
    if state.ran_out:
        if not state.rotating and not state.last_chance:
            return "deck"
        if state.quiet >= round_of_turns:
            return "quiet"
        if state.unchanged >= round_of_turns:
            return "no_progress"
    return "stall" if state.stalled >= state.rules.stall_turns else ""


def result(state: State) -> GameResult:
    """Where the game stands: after Four Kings their player first, else by score."""
    scores = {SEATS[seat]: player.worth for seat, player in enumerate(state.players)}
    over = state.ended_by or ("time" if state.time_called else "")
    if not over:
        return GameResult("in_progress", None, {**scores})
    places = places_by_score(scores)
    if over == "four_kings":
        winner = next(SEATS[seat] for seat, player in enumerate(state.players) if KINGS.issubset(player.bank))
        rest = [[seat for seat in group if seat != winner] for group in places]
        places = [[winner], *(group for group in rest if group)]
    return GameResult("complete" if state.ended_by else "time", places, {**scores}, over)
