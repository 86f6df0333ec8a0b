"""What points alone prove about the cut where more than two sit at a table. Every tie counts against the claim.

A player is *in* if at most ``cut - 1`` others can still reach the player's points, *in with a win* if that holds once
the player has won the own table alone, and *out* if ``cut`` others have more already than the player can still get.
A table that is being played can bring every order of its players, with ties, absent players and rulings: any seat may
get nothing. How many of a table reach a line together is counted exactly; later rounds bring everyone the most.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

import msgspec

from matches.forecast.certain import Certain
from matches.tables.terms import PodTerms


class PodSituation(msgspec.Struct, frozen=True):
    """Where a stage of pods stands: the points of its players, left ones included, and what is still to come.

    ``playing`` are those who have not left; the cut passes the others over. ``open_pods`` are the tables of the current
    round without a result, ``rounds_left`` the rounds that are not paired yet.
    """

    points: dict[str, Fraction]
    playing: frozenset[str]
    rounds_left: int
    cut: int
    terms: PodTerms
    open_pods: tuple[tuple[str, ...], ...] = ()


def most_of_round(terms: PodTerms) -> Fraction:
    """The most that a round can bring a player."""
    return max(terms.top, terms.bye, terms.draw or Fraction(0))


def pod_certainties(situation: PodSituation) -> dict[str, Certain | None]:
    """Return what is proved for everyone who is still playing; None where nothing is."""
    counts = _Counts(situation)
    return {player: counts.claim(player) for player in sorted(situation.playing)}


class _Counts:
    """How many players can reach a line, or are above it already."""

    def __init__(self, situation: PodSituation) -> None:
        self.situation = situation
        self.later = situation.rounds_left * most_of_round(situation.terms)
        self.pod_of = {seat: pod for pod in situation.open_pods for seat in pod}
        self.alone = [player for player in situation.points if player not in self.pod_of]
        self.gains = {size: _Gains(situation.terms, size) for size in {len(pod) for pod in situation.open_pods}}

    def claim(self, player: str) -> Certain | None:
        """The strongest claim that holds for a player."""
        own, pod = self.situation.points[player], self.pod_of.get(player)
        if self._reaching(own, player, won=False) < self.situation.cut:
            return Certain.IN
        if pod is not None:
            won = own + self.gains[len(pod)].least_win
            if self._reaching(won, player, won=True) < self.situation.cut:
                return Certain.IN_WITH_WIN
        most = own + self.later + (most_of_round(self.situation.terms) if pod is not None else 0)
        above = sum(points > most for other, points in self.situation.points.items() if self._counts(other))
        return Certain.OUT if above >= self.situation.cut else None

    def _counts(self, other: str) -> bool:
        return other in self.situation.playing

    def _reaching(self, line: Fraction, player: str, *, won: bool) -> int:
        """How many others can end at a line or above, the player's own table won by the player if ``won``."""
        points = self.situation.points
        found = sum(points[other] + self._later(other) >= line for other in self.alone if other != player)
        for pod in self.situation.open_pods:
            needs = [line - points[other] - self._later(other) for other in pod if other != player]
            own = player in pod
            found += self.gains[len(pod)].most_reaching(needs, below_winner=own and won)
        return found

    def _later(self, player: str) -> Fraction:
        return self.later if self._counts(player) else Fraction(0)


class _Gains:
    """What the players of an open table can get together."""

    def __init__(self, terms: PodTerms, seats: int) -> None:
        self.terms, self.seats = terms, seats
        self.sizes = range(max(2, terms.least), seats + 1)

    @cached_property
    def rows(self) -> list[list[Fraction]]:
        """The points of each place, for every number of players who may sit down."""
        return [[self.terms.points(above, 1, size) for above in range(size)] for size in self.sizes]

    @cached_property
    def least_win(self) -> Fraction:
        """What a first place that is not shared brings at the least; where too few sat down there is no winner."""
        return min((row[0] for row in self.rows), default=self.terms.top)

    def most_reaching(self, needs: Iterable[Fraction], *, below_winner: bool) -> int:
        """How many of the players of a table can get what they need. ``below_winner``: somebody else wins it alone."""
        needed = sorted(needs)
        free = sum(need <= 0 for need in needed)
        hard = [need for need in needed if need > 0]
        found = max((self._in_row(row[below_winner:], hard) for row in self.rows), default=0)
        if not below_winner:
            # With too few at the table there is no game, and an agreed draw may bring everyone the same.
            found = max(found, min(sum(need <= self.terms.bye for need in hard), self._most_without_play))
            if self.terms.draw is not None:
                found = max(found, sum(need <= self.terms.draw for need in hard))
        return free + found

    @cached_property
    def _most_without_play(self) -> int:
        return min(self.seats, max(2, self.terms.least) - 1)

    def _in_row(self, row: list[Fraction], needs: list[Fraction]) -> int:
        """How many of the needs, which are in order, the places of a row can meet, each alone or shared."""
        return next(
            (
                count
                for count in range(min(len(row), len(needs)), 0, -1)
                if _can_share(row[:count], needs[:count][::-1])
            ),
            0,
        )


def _can_share(row: list[Fraction], needs: list[Fraction]) -> bool:
    """Whether the places, some of them shared, bring everyone enough; both from the most to the least.

    Players who share places get the mean, so that the largest need among them decides.
    """
    reached = {0}
    for start in range(len(row)):
        if start not in reached:
            continue
        total = Fraction(0)
        for end in range(start, len(row)):
            total += row[end]
            if total >= needs[start] * (end + 1 - start):
                reached.add(end + 1)
    return len(row) in reached
