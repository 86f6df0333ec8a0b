"""The dynamic program of ``turn_value`` for a large pile, to every end of the turn: all its states in arrays.

The states are ordered by the unseen Jacks, Aces, Queens, Kings and Jokers left together (a *layer*). Whatever is drawn
but a number leads to the layer before, so that a layer is valued at once, for all hands, Jacks, latent Aces and counts
of numbers. What is left is a walk along the count of numbers. The rules are those of ``TurnValue``; a test compares the
two state by state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from rules_engine.bankout.odds.numbers import Amount, Means
from rules_engine.bankout.odds.situation import TurnSituation
from rules_engine.bankout.odds.turn_value import JOKER_QUEEN, QUEEN, Hand, Node, TurnValue, Unseen

Values = NDArray[np.float64]
"""The worth of states: by unseen cards of a layer, hand, Jacks, latent Aces, numbers left."""
Places = NDArray[np.intp]
BUST, KING = -2, -1
"""The rows after those of states: what a bust brings, and what a King brings, by numbers left."""


@dataclass(frozen=True)
class Layer:
    """The states with as many unseen cards other than numbers: their places, and their worth."""

    places: dict[Unseen, int]
    values: Values


class TabledTurn(TurnValue):
    """``TurnValue`` by kinds of cards (``numbers.Means``), with every state in a table."""

    def __init__(self, situation: TurnSituation) -> None:
        self._means = Means(situation)
        super().__init__(situation, self._means)
        _numbers, self._most, hand, _jacks, latent = self.root
        with_jokers = self._holds or hand[2] > 0
        self._hands = list(_hands(self._hand_limit, with_jokers))
        self._place = {cards: place for place, cards in enumerate(self._hands)}
        self._latents = min(self._latent_limit, latent + self._most[1]) + 1
        self._counts = np.arange(self._means.start[0] + 1, dtype=np.float64)
        self._loot: Values = np.array([float(self._means.bank((left,))) for left in range(len(self._counts))])
        self._ends = np.array([np.zeros_like(self._loot), 2 * self._loot])
        self._after_jack = self._jack_answers()
        cards: list[Hand] = [(1, 0, 0), (0, 1, 0), *([(0, 0, 1)] if with_jokers else [])]
        self._with_card = {card: self._held(card) for card in cards}
        self._layers: list[Layer] = []
        for left in range(sum(self._most) + 1):
            self._layers.append(self._layer(left))

    @property
    def states(self) -> int:
        """How many states have been valued."""
        return sum(layer.values.size for layer in self._layers)

    def value(self, node: Node) -> Amount:
        """Return the worth of the best act in a state."""
        (left,), unseen, hand, jacks, latent = node
        layer = self._layers[sum(unseen)]
        return float(layer.values[layer.places[unseen], self._place[hand], jacks, latent, left])

    # A layer

    def _layer(self, left: int) -> Layer:
        """Value the states with so many unseen cards other than numbers."""
        j, a, q, k, x = (range(most + 1) for most in self._most)
        combos: list[Unseen] = [unseen for unseen in product(j, a, q, k, x) if sum(unseen) == left]
        shape = (len(combos), len(self._hands), 3, self._latents, len(self._counts))
        size = np.maximum(left - self._hidden + self._counts, 0)
        others = np.zeros(shape)
        for place, unseen in enumerate(combos):
            others[place] = self._others(unseen)
        values = np.zeros(shape)
        self._walk(values, others, size)
        return Layer({unseen: place for place, unseen in enumerate(combos)}, values)

    def _walk(self, values: Values, others: Values, size: Values) -> None:
        """Fill ``values`` along the count of numbers left; ``others`` is what the other cards bring to a draw."""
        stops = self._stop_values()
        groups, used = self._groups(), self._used()
        for left in range(len(self._counts)):
            drawn = others[..., left].copy()
            if left and self._goes_on(size[left] - 1):
                drawn += left * values[..., left - 1]
            draw = drawn / size[left] if size[left] > 0 else np.full_like(drawn, -np.inf)
            best = np.maximum(draw, stops[None, :, None, None, left])
            flat = best.reshape(len(best), len(self._hands), -1)  # the same states, Jacks and latent Aces in one
            for hands, fewer in groups:
                flat[:, hands, 1:] = np.maximum(flat[:, hands, 1:], flat[:, fewer][..., used])
            values[..., left] = best

    def _goes_on(self, size: float) -> bool:
        """Whether the turn goes on once so many cards are left (BO-10.6)."""
        return size > 0 or not self._dies_with_deck

    def _stop_values(self) -> Values:
        """The best act that ends the turn, by hand and numbers left."""
        rows = []
        for _queens, kings, jokers in self._hands:
            row = self._loot.copy()
            if kings or jokers:
                row = np.maximum(row, 2 * self._loot)
            if jokers and self._swaps:
                row = np.maximum(row, float(self._means.swap()))
            rows.append(row)
        return np.array(rows)

    def _groups(self) -> list[tuple[Places, Places]]:
        """Hands with a card that can be a Queen, and what is left of each after it is used: smaller hands first."""
        groups: dict[tuple[int, str], list[tuple[int, int]]] = {}
        for hand, (queens, kings, jokers) in enumerate(self._hands):
            if queens:
                left = self._place[queens - 1, kings, jokers]
                groups.setdefault((queens + jokers, QUEEN), []).append((hand, left))
            if jokers:
                left = self._place[queens, kings, jokers - 1]
                groups.setdefault((queens + jokers, JOKER_QUEEN), []).append((hand, left))
        return [(pairs[:, 0], pairs[:, 1]) for pairs in (np.array(groups[size]) for size in sorted(groups))]

    def _used(self) -> Places:
        """A Queen effect from hand, where there is something to remove: one Jack and one latent Ace less (BO-5.12).

        The place of the state after it, for all Jacks and latent Aces but none of either.
        """
        pairs = product(range(3), range(self._latents))
        return np.array([max(jacks - 1, 0) * self._latents + max(latent - 1, 0) for jacks, latent in pairs][1:])

    # What the next card brings, by kind: all from the layer before

    def _others(self, unseen: Unseen) -> Values:
        """The weighted worth of drawing each card but a number, by hand, Jacks, latent Aces and numbers left."""
        jacks, aces, queens, kings, jokers = unseen
        total = np.zeros((len(self._hands), 3, self._latents, len(self._counts)))
        if jacks:
            total += jacks * self._jack_values(self._before((jacks - 1, aces, queens, kings, jokers)))
        if aces:
            after = self._before((jacks, aces - 1, queens, kings, jokers))
            total[:, 0, : self._latents - 1] += aces * after[:, 0, 1:]  # BO-5.7, BO-5.9: else a bust
        specials = queens + kings + jokers - self._hidden
        if specials > 0:
            total += specials / (queens + kings + jokers) * self._special_values(unseen)
        return total

    def _before(self, unseen: Unseen) -> Values:
        """The worth of states of the layer before, or 0 where the last card has ended the turn (BO-10.6)."""
        layer = self._layers[sum(unseen)]
        values: Values = layer.values[layer.places[unseen]]
        if self._dies_with_deck and sum(unseen) - self._hidden <= 0:
            values = values.copy()
            values[..., 0] = 0
        return values

    def _jack_values(self, after: Values) -> Values:
        """BO-5.2 to BO-5.6; ``after`` are the states without the Jack in the pile."""
        rows = np.concatenate([after.reshape(-1, len(self._counts)), self._ends])
        found: Values = rows[self._after_jack[0]]
        for answer in self._after_jack[1:]:
            np.maximum(found, rows[answer], out=found)
        return found.reshape(after.shape)

    def _jack_answers(self) -> Places:
        """For each hand, Jacks and latent Aces the places of the best answers to a Jack, the last again up to three."""
        shape = (len(self._hands), 3, self._latents)
        found = []
        for hand, jacks, latent in product(self._hands, range(3), range(self._latents)):
            answers = self._jack_answer(hand, jacks, latent)
            flat = [place if isinstance(place, int) else np.ravel_multi_index(place, shape) for place in answers]
            found.append([*flat, *[flat[-1]] * (3 - len(flat))])
        return np.array(found, dtype=np.intp).T

    def _jack_answer(self, hand: Hand, jacks: int, latent: int) -> list[int | tuple[int, int, int]]:
        """The states after each answer to a Jack, or the end of the turn: ``BUST``, or what a King brings."""
        queens, kings, jokers = hand
        is_answered = latent > 0 and (self._any_jack or not jacks)
        if not is_answered and jacks < 2:
            return [(self._place[hand], jacks + 1, latent)]
        if not is_answered and not self._window:
            return [BUST]
        counted = max(jacks, 1) if is_answered and self._queen_first else jacks
        answers: list[int | tuple[int, int, int]] = []
        if queens:
            answers.append((self._place[queens - 1, kings, jokers], counted, max(latent - 1, 0)))
            if is_answered:
                return answers
        if jokers and self._wild:
            answers.append((self._place[queens, kings, jokers - 1], counted, max(latent - 1, 0)))
        return [*answers, KING if self._king_answers(hand) else BUST]

    def _special_values(self, unseen: Unseen) -> Values:
        """Queens, Kings and Jokers, each as often as it is unseen; above the hand limit the best discard (BO-3.3)."""
        jacks, aces, queens, kings, jokers = unseen
        total = np.zeros((len(self._hands), 3, self._latents, len(self._counts)))
        if queens:
            total += queens * self._hand_values(self._before((jacks, aces, queens - 1, kings, jokers)), (1, 0, 0))
        if kings:
            total += kings * self._hand_values(self._before((jacks, aces, queens, kings - 1, jokers)), (0, 1, 0))
        if jokers:
            after = self._before((jacks, aces, queens, kings, jokers - 1))
            total += jokers * (self._hand_values(after, (0, 0, 1)) if self._holds else self._joker_values(after))
        return total

    def _hand_values(self, after: Values, card: Hand) -> Values:
        kept = self._with_card[card]
        found: Values = after[kept[0]]
        for places in kept[1:]:
            np.maximum(found, after[places], out=found)
        return found

    def _held(self, card: Hand) -> Places:
        """For each hand the places of what may be kept with one card more, the last again up to three."""
        found = []
        for hand in self._hands:
            held = (hand[0] + card[0], hand[1] + card[1], hand[2] + card[2])
            kept = [held] if sum(held) <= self._hand_limit else list(_without_one(held))
            places = [self._place[cards] for cards in kept]
            found.append([*places, *[places[-1]] * (3 - len(places))])
        return np.array(found, dtype=np.intp).T

    def _joker_values(self, after: Values) -> Values:
        """A Joker that takes effect at once, with the best effect chosen (BO-5.20)."""
        found = np.maximum(after, 2 * self._loot)
        for jacks in range(3):
            for latent in range(self._latents):
                effect = after[:, max(jacks - 1, 0), max(latent - 1, 0)]
                found[:, jacks, latent] = np.maximum(effect, 2 * self._loot)
        return np.maximum(found, float(self._means.swap())) if self._swaps else found


def _hands(limit: int, with_jokers: bool) -> Iterator[Hand]:
    """Every hand within the limit."""
    for queens, kings, jokers in product(range(limit + 1), repeat=3):
        if queens + kings + jokers <= limit and (with_jokers or not jokers):
            yield queens, kings, jokers


def _without_one(hand: Hand) -> Iterator[Hand]:
    """The hands that are left after each possible discard."""
    queens, kings, jokers = hand
    if queens:
        yield queens - 1, kings, jokers
    if kings:
        yield queens, kings - 1, jokers
    if jokers:
        yield queens, kings, jokers - 1
