"""Keeps track of the number cards for the dynamic program of BO-11.10, and values the acts that end a turn.

Following every face of every number drawn is exact, but the piles that can be left behind run into millions. By
exchangeability the faces of the numbers tell nothing about the other cards, so two coarser accounts are possible:

* ``Faces`` keeps the copies of every face: exact, for small piles.
* ``Means`` keeps only how many numbers are left. The k-th number drawn is worth the mean of the unseen numbers
  whatever else was drawn, so this gives exactly the expected gain of the best play that looks at the kind of each
  card drawn but not at the faces of the numbers still to come: a lower bound that is reached but for such looks.
* ``Levels`` does the same for reaching a given Bank: it keeps how many numbers were drawn and whether their sum is
  short of half the need, past half of it (a King is enough) or enough, with the exact chances of each step from
  counting the subsets of the numbers.

A model's tokens stand for what was drawn; ``draws`` lists (cards, token) with weights that add up to ``left``.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import Protocol

from rules_engine.bankout.cards import NUMBERS
from rules_engine.bankout.odds.situation import TurnSituation

Token = tuple[int, ...]
Amount = Fraction | float
SHORT, HALF, ENOUGH = 0, 1, 2


class Numbers(Protocol):
    """The account of the number cards that ``TurnValue`` works with. A token stands for the numbers drawn so far."""

    start: Token
    ceiling: Amount | None  # a worth that nothing can exceed, if there is one

    def left(self, token: Token) -> int:
        """How many number cards are in the pile."""

    def draws(self, token: Token) -> list[tuple[Amount, Token]]:
        """The possible outcomes of drawing a number: a weight and a token each. The weights add up to ``left``."""

    def bank(self, token: Token) -> Amount:
        """The worth of banking now."""

    def king(self, token: Token) -> Amount:
        """The worth of a King effect now."""

    def swap(self) -> Amount:
        """The worth of a swap that is not answered."""


class Faces:
    """Keeps the copies of every face, which is exact. Worth is the gain, or whether the Bank reaches ``goal``."""

    def __init__(self, situation: TurnSituation, goal: int | None = None) -> None:
        self.start: Token = situation.pile.numbers
        self._loot = situation.loot + situation.pile.number_sum
        self._goal = goal
        self.ceiling: Amount | None = None if goal is None else 1
        self._bank, self._theirs = situation.bank, situation.opponent_bank

    def left(self, token: Token) -> int:
        """How many number cards are in the pile."""
        return sum(token)

    def draws(self, token: Token) -> list[tuple[Amount, Token]]:
        """One outcome for each face left."""
        return [
            (copies, (*token[:place], copies - 1, *token[place + 1 :])) for place, copies in enumerate(token) if copies
        ]

    def bank(self, token: Token) -> Amount:
        """The Loot, or whether it is enough."""
        return self._worth(self._loot_of(token))

    def king(self, token: Token) -> Amount:
        """Twice the Loot, or whether that is enough."""
        return self._worth(2 * self._loot_of(token))

    def swap(self) -> Amount:
        """What one's own Bank gains, or whether the opponent's Bank is enough."""
        return self._worth(self._theirs - self._bank)

    def _loot_of(self, token: Token) -> int:
        return self._loot - sum(face * copies for face, copies in zip(NUMBERS, token, strict=True))

    def _worth(self, gain: int) -> Amount:
        return gain if self._goal is None else int(self._bank + gain >= self._goal)


class Means:
    """Keeps only the count of the numbers, each worth the mean. Worth is the expected gain."""

    def __init__(self, situation: TurnSituation, exact: bool = False) -> None:
        count = situation.pile.number_count
        self.start: Token = (count,)
        self.ceiling: Amount | None = None
        mean = situation.mean_number
        loots = [situation.loot + mean * drawn for drawn in range(count + 1)]
        self._loots: list[Amount] = list(loots) if exact else [float(loot) for loot in loots]
        self._swap = situation.opponent_bank - situation.bank

    def left(self, token: Token) -> int:
        """How many number cards are in the pile."""
        return token[0]

    def draws(self, token: Token) -> list[tuple[Amount, Token]]:
        """One outcome: a number of mean worth."""
        return [(token[0], (token[0] - 1,))] if token[0] else []

    def bank(self, token: Token) -> Amount:
        """The expected Loot."""
        return self._loots[-1 - token[0]]

    def king(self, token: Token) -> Amount:
        """Twice the expected Loot."""
        return 2 * self._loots[-1 - token[0]]

    def swap(self) -> Amount:
        """What the own Bank gains."""
        return self._swap


class Levels:
    """Keeps the count and the level of the Loot. Worth is the chance of a Bank of ``goal``."""

    def __init__(self, situation: TurnSituation, goal: int, exact: bool = False) -> None:
        self._count = situation.pile.number_count
        need = goal - situation.bank
        self._half, self._full = -(-need // 2) - situation.loot, need - situation.loot
        self._swap = int(situation.opponent_bank >= goal)
        self._exact = exact
        self.ceiling: Amount | None = 1
        self._chances = _chances(situation.pile.numbers, self._half, self._full)
        level = ENOUGH if self._full <= 0 else HALF if self._half <= 0 else SHORT
        self.start: Token = (0, level)

    def left(self, token: Token) -> int:
        """How many number cards are in the pile."""
        return self._count - token[0]

    def draws(self, token: Token) -> list[tuple[Amount, Token]]:
        """Up to three outcomes: the level after one number more."""
        drawn, level = token
        left = self._count - drawn
        if not left:
            return []
        found: list[tuple[Amount, Token]] = []
        for after, chance in enumerate(self._chances[drawn][level]):
            if chance:
                weight = chance * left
                found.append((weight if self._exact else float(weight), (drawn + 1, after)))
        return found

    def bank(self, token: Token) -> Amount:
        """1 if the Loot is enough, otherwise 0."""
        return int(token[1] == ENOUGH)

    def king(self, token: Token) -> Amount:
        """1 if twice the Loot is enough, otherwise 0."""
        return int(token[1] >= HALF)

    def swap(self) -> Amount:
        """1 if the opponent's Bank is enough, otherwise 0."""
        return self._swap


def _chances(numbers: Token, half: int, full: int) -> list[list[list[Fraction]]]:
    """For each count drawn and each level, the chances of the three levels after one number more.

    Levels by the sum S of the numbers drawn: SHORT while S < half, HALF while S < full, then ENOUGH.
    """
    count = sum(numbers)
    below_half, below_full = _subsets_below(numbers, half), _subsets_below(numbers, full)
    both = _steps_below(numbers, half, full)
    rows = []
    for drawn in range(count):
        ways, left = comb(count, drawn), count - drawn
        short, open_ = Fraction(below_half[drawn], ways), Fraction(below_full[drawn], ways)
        next_short = Fraction(below_half[drawn + 1], comb(count, drawn + 1))
        next_open = Fraction(below_full[drawn + 1], comb(count, drawn + 1))
        short_to_open = Fraction(both[drawn], ways * left)
        rows.append(
            [
                _conditional(short, next_short, short_to_open),
                _conditional(open_ - short, Fraction(0), next_open - short_to_open),
                [Fraction(0), Fraction(0), Fraction(1)],
            ]
        )
    return rows


def _conditional(here: Fraction, to_short: Fraction, to_open: Fraction) -> list[Fraction]:
    """The three chances, given a level whose own chance is ``here``; ``to_open`` counts ``to_short`` in."""
    if not here:
        return [Fraction(0), Fraction(0), Fraction(1)]
    return [to_short / here, (to_open - to_short) / here, (here - to_open) / here]


def _ways(numbers: Token, limit: int) -> list[list[int]]:
    """ways[k][s]: how many sets of k number cards add up to s, for each s below ``limit`` that can be."""
    top = max(min(limit, 1 + sum(face * copies for face, copies in zip(NUMBERS, numbers, strict=True))), 1)
    ways = [[0] * top for _ in range(sum(numbers) + 1)]
    ways[0][0] = 1
    seen = 0
    for face, copies in zip(NUMBERS, numbers, strict=True):
        for _ in range(copies):
            seen += 1
            for k in range(seen, 0, -1):
                row, smaller = ways[k], ways[k - 1]
                for total in range(top - 1, face - 1, -1):
                    row[total] += smaller[total - face]
    return ways


def _subsets_below(numbers: Token, limit: int) -> list[int]:
    """For each k, how many sets of k number cards add up to less than ``limit``."""
    return [sum(row[: max(limit, 0)]) for row in _ways(numbers, limit)]


def _steps_below(numbers: Token, half: int, full: int) -> list[int]:
    """For each k: sets of k cards with a sum below ``half``, times one card more that keeps it below ``full``."""
    totals = [0] * sum(numbers)
    if half <= 0:
        return totals
    for place, face in enumerate(NUMBERS):
        if not numbers[place]:
            continue
        others = (*numbers[:place], numbers[place] - 1, *numbers[place + 1 :])
        limit = min(half, full - face)
        for k, row in enumerate(_ways(others, half)):
            sums = list(accumulate(row[: max(limit, 0)]))
            totals[k] += numbers[place] * (sums[-1] if sums else 0)
    return totals
