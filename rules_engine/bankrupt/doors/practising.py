"""A practice game of Bankrupt: what may be chosen with the own two cards, the real deck, and what a machine does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import msgspec

from rules_engine.bankrupt.acts import acting, allowed_tokens
from rules_engine.bankrupt.cards import RANKS
from rules_engine.bankrupt.record.notation import SHOW, token_of
from rules_engine.bankrupt.ruleset import ANTE
from rules_engine.bankrupt.simulate.deck import Deck
from rules_engine.bankrupt.simulate.games import PLAYERS
from rules_engine.bankrupt.simulate.players import Seen
from rules_engine.bankrupt.state import Round, State
from rules_engine.bankrupt.view import view
from rules_engine.practice.door import Choice, Hidden, Made, Play
from rules_engine.record import SEATS
from rules_engine.table import Card, Hand, View
from rules_engine.text import EMPTY, Text
from rules_engine.text import text as _

DEAL: Final = "deal"
"""The choice to have the cards dealt: before that a player may still resign (BR-15)."""

_OFFER = _("Offer")
_SAID: Final[dict[str, Choice]] = {
    "RS": Choice("RS", _("Resign"), _("before the deal")),
    "LL": Choice("LL", _("Declare last legs"), EMPTY, primary=True),
    "H": Choice("H", _("Hold")),
    "F": Choice("F", _("Throw in"), _("one piece to the centre")),
    "Y": Choice("Y", _("Accept"), primary=True),
    "N": Choice("N", _("Decline")),
    "P": Choice("P", _("Pass")),
}
_DEALT = Choice(DEAL, _("Deal"), _("ante of {pieces}", pieces=ANTE), primary=True)


def shuffled(seed: int) -> dict[str, Any]:
    """A new deck, and no hand dealt."""
    return {**Deck(Random(seed)).kept(), "hands": {}}


def next_round(play: Play, seed: int) -> Hidden:
    """The cards before the next deal: used ones go under the deck, unless the upturned card has come up (BR-5)."""
    state: State = play.state
    if not state.dealt:
        return shuffled(seed)
    used = [*play.hidden["used"], *(card for hand in play.hidden["hands"].values() for card in hand)]
    return {**play.hidden, "used": used, "hands": {}}


# What may be chosen


def _turn(play: Play) -> tuple[Round, int, tuple[int, int]]:
    """The round, the seat that acts and its cards, the higher first; two of the lowest before the deal."""
    state: State = play.state
    round_, seat = state.round, acting(state)
    if round_ is None or seat is None:
        raise ValueError("nobody acts")
    low, high = sorted(play.hidden["hands"].get(SEATS[seat], (0, 0)))
    return round_, seat, (high, low)


def choices(play: Play) -> tuple[Choice, ...]:
    """What the seat to act may choose."""
    round_, seat, cards = _turn(play)
    tokens = allowed_tokens(round_, seat)
    if not play.hidden["hands"]:
        return (_DEALT, *(_SAID[act] for act in tokens if act == "RS"))
    return tuple(_offered(_open(tokens, cards), cards, round_))


def _open(tokens: Sequence[str], cards: tuple[int, int]) -> list[str]:
    """The tokens with the cards that are held; the cards are dealt, and shown once nothing else is left to do."""
    acts = [act for act in tokens if act != "RS" and token_of(act).kind != SHOW]
    return acts or [f"S{RANKS[cards[0]]}+{RANKS[cards[1]]}"]


def _offered(tokens: Sequence[str], cards: tuple[int, int], round_: Round) -> Iterator[Choice]:
    for act in tokens:
        if act == "R":
            for card in sorted(set(cards)):
                yield Choice(f"R:{RANKS[card]}", _("Replace the {card}", card=RANKS[card]))
        elif act == "Y" and round_.offer is not None:
            yield msgspec.structs.replace(_SAID["Y"], consequence=_("put in {pieces}", pieces=round_.offer.pieces))
        elif act in _SAID:
            yield _SAID[act]
        elif act.startswith("O"):
            yield Choice(act, Text(act[1:]), EMPTY, _OFFER)
        else:
            shown = " ".join(RANKS[card] for card in cards)
            yield Choice(act, _("Show {cards}", cards=shown), primary=True, forced=True)


# What a choice brings


def make(play: Play, token: str, seed: int) -> Made:
    """Carry out a choice with the real deck."""
    round_, seat, _cards = _turn(play)
    deck = Deck.of(Random(seed), play.hidden)
    if token == DEAL:
        dealt = {SEATS[place]: [deck.draw(), deck.draw()] for place in round_.order}
        return Made((), {**deck.kept(), "hands": dealt})
    if token.startswith("R:"):
        hands = {letter: list(hand) for letter, hand in play.hidden["hands"].items()}
        card = RANKS.index(token[2:])
        hands[SEATS[seat]].remove(card)
        deck.used.append(card)
        hands[SEATS[seat]].append(deck.draw())
        return Made(("R",), {**deck.kept(), "hands": hands})
    return Made((token,), play.hidden)


# A machine


def decide(play: Play, strength: str, seed: int) -> str:
    """What a player of the simulator chooses, from its own two cards and what lies open."""
    if not play.hidden["hands"]:
        return DEAL
    round_, seat, cards = _turn(play)
    tokens = _open(allowed_tokens(round_, seat), cards)
    chosen = tokens[0] if len(tokens) == 1 else PLAYERS[strength](Seen(round_, seat, cards), tokens, Random(seed))
    return f"R:{RANKS[cards[1]]}" if chosen == "R" else chosen


# What is seen


def view_of(play: Play, seat: str | None) -> View:
    """The table with the viewer's cards, and the cards that were shown in this round."""
    state: State = play.state
    drawn = view(state)
    hands = tuple(Hand(other, tuple(Card(name) for name in _hand(play, state, other, seat))) for other in drawn.seats)
    return msgspec.structs.replace(drawn, hands=hands)


def _hand(play: Play, state: State, seat: str, viewer: str | None) -> list[str]:
    """The two cards of a seat as the viewer sees them; none of one who is out of the round."""
    held, at, round_ = play.hidden["hands"].get(seat, []), SEATS.index(seat), state.round
    if round_ is None or at in round_.thrown or not held:
        return []
    shown = viewer in (None, seat) or at in round_.shown
    return [RANKS[card] if shown else "?" for card in sorted(held, reverse=True)]
