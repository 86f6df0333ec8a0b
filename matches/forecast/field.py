"""The players of a stage as arrays over all simulated remainders: one row a remainder, one column a player. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from matches.history import RoundPlayed
from matches.standings.records import read_records
from matches.standings.settings import Entrant, StandingsSettings
from matches.standings.tie_breaks import HALVES

Whole = NDArray[np.int32]
Flags = NDArray[np.bool_]


@dataclass(slots=True)
class Field:
    """All remainders at one moment, arrays of the shape (remainders, players); ``opponents`` has a third axis for the
    rounds. The index of no opponent is the number of players.

    ``points`` to ``losses`` are sums as in ``PlayerRecord``; ``matches`` are the lines that count in the match share.
    """

    playing: Flags
    points: Whole
    share_points: Whole
    matches: Whole
    round_points: Whole
    round_whole: Whole
    wins: Whole
    losses: Whole
    had_bye: Flags
    opponents: NDArray[np.int16]
    gained: NDArray[np.int8]
    rounds: int

    @property
    def runs(self) -> int:
        """The number of remainders."""
        return int(self.playing.shape[0])

    @property
    def players(self) -> int:
        """The number of players, those who left included."""
        return int(self.playing.shape[1])

    def copy(self) -> Field:
        """The same remainders, to be played on otherwise."""
        arrays = {column.name: getattr(self, column.name).copy() for column in fields(self) if column.name != "rounds"}
        return replace(self, **arrays)

    def opponents_so_far(self) -> NDArray[np.int16]:
        """The opponents of the rounds that were played or simulated."""
        return self.opponents[:, :, : self.rounds]


def field_of(
    players: Sequence[str],
    playing: frozenset[str],
    rounds: Sequence[RoundPlayed],
    settings: StandingsSettings,
    *,
    runs: int,
    more_rounds: int,
) -> Field:
    """Return ``runs`` copies of the field after ``rounds``, with room for ``more_rounds``."""
    records = read_records([Entrant(player) for player in players], rounds, settings)
    place = {player: index for index, player in enumerate(players)}
    own = [records[player] for player in players]
    width = max((len(record.lines) for record in own), default=0)
    opponents = np.full((len(players), width + more_rounds), len(players), dtype=np.int16)
    gained = np.zeros_like(opponents, dtype=np.int8)
    for row, record in enumerate(own):
        for column, line in enumerate(record.lines):
            if line.opponent is not None:
                opponents[row, column] = place[line.opponent]
                gained[row, column] = HALVES[line.score.result]

    def repeated(values: Sequence[int]) -> Whole:
        return np.tile(np.array(values, dtype=np.int32), (runs, 1))

    return Field(
        playing=np.tile(np.array([player in playing for player in players]), (runs, 1)),
        points=repeated([record.points for record in own]),
        share_points=repeated([record.share_points for record in own]),
        matches=repeated([len(record.lines) for record in own]),
        round_points=repeated([record.round_points for record in own]),
        round_whole=repeated([record.round_whole for record in own]),
        wins=repeated([record.wins for record in own]),
        losses=repeated([record.losses for record in own]),
        had_bye=np.tile(np.array([record.byes > 0 for record in own]), (runs, 1)),
        opponents=np.tile(opponents, (runs, 1, 1)),
        gained=np.tile(gained, (runs, 1, 1)),
        rounds=width,
    )
