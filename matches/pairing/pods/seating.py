"""A seating under search: who sits in which pod, and what a swap or a move would change."""

from __future__ import annotations

from collections.abc import Mapping

from matches.pairing.pods.cost import Weights

FULL, SHORT, BYE = range(3)
"""Kinds of pods: of the right size or larger, short, and those who have a bye."""


class Seating:
    """``pods[i]`` are the players of pod i, ``kinds[i]`` its kind, ``where`` each player's pod.

    ``kind_of`` gives the kind of a pod by its size. ``journal`` notes each change, so that it can be taken back.
    """

    def __init__(self, weights: Weights, pods: list[list[int]], byes: list[int], kind_of: Mapping[int, int]) -> None:
        self.points, self.met, self.kind_of = weights.points, weights.met, kind_of
        self.met_sets = [frozenset(met) for met in weights.met]
        self.alone = ([0] * len(self.points), weights.short, weights.bye)
        self.pods = [*pods, byes] if byes else pods
        self.kinds = [kind_of[len(pod)] for pod in pods] + ([BYE] if byes else [])
        self.where = [0] * len(self.points)
        for place, pod in enumerate(self.pods):
            for player in pod:
                self.where[player] = place
        self.sums = [sum(self.points[player] for player in pod) for pod in self.pods]
        self.squares = [sum(self.points[player] ** 2 for player in pod) for pod in self.pods]
        self.journal: list[tuple[int, int, int]] = []

    # What a seat costs

    def tie(self, player: int, place: int) -> int:
        """What a seat in a pod costs a player: with everyone there, and for the kind of the pod."""
        kind = self.kinds[place]
        if kind == BYE:
            return self.alone[BYE][player]
        pod, points = self.pods[place], self.points[player]
        cost = len(pod) * points * points - 2 * points * self.sums[place] + self.squares[place]
        if not self.met_sets[player].isdisjoint(pod):
            met = self.met[player]
            cost += sum([met.get(other, 0) for other in pod])
        return cost + self.alone[kind][player]

    def pair(self, player: int, other: int) -> int:
        """What two players in one pod cost."""
        step = self.points[player] - self.points[other]
        return step * step + self.met[player].get(other, 0)

    def cost(self, place: int) -> int:
        """What a pod costs."""
        kind, pod = self.kinds[place], self.pods[place]
        alone = sum([self.alone[kind][player] for player in pod])
        if kind == BYE:
            return alone
        return alone + sum([self.pair(player, other) for at, player in enumerate(pod) for other in pod[:at]])

    def total(self) -> int:
        """What the whole seating costs."""
        return sum(map(self.cost, range(len(self.pods))))

    def repeats_in(self, place: int) -> bool:
        """Whether anybody in a pod has met another one there."""
        pod = self.pods[place]
        return self.kinds[place] != BYE and any(not self.met_sets[player].isdisjoint(pod) for player in pod)

    # Changes

    def swap(self, player: int, other: int) -> None:
        """Two players of different pods change seats."""
        here, there = self.where[player], self.where[other]
        self._replace(here, player, other)
        self._replace(there, other, player)
        self.journal.append((player, other, -1))

    def _replace(self, place: int, leaves: int, joins: int) -> None:
        pod = self.pods[place]
        pod[pod.index(leaves)] = joins
        self.where[joins] = place
        before, after = self.points[leaves], self.points[joins]
        self.sums[place] += after - before
        self.squares[place] += after * after - before * before

    def move(self, player: int, there: int) -> None:
        """A player leaves for a pod that is one smaller: the two change sizes, and with them kinds."""
        here, points = self.where[player], self.points[player]
        self.pods[here].remove(player)
        self.pods[there].append(player)
        self.where[player] = there
        for place, sign in ((here, -1), (there, 1)):
            self.sums[place] += sign * points
            self.squares[place] += sign * points * points
            self.kinds[place] = self.kind_of[len(self.pods[place])]
        self.journal.append((player, here, there))

    def take_back(self) -> None:
        """Undo every change since the journal was cleared."""
        for player, other, there in reversed(self.journal.copy()):
            if there < 0:
                self.swap(player, other)
            else:
                self.move(player, other)
        self.journal.clear()

    # What would help

    def best_swap(self, here: int, there: int) -> tuple[int, int, int]:
        """The swap between two pods that helps most: what it changes, and who; 0 where none helps."""
        shared = (self.kinds[here] != BYE) + (self.kinds[there] != BYE)
        points, met = self.points, self.met
        gains = [(gain, other, points[other]) for gain, other in self._ties_elsewhere(there, here)]
        best = (0, -1, -1)
        for gain, player in self._ties_elsewhere(here, there):
            own, known = points[player], met[player]
            for other_gain, other, others in gains:
                step = own - others
                change = gain + other_gain - shared * (step * step + known.get(other, 0))
                if change < best[0]:
                    best = (change, player, other)
        return best

    def _ties_elsewhere(self, here: int, there: int) -> list[tuple[int, int]]:
        """By how much ``tie`` differs in another pod, for everyone in one; the terms that all share are summed once."""
        points, met, met_sets = self.points, self.met, self.met_sets
        alone_here, alone_there = self.alone[self.kinds[here]], self.alone[self.kinds[there]]
        size, total, squares = self._sums(there)
        size_here, total_here, squares_here = self._sums(here)
        size, twice, squares = size - size_here, 2 * (total - total_here), squares - squares_here
        pods = [(sign, self.pods[place]) for sign, place in ((1, there), (-1, here)) if self.kinds[place] != BYE]
        found = []
        for player in self.pods[here]:
            own = points[player]
            gain = (size * own - twice) * own + squares + alone_there[player] - alone_here[player]
            for sign, pod in pods:
                if not met_sets[player].isdisjoint(pod):
                    known = met[player]
                    gain += sign * sum([known.get(other, 0) for other in pod])
            found.append((gain, player))
        return found

    def _sums(self, place: int) -> tuple[int, int, int]:
        """How many sit in a pod, their points and the squares of these; of a bye nothing counts."""
        if self.kinds[place] == BYE:
            return 0, 0, 0
        return len(self.pods[place]), self.sums[place], self.squares[place]

    def best_move(self, here: int, there: int) -> tuple[int, int]:
        """The move from a pod to one that is one smaller that helps most: what it changes, and who. None has byes."""
        pods, alone = (self.pods[here], self.pods[there]), self.alone
        before = [alone[self.kinds[place]] for place in (here, there)]
        after = [alone[self.kind_of[len(pod) + step]] for pod, step in zip(pods, (-1, 1), strict=True)]
        kinds = 0
        for old, new, pod in zip(before, after, pods, strict=True):
            if new is not old:
                kinds += sum([new[player] - old[player] for player in pod])
        best = (0, -1)
        for gain, player in self._ties_elsewhere(here, there):
            change = gain - before[1][player] + before[0][player] + kinds + after[1][player] - after[0][player]
            if change < best[0]:
                best = (change, player)
        return best
