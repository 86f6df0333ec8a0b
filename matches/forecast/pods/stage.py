"""What a forecast of pods is made of. Without the simulation, whose numpy only a forecast needs to load."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from matches.forecast.pods.certain import PodSituation
from matches.history import RoundPlayed
from matches.pairing.pods.setup import PodSetup
from matches.pairing.pods.sizes import PodSizeError, pod_sizes
from matches.standings.settings import StandingsSettings
from matches.tables.kinds import reckon


class PodStage(msgspec.Struct, frozen=True):
    """A Swiss stage of pods that is not over.

    ``rounds`` hold what was played, also the tables of the current round that have a result; ``open_pods`` are its
    other tables. ``rounds_left`` are not paired yet. ``playing`` are those who have not left; the cut passes over the
    others. ``seeds`` are those of the players, None where one has none.
    """

    players: tuple[str, ...]
    playing: frozenset[str]
    rounds: tuple[RoundPlayed, ...]
    rounds_left: int
    cut: int
    setup: PodSetup
    settings: StandingsSettings
    open_pods: tuple[tuple[str, ...], ...] = ()
    seeds: tuple[int | None, ...] = ()

    @property
    def open_tables(self) -> int:
        """How many tables of the current round have no result."""
        return len(self.open_pods)

    def open_table(self, player: str) -> tuple[str, ...] | None:
        """The table at which a player still plays in the current round; None with its result there, or without one."""
        return next((pod for pod in self.open_pods if player in pod), None)

    def places_ahead(self, player: str) -> int:
        """How many places there are at the player's next table, as far as can be said; 0 if there is none to come."""
        if (own := self.open_table(player)) is not None:
            return len(own)
        if not self.rounds_left:
            return 0
        try:
            sizes, _byes = pod_sizes(len(self.playing), self.setup.shape, rest_byes=self.setup.rest_byes)
        except PodSizeError:  # too few are left for a game
            return 0
        return max(sizes)

    def situation(self) -> PodSituation:
        """What the proofs need."""
        points = dict.fromkeys(self.players, Fraction(0))
        for played in self.rounds:
            for line in played.matches:
                for seat in reckon(line, self.setup.terms):
                    if seat.player in points:
                        points[seat.player] += seat.points
        return PodSituation(
            points=points,
            playing=self.playing,
            rounds_left=self.rounds_left,
            cut=self.cut,
            terms=self.setup.terms,
            open_pods=self.open_pods,
        )
