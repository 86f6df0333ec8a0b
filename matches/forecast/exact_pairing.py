"""Pairs one simulated remainder with the event's own pairing: for fields so small that each pair matters. Pure."""

from __future__ import annotations

import numpy as np

from matches.forecast.field import Field
from matches.pairing.field import Field as RoundField
from matches.pairing.field import FieldPlayer
from matches.pairing.paired_round import SwissOptions
from matches.pairing.swiss import pair_swiss

OPTIONS = SwissOptions(equal_chances=True, chains=True)


def pair_exactly(field: Field, row: int, seed: int) -> tuple[list[tuple[int, int]], int | None]:
    """The pairs of remainder ``row`` as indexes of players, and who has the bye."""
    met = field.opponents_so_far()[row]
    players = tuple(
        FieldPlayer(
            key=_key(index),
            points=int(field.points[row, index]),
            met=frozenset(_key(other) for other in met[index] if other < field.players),
            byes=int(field.had_bye[row, index]),
        )
        for index in map(int, np.flatnonzero(field.playing[row]))
    )
    paired = pair_swiss(RoundField(players=players), seed=seed, options=OPTIONS)
    seats = [(int(pair.seats[0]), int(pair.seats[1])) for pair in paired.pairs]
    return seats, None if paired.bye is None else int(paired.bye)


def _key(index: int) -> str:
    return f"{index:04d}"
