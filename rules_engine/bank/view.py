"""A state of play as a table shows it: piles, hands, banks and what is waited for."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bank.cards import HIDDEN, NAMES
from rules_engine.bank.record.notation import SEATS
from rules_engine.bank.turn import Table
from rules_engine.table import SPECTATOR, Bank, Card, Hand, Label, Mark, Pile, View
from rules_engine.text import EMPTY, Text
from rules_engine.text import text as _

_WITHDRAW, _PLAY = _("Withdraw first."), _("Bank, or discard to end the turn.")
_EXCHANGE, _STEAL = _("Take a card out of the box."), _("Steal a card.")
_OVER, _GAME_OVER, _TIME = _("The turn is over."), _("The game is over."), _("Time has been called.")
_DECK, _DISCARD, _BANK, _CARDS = _("Deck"), _("Discard"), _("Bank"), _("Banked")
_RAN_OUT, _DECK_LEFT = _("The deck has run out."), _("The deck has not run out.")


def view(state: Table, seat: str | None = None) -> View:
    """The table in a state, as a seat sees it or, with None, somebody who sees every hand."""
    turn = state.turn
    over = turn is None or turn.over or bool(state.ended_by)
    return View(
        seats=tuple(SEATS[: len(state.players)]),
        to_move=None if turn is None else SEATS[turn.seat],
        phase=_phase(state),
        status=_status(state),
        turn_over=over,
        outcome=EMPTY,
        piles=tuple(_piles(state, seat)),
        hands=tuple(_hand(state, place, seat) for place in range(len(state.players))),
        banks=tuple(_banks(state, seat)),
        marks=(Mark("out", _RAN_OUT if state.ran_out else _DECK_LEFT, state.ran_out),),
        labels=(Label("end", _GAME_OVER if state.ended_by else EMPTY),),
    )


def _phase(state: Table) -> str:
    """What is waited for: ``withdraw``, ``play``, ``exchange``, ``steal``, ``turn_over`` or ``game_over``."""
    turn = state.turn
    if state.ended_by:
        return "game_over"
    if turn is None or turn.over:
        return "turn_over"
    if turn.run is not None and turn.run.due:
        return "exchange" if turn.run.older else "steal"
    return "play" if turn.withdrew or turn.banks or turn.nothing else "withdraw"


_STATUS: dict[str, Text] = {
    "withdraw": _WITHDRAW,
    "play": _PLAY,
    "exchange": _EXCHANGE,
    "steal": _STEAL,
    "turn_over": _OVER,
    "game_over": _GAME_OVER,
}


def _status(state: Table) -> Text:
    status = _STATUS[_phase(state)]
    return _("{status} {time}", status=status, time=_TIME) if state.time_called else status


def _piles(state: Table, seat: str | None) -> Iterator[Pile]:
    for place, deck in enumerate(state.decks):
        yield Pile("deck", _DECK, deck.count, (), SEATS[place] if state.own_decks else None)
    for place, pile in enumerate(state.piles):
        yield Pile("pile", _DISCARD, len(pile), _cards(pile[-1:]), SEATS[place] if state.own_piles else None)
    for place, player in enumerate(state.players):
        shown = state.rules.bank_face == "public" or seat in (None, SEATS[place])
        bank = player.bank if shown else [HIDDEN] * len(player.bank)
        yield Pile("bank", _CARDS, len(bank), _cards(bank), SEATS[place])


def _banks(state: Table, seat: str | None) -> Iterator[Bank]:
    """What Banks are worth; who only watches does not learn it where they lie face down."""
    counted = state.rules.bank_face == "public" or seat != SPECTATOR
    for place, player in enumerate(state.players):
        yield Bank("bank", SEATS[place], _BANK, player.worth if counted else None)


def _hand(state: Table, place: int, seat: str | None) -> Hand:
    """The cards of a hand in order, those that are not known last; face down for other seats."""
    player = state.players[place]
    known = sorted(player.known) if seat in (None, SEATS[place]) else [HIDDEN] * len(player.known)
    return Hand(SEATS[place], _cards([*known, *[HIDDEN] * player.hidden]))


def _cards(cards: list[int]) -> tuple[Card, ...]:
    return tuple(Card("?" if card == HIDDEN else NAMES[card]) for card in cards)
