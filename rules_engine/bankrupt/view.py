"""A state of play as a table shows it: pieces, antes, the centre, and what is waited for."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bankrupt.state import Round, State
from rules_engine.record import SEATS
from rules_engine.table import Bank, Counter, Label, Mark, View
from rules_engine.text import EMPTY, Text
from rules_engine.text import text as _

_PIECES, _CENTRE, _ANTE, _BESIDE = _("Pieces"), _("Centre"), _("Ante"), _("Beyond ante")
_PAYS, _DEAD, _NO_DEAD = _("Pays"), _("Dead rounds before this one"), _("No dead rounds before this one")
_OUT, _THREW_IN, _DEALS, _UP = _("Out"), _("Threw in"), _("Dealer"), _("In upping")
_STATUS = {
    "exchange": _("Exchange, from the dealer’s left."),
    "upping": _("Upping, then the showdown."),
    "answer": _("An offer is open."),
    "showdown": _("Showdown."),
    "round_over": _("The round is decided."),
    "game_over": _("The game is over."),
}


def view(state: State) -> View:
    """The table in a state; there is nothing hidden on a sheet of this game."""
    phase = phase_of(state)
    round_ = state.round
    return View(
        seats=tuple(SEATS[: len(state.players)]),
        to_move=SEATS[state.moved] if state.moved is not None else None,
        phase=phase,
        status=_STATUS[phase],
        turn_over=True,
        outcome=EMPTY,
        banks=(
            *(Bank("pieces", SEATS[seat], _PIECES, player.pieces) for seat, player in enumerate(state.players)),
            Bank("centre", None, _CENTRE, state.centre, "pieces"),
        ),
        counters=tuple(_counters(state)),
        marks=(Mark("dead", _DEAD if state.dead else _NO_DEAD, state.dead > 0),),
        labels=tuple(Label("role", _role(round_, state, seat), SEATS[seat]) for seat in range(len(state.players))),
    )


def phase_of(state: State) -> str:
    """What is waited for, as a code."""
    round_ = state.round
    if state.ended_by:
        return "game_over"
    if round_ is not None and round_.decided:  # also where all but one threw in, before the last one exchanged
        return "round_over"
    if round_ is None or not (round_.closed or round_.exchanged()):
        return "exchange"
    if round_.shown:
        return "showdown"
    return "answer" if round_.offer is not None else "upping"


def _counters(state: State) -> Iterator[Counter]:
    yield Counter("multiple", _PAYS, state.multiple, text=_("{times} ×", times=state.multiple))
    for seat, player in enumerate(state.players):
        yield Counter("ante", _ANTE, sum(player.antes), SEATS[seat])
        yield Counter("beside", _BESIDE, player.beside, SEATS[seat])


def _role(round_: Round | None, state: State, seat: int) -> Text:
    """What a seat is in this round, in a word."""
    if state.players[seat].out:
        return _OUT
    if round_ is None:
        return EMPTY
    if seat in round_.thrown:
        return _THREW_IN
    if seat == round_.dealer:
        return _DEALS
    return _UP if seat in round_.took_part else EMPTY
