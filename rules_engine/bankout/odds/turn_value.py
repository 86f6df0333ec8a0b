"""Computes the value of a turn under its best play (BO-11.10), by dynamic programming over its possible states.

The state is the Loot (through an account of the numbers, see ``numbers``), Jacks, Latent, the hand and the pile. The
worth is money for the largest expected gain of the own Bank, or 0 to 1 for the largest chance to reach a given Bank.
What the cards kept in hand are worth in later turns is left out, a swap counts as unanswered, and an empty pile ends
the drawing: what a reshuffle in the middle of the turn would bring is left out, too.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rules_engine.bankout.odds.numbers import Amount, Numbers, Token
from rules_engine.bankout.odds.situation import TurnSituation

# The acts, in the order in which equal ones are preferred: equality banks (BO-11.6), and cards are kept.
BANK, DRAW, QUEEN, JOKER_QUEEN = "bank", "draw", "queen", "joker_queen"
KING, JOKER_KING, SWAP = "king", "joker_king", "swap"

# What is unseen: Jacks, Aces, Queens, Kings, Jokers. What is held: Queens, Kings, Jokers.
Unseen = tuple[int, int, int, int, int]
Hand = tuple[int, int, int]
# A state of the turn: the account of the numbers, the unseen cards, the hand, Jacks, Latent. Plain tuples, because
# hundreds of thousands of them are made for one answer.
Node = tuple[Token, Unseen, Hand, int, int]


class TurnValue:
    """The dynamic program for one situation. ``root`` is its state; values are floats, or fractions with ``exact``."""

    def __init__(self, situation: TurnSituation, numbers: Numbers, *, exact: bool = False, horizon: int = 99) -> None:
        """``horizon`` is how many draws to look ahead; no card is drawn after them. The default reaches every end."""
        rules, pile = situation.rules, situation.pile
        self._hand_limit = rules.hand_limit
        self._any_jack = rules.latent_trigger == "any_jack"
        self._queen_first = rules.auto_queen_order == "before"
        self._wild = rules.wild_queen_window
        self._king = rules.king_window
        self._window = rules.third_jack_window and not situation.sudden_death
        self._latent_limit = 2 if rules.edition == "guide" else 99
        self._holds = situation.holds
        self._swaps = situation.opponent_bank > 0
        self._dies_with_deck = situation.ends_with_deck
        self._numbers = numbers
        self._ratio = Fraction if exact else _divide
        self._hidden = pile.hidden
        self._floor = max(pile.size - horizon, 0)
        self._memo: dict[Node, Amount] = {}
        self.root: Node = (
            numbers.start,
            (pile.jacks, pile.aces, pile.queens, pile.kings, pile.jokers),
            (situation.queens, situation.kings, situation.jokers),
            situation.jacks,
            situation.latent,
        )

    @property
    def states(self) -> int:
        """How many states have been valued so far."""
        return len(self._memo)

    def value(self, node: Node) -> Amount:
        """Return the worth of the best act in a state; each state is valued once."""
        found = self._memo.get(node)
        if found is None:
            found = self._memo[node] = max(self.options(node).values())
        return found

    def options(self, node: Node) -> dict[str, Amount]:
        """Return the worth of every possible act, in the order of preference among equal ones.

        If an act that ends the turn is already worth the most that anything can be, only such acts are listed.
        """
        numbers, unseen, hand, jacks, latent = node
        stops = self._stops(numbers, hand)
        if self._numbers.ceiling is not None and self._numbers.ceiling in stops.values():
            return stops
        worth: dict[str, Amount] = {BANK: stops[BANK]}
        if self._size(numbers, unseen) > self._floor:
            worth[DRAW] = self._draw(node)
        if (jacks or latent) and hand[0]:
            worth[QUEEN] = self.value(self._queen(node))
        if (jacks or latent) and hand[2]:
            worth[JOKER_QUEEN] = self.value(self._joker_queen(node))
        return worth | stops if len(stops) > 1 else worth

    def _stops(self, numbers: Token, hand: Hand) -> dict[str, Amount]:
        """The worth of every act that ends the turn."""
        stops: dict[str, Amount] = {BANK: self._numbers.bank(numbers)}
        if hand[1]:
            stops[KING] = self._numbers.king(numbers)
        if hand[2]:
            stops[JOKER_KING] = self._numbers.king(numbers)
            if self._swaps:
                stops[SWAP] = self._numbers.swap()
        return stops

    def _size(self, numbers: Token, unseen: Unseen) -> int:
        return self._numbers.left(numbers) + sum(unseen) - self._hidden

    # Queen effects from hand

    def _queen(self, node: Node) -> Node:
        numbers, unseen, (queens, kings, jokers), jacks, latent = node
        return _effect(numbers, unseen, (queens - 1, kings, jokers), jacks, latent)

    def _joker_queen(self, node: Node) -> Node:
        numbers, unseen, (queens, kings, jokers), jacks, latent = node
        return _effect(numbers, unseen, (queens, kings, jokers - 1), jacks, latent)

    # A draw

    def _draw(self, node: Node) -> Amount:
        """The expected worth of the next draw."""
        numbers, unseen, hand, jacks, latent = node
        total: Amount = 0
        for weight, token in self._numbers.draws(numbers):
            total += weight * self._resolved((token, unseen, hand, jacks, latent))
        j, a, q, k, x = unseen
        if j:
            total += j * self._jack((numbers, (j - 1, a, q, k, x), hand, jacks, latent))
        if a and not jacks and latent < self._latent_limit:  # BO-5.7, BO-5.9: else a bust
            total += a * self._resolved((numbers, (j, a - 1, q, k, x), hand, jacks, latent + 1))
        specials = q + k + x - self._hidden
        if specials:
            total += specials * self._special(node)
        return total * self._ratio(1, self._size(numbers, unseen))

    def _resolved(self, node: Node) -> Amount:
        """The worth once the card drawn is resolved; with BO-10.6 `immediate` the last one ends the turn."""
        if self._dies_with_deck and not self._size(node[0], node[1]):
            return 0
        return self.value(node)

    def _jack(self, node: Node) -> Amount:
        """BO-5.2 to BO-5.6, the Jack already off the pile."""
        numbers, unseen, hand, jacks, latent = node
        if latent and (self._any_jack or not jacks):
            return self._triggered(node)
        after = (numbers, unseen, hand, jacks + 1, latent)
        if jacks < 2:
            return self._resolved(after)
        found: list[Amount] = [0]  # the bust
        if self._window and hand[0]:
            found.append(self._resolved(self._queen(after)))
        if self._window and self._wild and hand[2]:
            found.append(self._resolved(self._joker_queen(after)))
        if self._window and self._king_answers(hand):
            found.append(self._numbers.king(numbers))
        return max(found)

    def _king_answers(self, hand: Hand) -> bool:
        """BO-10.17: whether a King, or a Joker as King, may answer a Jack."""
        return self._king and hand[1] + hand[2] > 0

    def _triggered(self, node: Node) -> Amount:
        """BO-5.2, BO-5.3: the automatic Queen, else the best of a Joker as Queen, a King effect and the bust."""
        hand = node[2]
        if hand[0]:
            return self._with_queen(node, self._queen)
        found: list[Amount] = [0]  # the bust
        if hand[2] and self._wild:
            found.append(self._with_queen(node, self._joker_queen))
        if self._king_answers(hand):
            found.append(self._numbers.king(node[0]))
        return max(found)

    def _with_queen(self, node: Node, answer: Callable[[Node], Node]) -> Amount:
        """The worth after a Queen effect that answers a latent trigger, in the order of BO-10.2."""
        if self._queen_first:
            numbers, unseen, hand, jacks, latent = answer(node)
            return self._resolved((numbers, unseen, hand, jacks + 1, latent))
        numbers, unseen, hand, jacks, latent = node
        return self._resolved(answer((numbers, unseen, hand, jacks + 1, latent)))

    def _special(self, node: Node) -> Amount:
        """A Queen, King or Joker, by the share of each among the unseen ones."""
        numbers, (j, a, q, k, x), (queens, kings, jokers), jacks, latent = node
        total: Amount = 0
        if q:
            total += q * self._to_hand((numbers, (j, a, q - 1, k, x), (queens + 1, kings, jokers), jacks, latent))
        if k:
            total += k * self._to_hand((numbers, (j, a, q, k - 1, x), (queens, kings + 1, jokers), jacks, latent))
        if x and self._holds:
            total += x * self._to_hand((numbers, (j, a, q, k, x - 1), (queens, kings, jokers + 1), jacks, latent))
        elif x:
            total += x * self._joker((numbers, (j, a, q, k, x - 1), (queens, kings, jokers), jacks, latent))
        return total * self._ratio(1, q + k + x)

    def _to_hand(self, node: Node) -> Amount:
        """The worth once a card is in the hand; above the limit the best discard is made (BO-3.3)."""
        numbers, unseen, hand, jacks, latent = node
        if sum(hand) <= self._hand_limit:
            return self._resolved(node)
        queens, kings, jokers = hand
        found = []
        if queens:
            found.append(self._resolved((numbers, unseen, (queens - 1, kings, jokers), jacks, latent)))
        if kings:
            found.append(self._resolved((numbers, unseen, (queens, kings - 1, jokers), jacks, latent)))
        if jokers:
            found.append(self._resolved((numbers, unseen, (queens, kings, jokers - 1), jacks, latent)))
        return max(found)

    def _joker(self, node: Node) -> Amount:
        """The worth of a Joker that takes effect at once, with the best effect chosen (BO-5.20)."""
        worth = [self._numbers.king(node[0]), self._resolved(_effect(*node))]
        if self._swaps:
            worth.append(self._numbers.swap())
        return max(worth)


def _effect(numbers: Token, unseen: Unseen, hand: Hand, jacks: int, latent: int) -> Node:
    """Return the state after a Queen effect: one Jack and one latent Ace less (BO-5.12)."""
    return numbers, unseen, hand, jacks - 1 if jacks else 0, latent - 1 if latent else 0


def _divide(part: int, whole: int) -> float:
    return part / whole
