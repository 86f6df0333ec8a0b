"""Draws that two players agree on in the last two rounds before a cut, because a draw nearly secures both. Pure.

Not every pair that could agree does: some events hardly know it, some players like to play. How often they do in this
event is itself uncertain, so that each simulated remainder draws it, the same for all its pairs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matches.forecast.field import Field, Flags, field_of
from matches.forecast.stage import Stage
from matches.history import Scoring
from matches.tables.outcome import Outcome

LAST_ROUNDS = 2
"""Draws are agreed on in so many rounds, the last ones."""
NEARLY = 0.85
"""A draw nearly secures a player if fewer than this share of the cut is expected to end level or above."""
AGREED = 0.7
"""The share of the pairs that could agree and do, where an event has not shown its own yet: see docs/forecasts.md."""
WEIGHT = 2
"""How many pairs this weighs as much as: events differ widely."""

Index = NDArray[np.int64]
Shares = NDArray[np.float64]


class Agreement(NamedTuple):
    """How often pairs that could agree do: the Beta distribution after so many pairs that did and that played on."""

    agreed: float = AGREED * WEIGHT
    played: float = (1 - AGREED) * WEIGHT

    def draw(self, runs: int, rng: np.random.Generator) -> Shares:
        """The share that agrees, of each remainder."""
        return rng.beta(self.agreed, self.played, size=runs)


def agreement_of(stage: Stage) -> Agreement | None:
    """What the rounds of a stage that are over say, if players may agree there.

    The round that is being played says nothing: agreed draws are reported before the others.
    """
    if not stage.agreed_draws:
        return None
    over = len(stage.rounds) - bool(stage.open_pairs)
    whole = len(stage.rounds) + stage.rounds_left
    agreed = could = 0
    for after in range(max(whole - LAST_ROUNDS, 0), over):
        here = pairs_that_could(stage, after)
        agreed, could = agreed + sum(here), could + len(here)
    return Agreement(AGREED * WEIGHT + agreed, (1 - AGREED) * WEIGHT + could - agreed)


def pairs_that_could(stage: Stage, after: int) -> list[bool]:
    """The pairs of the round after round ``after`` that a draw nearly secured both of: which of them drew."""
    rounds_after = len(stage.rounds) + stage.rounds_left - after - 1
    field = field_of(stage.players, stage.playing, stage.rounds[:after], stage.settings, runs=1, more_rounds=0)
    secured = nearly_secured(field, stage.settings.scoring, rounds_after, stage.cut)[0]
    place = {player: index for index, player in enumerate(stage.players)}
    return [
        match.outcomes[0] is Outcome.DRAWN
        for match in stage.rounds[after].matches
        if len(match.seats) > 1 and all(secured[place[seat]] for seat in match.seats)
    ]


def nearly_secured(field: Field, scoring: Scoring, rounds_after: int, cut: int) -> Flags:
    """Whose points with draws to the end nearly secure the cut, if all others win half of their matches.

    ``rounds_after`` are those after the one in question, at most one.
    """
    more = rounds_after + 1
    most = int(field.points.max()) + more * scoring.win + 1
    at_least = _at_least(field, most)
    line = field.points + more * scoring.draw
    expected = np.zeros(field.points.shape)
    ways = 2**more
    chance = [1 / ways, more / ways, 1 / ways] if more == 2 else [1 / ways, 1 / ways]
    rows = np.arange(field.runs)[:, None]
    for wins, share in enumerate(chance):
        expected += share * at_least[rows, np.clip(line - wins * scoring.win, 0, most)]
    secured: Flags = expected - chance[-1] < NEARLY * cut
    return secured


def _at_least(field: Field, most: int) -> Index:
    """How many players have at least so many points: of the shape (remainders, points)."""
    width = most + 1
    flat = (np.arange(field.runs)[:, None] * width + field.points).ravel()
    counts = np.bincount(flat, minlength=field.runs * width).reshape(field.runs, width)
    return counts[:, ::-1].cumsum(axis=1)[:, ::-1]
