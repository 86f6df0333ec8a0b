"""What a forecast is made of and what it says. Without the simulation, whose numpy only a forecast needs to load."""

from __future__ import annotations

import msgspec

from matches.forecast.certain import Certain, Situation
from matches.history import RoundPlayed
from matches.standings.settings import StandingsSettings

RUNS = 2_000
WHAT_IF_RUNS = 1_000


class Stage(msgspec.Struct, frozen=True):
    """A Swiss stage that is not over.

    ``rounds`` hold what was played, also the matches of the current round that have a result; ``open_pairs`` are its
    other matches. ``rounds_left`` are not paired yet; the last one may be ``power`` paired. ``playing`` are those
    who have not left. ``left_keep_places``: players who left hold their place in the cut. ``spread`` is how far apart
    strengths are on the logit scale; 0: all are equally strong.
    """

    players: tuple[str, ...]
    playing: frozenset[str]
    rounds: tuple[RoundPlayed, ...]
    rounds_left: int
    cut: int
    settings: StandingsSettings = StandingsSettings()
    open_pairs: tuple[tuple[str, str], ...] = ()
    power: bool = False
    agreed_draws: bool = False
    left_keep_places: bool = True
    spread: float = 0.0

    def situation(self, points: dict[str, int]) -> Situation:
        """What the proofs need."""
        return Situation(
            points=points,
            playing=self.playing,
            rounds_left=self.rounds_left,
            cut=self.cut,
            open_pairs=self.open_pairs,
            scoring=self.settings.scoring,
            left_keep_places=self.left_keep_places,
        )


class Chance(msgspec.Struct, frozen=True):
    """One player's chance to reach the cut. It is 0 or 1 only where ``certain`` says so."""

    player: str
    chance: float
    certain: Certain | None
