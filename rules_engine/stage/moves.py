"""Moves of a piece: what is against one, where a piece may go, and what a move does (BS-2 to BS-4, BS-10, BS-15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules_engine.stage.cards import UNNAMED
from rules_engine.stage.record.notation import REENTRY, Token
from rules_engine.stage.state import NOWHERE, PLACE, State


class Objection(NamedTuple):
    """What is against an act: the code of the finding, its rule, and the switch that it rests on."""

    code: str
    rule: str
    reading: str = ""


WRONG_ROW = Objection("wrong_row", "BS-2")
NOT_ADJACENT = Objection("not_adjacent", "BS-3")
CORNER_ONLY = Objection("not_adjacent", "BS-3", "adjacent")
PIT = Objection("space_is_pit", "BS-15")
OCCUPIED = Objection("space_occupied", "BS-4")
BEFORE = Objection("space_before", "BS-4")
REENTRY_NOT_DUE = Objection("reentry_not_due", "BS-15")
FACE_DOWN = Objection("reentry_space", "BS-15", "pit_reentry")
MOVE_AVAILABLE = Objection("move_available", "BS-4")
REENTRY_AVAILABLE = Objection("move_available", "BS-15")


def against_move(state: State, token: Token) -> Objection | None:
    """The first thing against a move or a re-entry of the seat whose turn it is."""
    seat, place = state.seat, token.place
    at = state.at[seat]
    if token.kind == REENTRY:
        if not state.may_reenter[seat]:
            return REENTRY_NOT_DUE
    elif at < 0:
        if state.players == 2 and place not in state.board.rows_of[seat]:
            return WRONG_ROW
    elif place not in state.board.next_to[at]:
        return CORNER_ONLY if _touches_corner(at, place) else NOT_ADJACENT
    if state.pits[place]:
        return PIT
    if place in state.at:
        return OCCUPIED
    if token.kind == REENTRY and not state.shown[place] and (state.rules.literal_reentry or _free_shown(state)):
        return FACE_DOWN
    return BEFORE if at >= 0 and place == state.barred[seat] else None


def _touches_corner(at: int, place: int) -> bool:
    columns, rows = at % 8 - place % 8, at // 8 - place // 8
    return abs(columns) == abs(rows) == 1


def against_miss(state: State) -> Objection | None:
    """What is against missing the turn: a move is possible (BS-4), or a re-entry that is due (BS-15)."""
    seat = state.seat
    if state.may_reenter[seat] and next(reentries(state, seat), NOWHERE) >= 0:
        return REENTRY_AVAILABLE
    return MOVE_AVAILABLE if can_step(state, seat) else None


def is_face_down_placing(state: State) -> bool:
    """Whether the move to come places a piece on a space that stays face down (BS-17.5)."""
    return state.rules.face_down and state.task == PLACE


# Where a piece may go


def steps(state: State, seat: int) -> Iterator[int]:
    """The spaces that an ordinary move of a seat may go to; entering and placing are moves, too."""
    barred, pits, pieces = state.barred[seat], state.pits, state.at
    return (place for place in _around(state, seat) if place != barred and not pits[place] and place not in pieces)


def _around(state: State, seat: int) -> tuple[int, ...]:
    at = state.at[seat]
    if at >= 0:
        return state.board.next_to[at]
    return state.board.rows_of[seat] if state.players == 2 else state.board.spaces


def can_step(state: State, seat: int) -> bool:
    """Whether a seat has an ordinary move."""
    barred, pits, pieces = state.barred[seat], state.pits, state.at
    for place in _around(state, seat):  # noqa: SIM110 - asked after every turn of Pitfall
        if place != barred and not pits[place] and place not in pieces:
            return True
    return False


def reentries(state: State, seat: int) -> Iterator[int]:
    """The spaces that a stuck seat may re-enter on (BS-17.8)."""
    shown_only = state.rules.literal_reentry or _free_shown(state)
    barred = state.barred[seat]
    return (place for place in _free(state) if place != barred and (state.shown[place] or not shown_only))


def _free(state: State) -> Iterator[int]:
    return (place for place in state.board.spaces if not state.pits[place] and place not in state.at)


def _free_shown(state: State) -> bool:
    return any(state.shown[place] for place in _free(state))


def nobody_can_move(state: State) -> bool:
    """BS-15: no ordinary move for anybody, and no space to re-enter on."""
    if can_step(state, state.seat):
        return False
    seats = state.order()
    if any(can_step(state, seat) for seat in seats):
        return False
    return not any(next(reentries(state, seat), NOWHERE) >= 0 for seat in seats)


# What a move does


def go(state: State, place: int) -> None:
    """The piece goes to a space; in Pitfall the revealed space that it leaves becomes a pit."""
    seat = state.seat
    left = state.at[seat]
    state.at[seat] = place
    state.barred[seat] = left
    state.may_reenter[seat] = False
    if state.rules.pitfall and left >= 0 and left != place and state.shown[left]:
        state.pits[left] = True


def miss(state: State, rightful: bool, keeps_reentry: bool) -> None:
    """The turn is missed; a stuck player may re-enter in the next one."""
    seat = state.seat
    if not state.rules.bar_stays:
        state.barred[seat] = NOWHERE
    if not keeps_reentry:
        state.may_reenter[seat] = rightful and state.rules.pitfall and state.at[seat] >= 0


def reveal(state: State, place: int, card: int) -> None:
    """A face-down space is turned over; UNNAMED where the record does not say as what."""
    if not state.shown[place]:
        state.face_down -= 1
        state.revealed = True
    state.shown[place] = card
    if card != UNNAMED:
        state.tally[card] += 1


def lift(state: State, seat: int) -> None:
    """The piece of a player who is out leaves the stage; its space is no pit (BS-17.7)."""
    state.at[seat] = NOWHERE
    state.may_reenter[seat] = False
