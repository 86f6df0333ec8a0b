"""A game of Bank as far as a sheet tells: hands with known and hidden cards, banks, piles and decks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rules_engine.bank.cards import DECK, HIDDEN, KINGS, fellows, groups, score
from rules_engine.bank.ruleset import BankRuleSet

UNSEEN: Final = -1
HAND: Final = 0
BANKED: Final = 1
PILED: Final = 2
HAND_LIMIT: Final = 10
DEALT: Final = 7


@dataclass(slots=True)
class Deck:
    """Cards to draw. ``possible`` are those that may lie in it, apart from those known to lie elsewhere now.

    ``guests`` are those of them that can only be the unknown first discard: once one has come, no other does.
    ``out`` is set once it has run out.
    """

    count: int
    possible: set[int] = field(default_factory=lambda: set(DECK))
    guests: set[int] = field(default_factory=set)
    out: bool = False


@dataclass(slots=True)
class Player:
    """What one seat has.

    ``worth`` is what the bank scores now; ``most`` cards and the ``best`` score are the records of BK-5.1.
    """

    known: set[int] = field(default_factory=set)
    hidden: int = DEALT
    bank: list[int] = field(default_factory=list)
    worth: int = 0
    most: int = 0
    best: int = 0

    @property
    def hand(self) -> int:
        """How many cards the hand holds."""
        return len(self.known) + self.hidden


class State:
    """Where a game stands. ``where`` says of each card whether it is known to lie in a hand, a bank or a pile.

    ``piles`` and ``decks`` have one entry, or one for each seat. The counts of turns are those of BK-4.2, BK-4.3 and
    BK-5; ``ended_by`` is empty while the game goes on. ``limited``: what lies in a bank may end the game. ``ran_out``
    (BK-5.2): the deck has run out, any of them under ``rotating``, else as BK-6.12 says.
    """

    def __init__(self, rules: BankRuleSet, players: int) -> None:
        self.rules = rules
        self.players = [Player() for _ in range(players)]
        self.where = [UNSEEN] * len(DECK)
        self.seen: set[int] = set()
        self.groups, self.fellows = groups(rules.pair_of), fellows(rules.pair_of)
        self.advanced = rules.scoring == "advanced"
        self.own_decks = rules.deck == "personal"
        self.own_piles = rules.discard == "personal"
        self.limit = rules.limit
        self.rotating = rules.end == "rotating"
        self.last_chance = rules.end == "last_chance"
        self.piles: list[list[int]] = []
        self.decks: list[Deck] = []
        self.ran_out = False
        self.limited = bool(rules.four_kings or rules.five_o)
        self.quiet = self.unchanged = self.stalled = 0
        self.counted = 0  # how often a bank was counted again
        self.ended_by = ""
        self.time_called = False
        self._lay_out()

    def _lay_out(self) -> None:
        """BK-2.1 with BK-1.1, BK-1.2 and BK-6.11: the piles with their first cards, and the decks."""
        players = len(self.players)
        left = len(DECK) - DEALT * players
        piles = players if self.own_piles else 1
        if not self.own_decks:
            self.piles = [[HIDDEN] for _ in range(piles)]
            self.decks = [Deck(left - piles)]
            return
        turned = self.rules.personal_starter == "as_dealt"
        self.piles = [[HIDDEN] if turned else [] for _ in range(piles)]
        if turned and not self.own_piles:
            left -= 1
        each = left // players - (turned and self.own_piles)
        self.decks = [Deck(each) for _ in range(players)]

    # Where cards are

    def deck(self, seat: int) -> Deck:
        """The deck that a seat draws from."""
        return self.decks[seat if self.own_decks else 0]

    def pile(self, seat: int) -> list[int]:
        """The pile that a seat discards to and takes from, the top card last."""
        return self.piles[seat if self.own_piles else 0]

    def put(self, card: int, place: int) -> None:
        """A card is known to lie in a hand, a bank or a pile now."""
        self.where[card] = place
        self.seen.add(card)

    def take_up(self, seat: int, card: int) -> None:
        """A card goes to hand, HIDDEN if it is not known."""
        player = self.players[seat]
        if card == HIDDEN:
            player.hidden += 1
        else:
            player.known.add(card)
            self.where[card] = HAND
            self.seen.add(card)

    def lay_down(self, seat: int, card: int) -> None:
        """A card that ``may_hold`` leaves the hand: a known one, or one of the hidden."""
        player = self.players[seat]
        if card in player.known:
            player.known.remove(card)
        else:
            player.hidden -= 1

    def discard(self, seat: int, card: int) -> None:
        """A card goes on top of the seat's pile."""
        self.piles[seat if self.own_piles else 0].append(card)
        self.where[card] = PILED
        self.seen.add(card)

    def may_hold(self, seat: int, cards: tuple[int, ...]) -> bool:
        """Whether a hand may hold these cards, each named once (section 7.7)."""
        player = self.players[seat]
        if len(cards) == 1:
            return cards[0] in player.known or (player.hidden > 0 and self.where[cards[0]] == UNSEEN)
        if len(set(cards)) < len(cards):
            return False
        if player.known.issuperset(cards):
            return True
        named = [card for card in cards if card not in player.known]
        return len(named) <= player.hidden and all(self.where[card] == UNSEEN for card in named)

    def hide_hand(self, seat: int) -> None:
        """An unseen card left this hand: none of its cards is known any more; they lie in no deck all the same."""
        player = self.players[seat]
        for card in player.known:
            self.where[card] = UNSEEN
        for deck in self.decks:
            deck.possible -= player.known
        player.hidden += len(player.known)
        player.known.clear()

    # The deck runs out

    def may_refill(self, seat: int) -> bool:
        """BK-4.3: whether the empty deck of a seat would be replaced."""
        return self.rotating and bool(self.pile(seat))

    def refill(self, seat: int) -> None:
        """BK-4.3, BK-6.13: the discard pile becomes the deck, or is split between the decks."""
        pile = self.pile(seat)
        cards = {card for card in pile if card != HIDDEN}
        for card in cards:
            self.where[card] = UNSEEN
        for deck in self.decks:
            deck.possible -= cards
        guests = set(DECK) - self.seen if HIDDEN in pile else set()
        count, own = len(pile), self.deck(seat)
        pile.clear()
        if self.own_decks and not self.own_piles and self.rules.refill_from == "split":
            share = count // len(self.decks)
            for deck in self.decks:
                before = deck.possible if deck.count else set()
                deck.possible, deck.guests = cards | guests | before, guests - before
                deck.count += share + (count % len(self.decks) if deck is own else 0)
        else:
            own.count, own.possible, own.guests = count, cards | guests, guests

    def drew(self, deck: Deck, card: int) -> None:
        """A card of a deck was taken, HIDDEN if it is not known."""
        deck.count -= 1
        if card in deck.guests:
            for other in [deck] if self.own_piles else self.decks:
                other.possible -= other.guests
        if not deck.count:
            deck.out = True
            any_of_them = self.rotating or self.rules.personal_end == "first"
            self.ran_out = any_of_them or all(pile.out for pile in self.decks)

    # Banks

    def count(self, seat: int) -> None:
        """The cards of a bank have changed: what it is worth now."""
        self.counted += 1
        self.players[seat].worth = score(self.players[seat].bank, self.advanced)

    def note_progress(self, seat: int) -> bool:
        """BK-5.1: whether the bank is larger, or scores more, than it ever did."""
        self.count(seat)
        player = self.players[seat]
        progress = len(player.bank) > player.most or player.worth > player.best
        player.most, player.best = max(player.most, len(player.bank)), max(player.best, player.worth)
        return progress

    def ends_at(self, seat: int) -> str:
        """BK-4.4, BK-4.7: what the bank of a seat ends, Four Kings first; empty if nothing."""
        if self.rules.four_kings and KINGS.issubset(self.players[seat].bank):
            return "four_kings"
        if self.rules.five_o and self.players[seat].worth >= self.rules.five_o:
            return "five_o"
        return ""
