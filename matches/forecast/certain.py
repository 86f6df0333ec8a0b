"""What points alone prove about the cut. Every tie counts against the claim, so it holds whatever the tie-breaks.

A player is *in* if at most ``cut - 1`` others can still reach the player's points, and *out* if ``cut`` others end
above everything that the player can still reach. A match that is being played counts as the worst of its three
results, the player's own as the result assumed. Pairs do not depend on each other, so this is a sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

import msgspec

from matches.history import Scoring


class Certain(StrEnum):
    """What is proved about a player."""

    IN = "in"
    IN_WITH_DRAW = "in_with_draw"
    IN_WITH_WIN = "in_with_win"
    OUT = "out"


class Situation(msgspec.Struct, frozen=True):
    """Where a Swiss stage stands: the points of all its players, left ones included, and what is still to come.

    ``playing`` are those who have not left. ``open_pairs`` are the matches of the current round without a result.
    ``rounds_left`` are the rounds that are not paired yet. Players who left keep the place they hold, unless the cut
    passes them over (``left_keep_places`` false).
    """

    points: dict[str, int]
    playing: frozenset[str]
    rounds_left: int
    cut: int
    open_pairs: tuple[tuple[str, str], ...] = ()
    scoring: Scoring = Scoring()
    left_keep_places: bool = True


def certainties(situation: Situation) -> dict[str, Certain | None]:
    """Return what is proved for everyone who is still playing; None where nothing is."""
    counts = _Counts(situation)
    return {player: counts.claim(player) for player in sorted(situation.playing)}


class _Counts:
    """How many players can reach a number of points, or must end above it, each counted once for all who ask."""

    def __init__(self, situation: Situation) -> None:
        scoring = situation.scoring
        self.situation = situation
        self.later = situation.rounds_left * max(scoring.win, scoring.bye)
        self.results = (
            (scoring.win, scoring.loss),
            (scoring.draw, scoring.draw),
            (scoring.loss, scoring.win),
        )
        self.partner = {seat: pair for pair in situation.open_pairs for seat in pair}
        self.alone = [player for player in situation.points if player not in self.partner]
        self._reaching: dict[int, int] = {}
        self._above: dict[int, int] = {}

    def claim(self, player: str) -> Certain | None:
        """The strongest claim that holds for a player."""
        scoring = self.situation.scoring
        if player not in self.partner:
            own = self.situation.points[player]
            if self._is_in(player, own, None):
                return Certain.IN
            return Certain.OUT if self._is_out(player, own, None) else None
        own = self.situation.points[player]
        for gained, opponent_gain, certain in (
            (scoring.loss, scoring.win, Certain.IN),
            (scoring.draw, scoring.draw, Certain.IN_WITH_DRAW),
            (scoring.win, scoring.loss, Certain.IN_WITH_WIN),
        ):
            if self._is_in(player, own + gained, opponent_gain):
                return certain
        return Certain.OUT if self._is_out(player, own + scoring.win, scoring.loss) else None

    def _is_in(self, player: str, least: int, opponent_gain: int | None) -> bool:
        """Whether at most ``cut - 1`` others can reach ``least``; ``opponent_gain`` is what the own opponent gets."""
        others = self._count(self._reaching, least, self._can_reach, max)
        others -= self._own_part(player, least, opponent_gain, self._can_reach, max)
        return others < self.situation.cut

    def _is_out(self, player: str, own: int, opponent_gain: int | None) -> bool:
        most = own + self.later
        others = self._count(self._above, most, self._must_be_above, min)
        others -= self._own_part(player, most, opponent_gain, self._must_be_above, min)
        return others >= self.situation.cut

    def _can_reach(self, player: str, points: int, least: int) -> bool:
        if player not in self.situation.playing:
            return points >= least
        return points + self.later >= least

    def _must_be_above(self, player: str, points: int, most: int) -> bool:
        counts = player in self.situation.playing or self.situation.left_keep_places
        return counts and points > most

    def _count(self, known: dict[int, int], line: int, test: _Test, worst: _Worst) -> int:
        """Count everyone for whom ``test`` holds at ``line``, open matches at their worst."""
        if line not in known:
            points = self.situation.points
            single = sum(test(player, points[player], line) for player in self.alone)
            known[line] = single + sum(self._pair(pair, line, test, worst) for pair in self.situation.open_pairs)
        return known[line]

    def _pair(self, pair: tuple[str, str], line: int, test: _Test, worst: _Worst) -> int:
        points = self.situation.points
        return worst(
            sum(test(seat, points[seat] + gain, line) for seat, gain in zip(pair, gains, strict=True))
            for gains in self.results
        )

    def _own_part(self, player: str, line: int, opponent_gain: int | None, test: _Test, worst: _Worst) -> int:
        """What ``_count`` holds for the player and the own opponent, less the opponent's part as assumed."""
        points = self.situation.points
        if opponent_gain is None:
            return int(test(player, points[player], line))
        pair = self.partner[player]
        opponent = pair[1] if pair[0] == player else pair[0]
        return self._pair(pair, line, test, worst) - int(test(opponent, points[opponent] + opponent_gain, line))


_Test = Callable[[str, int, int], bool]
_Worst = Callable[[Iterable[int]], int]
