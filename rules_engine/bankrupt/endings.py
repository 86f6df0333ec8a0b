"""How a game of Bankrupt stands, and who has which place (BR-16, BR-19.13, BR-20)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby

from rules_engine.bankrupt.state import UNTIL_UPTURNED, Exit, Round, State
from rules_engine.record import SEATS
from rules_engine.record.report import GameResult

COMPLETE = ("bankrupt", "round_cap")


def end_round(round_: Round, *, timed: bool) -> None:
    """BR-20: a round is over, decided or not; with ``timed`` time was called in it."""
    state = round_.state
    end_played(state, round_.dealer, round_.thrown, capped=round_.decided or not timed)
    if timed and not state.ended_by:
        state.ended_by = "time"


def end_played(state: State, dealer: int, thrown: Collection[int], *, capped: bool = True) -> None:
    """A round is over that counts; ``capped``: it may be the last one of a cap."""
    state.played += 1
    state.dealer = dealer
    built = state.centre > 0
    for seat, player in enumerate(state.players):
        if player.streak and seat not in thrown:
            player.streak = 0  # BR-7: rounds running
        player.part = player.part and built
    cap = state.rules.round_cap
    if not state.ended_by and capped and cap and state.played >= cap:
        state.ended_by = "round_cap"


def shuffle_if_due(state: State, *, upturned: bool) -> bool:
    """BR-5, BR-19.1: shuffle the deck after a round if the rules want it; whether the upturned card had come up."""
    up = state.dealt >= UNTIL_UPTURNED
    if up or upturned or state.rules.reshuffle == "every_round":
        state.shuffle()
    return up


def result(state: State) -> GameResult:
    """Where the game stands: places once it is over."""
    scores = {SEATS[seat]: player.pieces for seat, player in enumerate(state.players)}
    if not state.ended_by:
        return GameResult("in_progress", None, {**scores})
    status = "complete" if state.ended_by in COMPLETE else "time"
    return GameResult(status, places(state), {**scores}, state.ended_by)


def places(state: State) -> list[list[str]]:
    """The seats in groups, best first: most pieces, then those out, the latest first."""
    live = sorted(state.live(), key=lambda seat: (-state.players[seat].pieces, seat))
    groups = [list(group) for _, group in groupby(live, key=lambda seat: state.players[seat].pieces)]
    out = sorted(state.exits, key=lambda left: (*_order(state, left), left.seat))
    groups += [[left.seat for left in group] for _, group in groupby(out, key=lambda left: _order(state, left))]
    return [[SEATS[seat] for seat in group] for group in groups]


def _order(state: State, leaver: Exit) -> tuple[int, int, int]:
    """The latest round first; in one round who played it above who resigned, a later resigner above an earlier."""
    pieces = leaver.pieces if state.rules.places == "by_pieces" else 0
    return -leaver.round, -leaver.resigned if leaver.resigned else -(10**9), -pieces
