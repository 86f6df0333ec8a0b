"""A state of play as a table shows it: stage, pieces, piles, hands and banks, in the shape of every game."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.stage.board import name_of
from rules_engine.stage.cards import ACE, HIDDEN, JACK, KING, NAMES, QUEEN, UNNAMED
from rules_engine.stage.findings import SEAT_NAMES
from rules_engine.stage.state import BEFORE_MOVE, PAYMENT_DUE, TURN_OVER, State
from rules_engine.table import SPECTATOR, Bank, Card, Counter, Hand, Label, Pile, View
from rules_engine.text import EMPTY, Text
from rules_engine.text import text as _

_PILE, _DISCARDS, _BANK, _PAIRS = _("Draw pile"), _("Discards"), _("Bank"), _("Pairs")
_FACE_DOWN, _IDLE = _("Face down"), _("Turns without progress")
_PIT, _OUT = _("pit"), _("Out")
_TO_MOVE, _TO_PLACE, _OVER = _("Make a move."), _("Place a piece."), _("The turn is over.")
_TO_ENTER = _("Enter the stage with a piece.")
_PAYMENT = _("Pay a card from the bank.")
_DUE: dict[int, Text] = {
    ACE: _("Ace: bank the two highest, draw two."),
    KING: _("King: discard the highest, draw one."),
    QUEEN: _("Queen: take a card, then give one."),
    JACK: _("Jack: discard three, draw three."),
}
_PAIR_DUE = _("Ace: bank a pair, draw two.")
_NO_EFFECT = _("The card has no effect.")
_DECIDED: dict[str, Text] = {
    "over_40": _("The game is over: only one side is left."),
    "piles": _("The game is over: the piles are empty."),
    "revealed": _("The game is over: the stage is revealed."),
    "no_moves": _("The game is over: nobody has a move."),
    "blocked": _("The game is over: it is blocked."),
    "time": _("The game is over: time was called."),
}


def view(state: State, seat: str | None = None) -> View:
    """The table in a state, as a seat sees it or, with None, somebody who sees every card that is named."""
    seats = tuple(SEAT_NAMES[: state.players])
    over = state.stage == TURN_OVER
    return View(
        seats=seats,
        to_move=SEAT_NAMES[state.due if over else state.seat],
        phase=state.decided_by or ("turn_over" if over else "move" if state.stage == BEFORE_MOVE else "effect"),
        status=_status(state),
        turn_over=over,
        outcome=_outcome(state),
        piles=tuple(_piles(state)),
        hands=tuple(_hand(state, place, seat) for place in range(state.players)),
        banks=tuple(_banks(state, seat)),
        counters=tuple(_counters(state)),
        labels=tuple(Label("out", _OUT if state.out[place] else EMPTY, seat) for place, seat in enumerate(seats)),
    )


def _status(state: State) -> Text:
    """What the table waits for, or how the game ended."""
    if state.decided_by:
        return _DECIDED[state.decided_by]
    if state.after_call == PAYMENT_DUE:
        return _PAYMENT
    if state.stage in (TURN_OVER, BEFORE_MOVE):
        is_over = state.stage == TURN_OVER
        if state.at[state.due if is_over else state.seat] < 0:
            return _TO_PLACE if state.players > 2 else _TO_ENTER
        return _OVER if is_over else _TO_MOVE
    if state.effect == ACE and state.rules.go_fish:
        return _PAIR_DUE
    return _DUE.get(state.effect, _NO_EFFECT)


def _outcome(state: State) -> Text:
    """Where the last turn went."""
    at = state.at[state.seat]
    return Text(name_of(at)) if state.stage == TURN_OVER and at >= 0 else EMPTY


def _piles(state: State) -> Iterator[Pile]:
    yield Pile("deck", _PILE, state.pile)
    top = tuple(Card(NAMES[card]) for card in state.discards[-1:])
    yield Pile("pile", _DISCARDS, len(state.discards), top)
    for place in state.board.spaces:
        column, row = place % 8, place // 8
        yield Pile(
            f"space-{name_of(place)}",
            Text(name_of(place)),
            1,
            (_space_card(state, place),),
            row=state.board.rows - row,
            column=column + 1,
            note=_note(state, place),
        )


def _space_card(state: State, place: int) -> Card:
    shown = state.shown[place]
    token = "?" if shown in (HIDDEN, UNNAMED) else NAMES[shown]
    return Card(token, ("old",) if state.pits[place] else ())


def _note(state: State, place: int) -> Text:
    """Whose pieces stand on a space; what a space without one is."""
    pieces = " ".join(SEAT_NAMES[seat] for seat, at in enumerate(state.at) if at == place)
    return Text(pieces) if pieces else _PIT if state.pits[place] else EMPTY


def _hand(state: State, place: int, seat: str | None) -> Hand:
    """The cards of a hand, face down for the other seats."""
    hand = state.hands[place]
    named = sorted(hand.known, reverse=True) if seat in (None, SEAT_NAMES[place]) else []
    cards = [NAMES[card] for card in named] + ["?"] * (len(hand) - len(named))
    return Hand(SEAT_NAMES[place], tuple(Card(card) for card in cards))


def _banks(state: State, seat: str | None) -> Iterator[Bank]:
    """Banks lie face down: an opponent's may be counted only by option (BS-7)."""
    counts = dict(state.rules.options)["count_opponents_bank"]
    for place, side in enumerate(state.sides):
        bank, name = state.banks[side], SEAT_NAMES[place]
        seen = seat is None or (seat != SPECTATOR and (counts or side == state.sides[SEAT_NAMES.index(seat)]))
        if state.rules.go_fish:
            yield Bank("bank", name, _PAIRS, bank.pairs if seen else None)
        else:
            yield Bank("bank", name, _BANK, bank.points if seen and not bank.uncounted else None)


def _counters(state: State) -> Iterator[Counter]:
    yield Counter("face_down", _FACE_DOWN, state.face_down)
    yield Counter("idle", _IDLE, state.idle)
