"""How a game ends and who has won it (BS-8, BS-9, BS-13, BS-15, BS-18, BS-19)."""

from __future__ import annotations

from rules_engine.stage import playing
from rules_engine.stage.findings import SEAT_NAMES
from rules_engine.stage.moves import nobody_can_move
from rules_engine.stage.ruleset import OVER
from rules_engine.stage.state import State

TIME = "time"
RULES = {"over_40": "BS-13", "piles": "BS-8", "revealed": "BS-8", "no_moves": "BS-15", "blocked": "BS-18", TIME: "BS-8"}
"""The rule under which nothing can follow, by what decided the game."""


def end_turn(state: State, is_open: bool) -> None:
    """After a turn: count it, and say what has ended the game; an open turn ends it only above 40 or by time."""
    if not state.face_down_placing:
        state.idle = 0 if state.revealed or state.banked else state.idle + 1
    if not state.decided_by:
        state.decided_by = ("" if is_open else _ended(state)) or (TIME if state.time_called else "")


def _ended(state: State) -> str:
    if not state.pile and not state.discards:
        return "piles"
    if not state.face_down and _place(state, state.seat) >= _place(state, state.order()[-1]):
        return "revealed"
    if state.rules.pitfall and nobody_can_move(state):
        return "no_moves"
    return "blocked" if state.idle >= state.blocked_after else ""


def _place(state: State, seat: int) -> int:
    """A seat's place in turn order."""
    return (seat - state.first) % state.players


def claimed_out(state: State) -> None:
    """A claim after the turn may say that a Flush bank is above 40 (BS-17.7)."""
    for side in state.sides_in():
        if state.banks[side].least > OVER:
            playing.go_out(state, side)


def next_seat(state: State, was_placing: bool) -> int:
    """Who is to move after a turn: the last unplaced, then the first player, then in order."""
    unplaced = state.unplaced()
    if unplaced:
        return unplaced[-1]
    if True not in state.out and not was_placing:
        return (state.seat + 1) % state.players
    order = state.order()
    if was_placing:
        return order[0]
    mine = _place(state, state.seat)
    return next((seat for seat in order if _place(state, seat) > mine), order[0])


# The result


def scores(state: State) -> dict[str, int | None]:
    """What each seat's bank scores: points, or pairs in Go Fish; None if it was not counted. Team mates share it."""
    if state.rules.go_fish:
        worth: list[int | None] = [bank.pairs for bank in state.banks]
    else:
        worth = [None if bank.uncounted else bank.points for bank in state.banks]
    if state.players == 2:
        return {"A": worth[0], "B": worth[1]}
    return {letter: worth[side] for letter, side in zip(SEAT_NAMES, state.sides, strict=False)}


def uncounted(state: State) -> int | None:
    """The first seat with a bank still in that was not counted, where two or more sides are still in."""
    if len(state.sides_in()) < 2 or state.rules.go_fish:
        return None
    left = [seat for seat in range(state.players) if not state.out[seat]]
    return next((seat for seat in left if state.banks[state.sides[seat]].uncounted), None)


def places(state: State) -> list[list[str]] | None:
    """The seats in groups, best first; None while the game runs, and where a bank was not counted.

    Where one side alone is left, it is first whatever its bank is worth.
    """
    if not state.decided_by or uncounted(state) is not None:
        return None
    groups: dict[int, list[str]] = {}
    for seat, points in enumerate(scores(state).values()):
        lost = state.out[seat] or (state.rules.flush and points is not None and points > OVER)
        groups.setdefault(-1 if lost else points or 0, []).append(SEAT_NAMES[seat])
    return [groups[points] for points in sorted(groups, reverse=True)]
