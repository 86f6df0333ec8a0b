"""A state of play as a table shows it: piles, hands, Banks, counters and sentences, in the shape of every game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_engine.bankout.cards import HIDDEN, name_of
from rules_engine.bankout.holding import limit_text
from rules_engine.bankout.state import ROUND_OVER, SEATS, State
from rules_engine.table import Bank, Card, Counter, Hand, Mark, Pile, View
from rules_engine.text import EMPTY, Text, money
from rules_engine.text import text as _

PHASES = ("open", "over_hand", "effect", "third_jack", "trigger", "answer", "turn_over", "round_over")
"""Names of what a state waits for, in the order of its codes."""

OVER = ("turn_over", "round_over")

_WAITING: dict[str, Text] = {
    "open": _("Draw, play a card or bank."),
    "over_hand": _("More than {limit} cards in hand: discard first."),
    "effect": _("The Joker takes effect at once: choose how."),
    "third_jack": _("Third Jack: a Queen or bust."),
    "trigger": _("A Jack on a latent Ace: a Queen or bust."),
    "answer": _("A swap: the opponent may answer."),
}
_WAITING_FOR_KINGS: dict[str, Text] = {  # BO-10.17
    "third_jack": _("Third Jack: a Queen, a King or bust."),
    "trigger": _("A Jack on a latent Ace: a Queen, a King or bust."),
}
_ENDED: dict[str, Text] = {
    "bank": _("The turn is over: {amount} to the Bank."),
    "bust": _("The turn is over: bust, the Loot is lost."),
    "king": _("The turn is over: twice the Loot, {amount}, to the Bank."),
    "swap": _("The turn is over: the Banks change hands, the Loot is lost."),
    "joker_king": _("The turn is over: twice the Loot, {amount}, to the Bank."),
    "countered": _("The turn is over: the swap was countered, the Loot is lost."),
    "shielded": _("The turn is over: the swap was shielded, the Loot is lost."),
    "end": _("The turn is over, without banking: the Loot is lost."),
    "deck_out": _("The turn is over: the deck has run out, the Loot is lost."),
    "time": _("The turn is over: time was called."),
    "open": _("The turn was not finished."),
}
_OUTCOMES: dict[str, Text] = {
    "bank": _("bank"),
    "bust": _("bust"),
    "king": _("King"),
    "swap": _("swap"),
    "joker_king": _("Joker as King"),
    "countered": _("countered"),
    "shielded": _("shielded"),
    "end": _("end"),
    "deck_out": _("deck out"),
    "time": _("time"),
    "open": _("in progress"),
}
_LOOT, _JACKS, _LATENT = _("Loot"), _("Jacks"), _("Latent")
_DECK, _DISCARD, _POT, _BANK = _("Deck"), _("Discard"), _("Pot"), _("Bank")
_ON_THE_TABLE, _SHIELD, _ROUNDS_WON, _BEFORE = _("On the table"), _("Shield"), _("Rounds won"), _("Earlier rounds")
_ALERT, _NO_ALERT, _TIME_CALLED = _("Alert"), _("Not on Alert"), _("Time has been called.")


def view(state: State, seat: str | None = None) -> View:
    """The table in a state, as a seat sees it or, with None, somebody who sees every hand."""
    phase = PHASES[state.phase]
    return View(
        seats=SEATS,
        to_move=SEATS[state.seat],
        phase=phase,
        status=_status(state, phase),
        turn_over=phase in OVER,
        outcome=_outcome(state),
        piles=tuple(_piles(state)),
        hands=tuple(_hand(state, place, seat) for place in range(len(SEATS))),
        banks=tuple(_banks(state)),
        counters=tuple(_counters(state)),
        marks=(Mark("alert", _ALERT if state.jacks else _NO_ALERT, state.jacks > 0),),
    )


def _status(state: State, phase: str) -> Text:
    """What the table waits for, or how the turn ended."""
    waiting = _WAITING | _WAITING_FOR_KINGS if state.rules.king_window else _WAITING
    status = waiting.get(phase) or Text(_ENDED[state.ended_by].text, {"amount": money(state.gained)})
    if phase == "over_hand":
        status = Text(status.text, {"limit": limit_text(state.rules)})
    if state.phase == ROUND_OVER:
        status = _("{status} The round is over.", status=status)
    return _("{status} {time}", status=status, time=_TIME_CALLED) if state.time_called else status


def _outcome(state: State) -> Text:
    """How the turn ended, and what it brought."""
    outcome = _OUTCOMES[state.ended_by]
    return Text("{outcome} +{amount}", {"outcome": outcome, "amount": money(state.gained)}) if state.gained else outcome


def _piles(state: State) -> Iterator[Pile]:
    yield Pile("deck", _DECK, state.size)
    yield Pile("pile", _DISCARD, len(state.pile), _cards(state.pile[-1:]))
    for place, name in enumerate(SEATS):
        lying = _lying(state, place)
        yield Pile("table", _ON_THE_TABLE, len(lying), lying, name)


def _lying(state: State, place: int) -> tuple[Card, ...]:
    """What lies before a player: from earlier turns (BO-3.6), from this turn, and the card that is being resolved."""
    old = tuple(Card(name_of(card), ("old",)) for card in state.old_cues[place])
    if place != state.seat:
        return old
    pending = [state.pending] if state.pending else []
    return old + _cards([*state.cues, *pending])


def _hand(state: State, place: int, seat: str | None) -> Hand:
    """The cards of a hand, face down for the other seat."""
    held = state.hands[place]
    if seat is not None and seat != SEATS[place]:
        held = [HIDDEN] * len(held)
    return Hand(SEATS[place], _cards(held))


def _cards(cards: Sequence[int]) -> tuple[Card, ...]:
    return tuple(Card(name_of(card)) for card in cards)


def _banks(state: State) -> Iterator[Bank]:
    for place, name in enumerate(SEATS):
        yield Bank("bank", name, _BANK, state.banks[place], "money")
    if state.blitz:
        yield Bank("pot", None, _POT, state.pot, "money")


def _counters(state: State) -> Iterator[Counter]:
    yield Counter("loot", _LOOT, state.loot, unit="money")
    yield Counter("jacks", _JACKS, state.jacks)
    yield Counter("latent", _LATENT, state.latent)
    for place, name in enumerate(SEATS):
        if state.blitz:
            earlier = _("{amount} earlier", amount=money(state.totals[place]))
            yield Counter("match", _BEFORE, state.totals[place], name, "money", earlier)
        else:
            yield Counter("match", _ROUNDS_WON, state.wins[place], name)
        shields = state.shields[place]
        yield Counter("shield", _SHIELD, shields, name, text=_SHIELD if shields else EMPTY)
