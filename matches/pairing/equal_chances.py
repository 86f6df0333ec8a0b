"""Chance among equally good pairings: a random walk from the pairing that was found, along pairings of the same cost.

Draft and matching find one pairing of the lowest cost, but some of them more often than others. Each step of the walk
proposes another pairing and accepts it if it costs the same. A step and the step back are proposed equally often, so
that in the long run each pairing that the steps reach is equally likely. All randomness comes from one generator.

There are three kinds of steps. In one, two players of a score group change places, which is quick and nearly always
allowed in a large field. In another, a few pairs are redrawn among their own players, which also reaches pairings
that differ in who is paired down, or in every pair. In a small field whose players have nearly all met, both hardly
ever find another pairing; there a chain is changed instead: one player takes a new opponent, whose opponent takes a
new one, until the first one's is taken. Two pairings of the lowest cost differ in such chains alone, and only pairs
are tried that a pairing of this cost can have.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from matches.pairing.cost import BYE, Model

Pair = tuple[int, int]
Pairs = list[Pair]

CHANGES_A_PLAYER = 2
MOST_CHANGES = 2048
"""So many times each player changes places with another, and so many times altogether; the draft of a field that is
larger than that was drawn by lot already."""
REDRAWS = 200
"""How often a few pairs are redrawn; ``tests/matches/pairing/test_equal_chances.py`` shows that it is enough."""
MOST_AT_ONCE = 6
"""How many pairs are redrawn together at most: all of them in a field of 12."""
CHAINS_A_PLAYER = 40
"""How often a chain is changed for each player."""
MOST_IN_CHAINS = 20
"""Fields of up to so many players change chains; a larger one has not met that often, and redraws find enough."""

_LINE_BITS = 64
"""The lines of a cost as one number, which only has to tell equal costs from others."""


def even_out(model: Model, pairs: Pairs, rng: random.Random, *, chains: bool) -> Pairs:
    """Return a pairing that costs as much as ``pairs``, each as likely as any other; a bye has :data:`BYE` second.

    Without ``chains``, a small field is drawn like a large one.
    """
    walk = _Walk(model, pairs, rng.random)
    walk.change_places(min(CHANGES_A_PLAYER * len(model.free), MOST_CHANGES))
    if chains and len(pairs) > 1 and len(model.free) <= MOST_IN_CHAINS:
        return _Chains(walk.pairs, walk.cost, rng.random).changed(CHAINS_A_PLAYER * len(model.free))
    walk.redraw(REDRAWS)
    return walk.pairs


class _Walk:
    """The pairs on the way, and the costs of the pairs that were looked at."""

    def __init__(self, model: Model, pairs: Pairs, chance: Callable[[], float]) -> None:
        self.model, self.chance = model, chance
        self.pairs = [pair[::-1] if pair[0] == BYE else pair for pair in pairs]
        self.costs: dict[Pair, int] = {}

    def change_places(self, steps: int) -> None:
        """Two players of a score group change places, where that costs nothing."""
        chance, free, points, pairs = self.chance, self.model.free, self.model.points, self.pairs
        groups: dict[int, list[int]] = {}
        for i in free:
            groups.setdefault(points[i], []).append(i)
        place = {i: k for k, pair in enumerate(pairs) for i in pair if i != BYE}
        for _ in range(steps):
            i = free[int(len(free) * chance())]
            group = groups[points[i]]
            j = group[int(len(group) * chance())]
            k, m = place[i], place[j]
            if k == m:
                continue
            (a, b), (c, d) = pairs[k], pairs[m]
            if self._replace((k, m), ((j, b) if a == i else (a, j), (i, d) if c == j else (c, i))):
                place[i], place[j] = m, k

    def redraw(self, steps: int) -> None:
        """Redraw a few pairs among their own players; keep the result if it costs as much."""
        chance, pairs, count = self.chance, self.pairs, len(self.pairs)
        sizes = min(count, MOST_AT_ONCE) - 1
        for _ in range(steps if sizes > 0 else 0):
            size = 2 + int(sizes * chance())
            chosen = self._some(size)
            players = [i for k in chosen for i in pairs[k]]
            for k in range(2 * size - 1, 0, -1):
                other = int((k + 1) * chance())
                players[k], players[other] = players[other], players[k]
            drawn = zip(players[::2], players[1::2], strict=True)
            self._replace(chosen, [(j, i) if i == BYE else (i, j) for i, j in drawn])

    def _some(self, size: int) -> list[int]:
        """The places of ``size`` different pairs."""
        count, chance = len(self.pairs), self.chance
        chosen: list[int] = []
        while len(chosen) < size:
            k = int(count * chance())
            if k not in chosen:
                chosen.append(k)
        return chosen

    def _replace(self, places: Sequence[int], new: Sequence[Pair]) -> bool:
        """Put new pairs into places, if they cost as much as those that stand there."""
        pairs, cost = self.pairs, self.cost
        if sum(map(cost, new)) != sum([cost(pairs[k]) for k in places]):
            return False
        for k, pair in zip(places, new, strict=True):
            pairs[k] = pair
        return True

    def cost(self, pair: Pair) -> int:
        """The lines of a pair's cost as one number; costs of several pairs add up."""
        found = self.costs.get(pair)
        if found is None:
            found = 0
            for line in self.model.cost(*pair).lines():
                found = (found << _LINE_BITS) + line
            self.costs[pair] = found
        return found


class _Chains:
    """Who is paired with whom, and the pairs that a pairing of this cost can have; players by their places in
    ``players``.

    A chain and the way back choose among the same numbers of players, so that both are equally likely.
    """

    def __init__(self, pairs: Pairs, cost: Callable[[Pair], int], chance: Callable[[], float]) -> None:
        self.chance = chance
        self.players = sorted(i for pair in pairs for i in pair)
        place = {i: k for k, i in enumerate(self.players)}
        self.opponent = [0] * len(place)
        for i, j in pairs:
            self.opponent[place[i]], self.opponent[place[j]] = place[j], place[i]
        self.cost = [
            [0 if i == j else cost((j, i) if i == BYE else (i, j)) for j in self.players] for i in self.players
        ]
        self.near = self._near(sum(self.cost[place[i]][place[j]] for i, j in pairs))
        self.open = [k for k, near in enumerate(self.near) if len(near) > 1]

    def _near(self, total: int) -> list[list[int]]:
        """By player, the opponents whose pair, with the least that all others cost, is within ``total``."""
        cost, places = self.cost, range(len(self.players))
        least = [min(cost[k][m] for m in places if m != k) for k in places]
        most = 2 * total - sum(least)
        return [[m for m in places if m != k and 2 * cost[k][m] - least[k] - least[m] <= most] for k in places]

    def changed(self, steps: int) -> Pairs:
        """The pairs after so many steps."""
        for _ in range(steps if self.open else 0):
            self._change()
        pairs = ((self.players[k], self.players[m]) for k, m in enumerate(self.opponent))
        return sorted((i, j) for i, j in pairs if j == BYE or BYE != i < j)

    def _change(self) -> None:
        """Change a chain, if the pairs cost as much after it; one that is longer than the field is left."""
        chance, cost, near = self.chance, self.cost, self.near
        opponent = self.opponent.copy()
        current = self.open[int(len(self.open) * chance())]
        left = opponent[current]
        change = -cost[current][left]
        for _ in self.open:
            others = near[current]
            new = others[int(len(others) * chance())]
            costs = cost[new]
            change += costs[current]
            if new == left:
                break
            alone = opponent[new]
            change -= costs[alone]
            opponent[current], opponent[new] = new, current
            current = alone
        else:
            return
        if not change:
            opponent[current], opponent[left] = left, current
            self.opponent = opponent
