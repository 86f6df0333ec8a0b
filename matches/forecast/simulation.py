"""Chances to reach the cut: the rest of the stage simulated many times. Pure; ``seed`` is the only chance.

The runs are made in parts of ``PART``; part p of a seed is the same on every machine, alone or with others.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from matches.forecast.agreement import agreement_of
from matches.forecast.certain import Certain, certainties
from matches.forecast.field import Field, field_of
from matches.forecast.model import Model, model_of
from matches.forecast.pairing import Pairs, pair_round
from matches.forecast.playing import Forced, Play, play_round
from matches.forecast.ranking import ranks_of
from matches.forecast.stage import RUNS, WHAT_IF_RUNS, Chance, Stage
from matches.forecast.strength import Strengths, strengths_of
from matches.tables.outcome import Outcome

PART = 250


def forecast(stage: Stage, *, seed: int, runs: int = RUNS, known: Strengths | None = None) -> list[Chance]:
    """Return the chance of everyone who is still playing, in the order of the players.

    ``known`` are strengths to count instead of what the results say of them.
    """
    field = _field(stage, 1)
    points = dict(zip(stage.players, field.points[0].tolist(), strict=True))
    proved = certainties(stage.situation(points))
    model = model_of(stage.rounds, open_pairs=stage.open_pairs)
    reached = _reached(stage, model, seed=seed, runs=runs, known=known)
    share = dict(zip(stage.players, reached.tolist(), strict=True))
    return [
        Chance(player, shown(share[player], runs, proved[player]), proved[player])
        for player in stage.players
        if player in stage.playing
    ]


def what_if(stage: Stage, player: str, *, seed: int, runs: int = WHAT_IF_RUNS) -> dict[Outcome, float]:
    """Return a player's chance if the next match is won, drawn or lost: the same remainders, that result replaced.

    The next match is the open one of the current round or, with its result there, that of the round after.
    """
    index = stage.players.index(player)
    model = model_of(stage.rounds, open_pairs=stage.open_pairs)
    chances = {}
    for outcome in Outcome:
        reached = _reached(stage, model, seed=seed, runs=runs, forced=Forced(index, outcome))
        chances[outcome] = shown(int(reached[index]), runs, None)
    return chances


def shown(reached: int, runs: int, certain: Certain | None) -> float:
    """The chance that so many of the remainders say: 0 or 1 only where that is proved."""
    if certain in (Certain.IN, Certain.OUT):
        return float(certain is Certain.IN)
    return (reached + 0.5) / (runs + 1)


def _reached(
    stage: Stage,
    model: Model,
    *,
    seed: int,
    runs: int,
    forced: Forced | None = None,
    known: Strengths | None = None,
) -> NDArray[np.int64]:
    """Return in how many of the remainders each player reached the cut."""
    total = np.zeros(len(stage.players), dtype=np.int64)
    agreement = agreement_of(stage)
    strengths = known
    if known is None and stage.spread:
        strengths = strengths_of(stage.players, stage.rounds, stage.spread)
    for part, start in enumerate(range(0, runs, PART)):
        rng = np.random.Generator(np.random.Philox(key=np.array([seed % 2**64, part], dtype=np.uint64)))
        field = _field(stage, min(PART, runs - start))
        drawn = None if strengths is None else strengths.draw(field.runs, rng)
        agreeing = None if agreement is None else agreement.draw(field.runs, rng)
        _play_on(field, stage, model, rng, forced, drawn, agreeing)
        total += _in_cut(field, stage, rng).sum(axis=0)
    return total


def _field(stage: Stage, runs: int) -> Field:
    more = stage.rounds_left + bool(stage.open_pairs)
    return field_of(stage.players, stage.playing, stage.rounds, stage.settings, runs=runs, more_rounds=more)


def _play_on(
    field: Field,
    stage: Stage,
    model: Model,
    rng: np.random.Generator,
    forced: Forced | None,
    strengths: NDArray[np.float64] | None,
    agreeing: NDArray[np.float64] | None,
) -> None:
    """Play the open matches and the rounds that are left."""
    for left in range(stage.rounds_left - (not stage.open_pairs), -1, -1):
        ready = forced
        if stage.open_pairs and left == stage.rounds_left:
            pairs = _open(stage, field)
            ready = forced if forced and _is_open(stage, forced.player) else None
        else:
            ranks = ranks_of(field, stage.settings, rng) if stage.power and left == 0 else None
            pairs = pair_round(field, rng, ranks)
        play = Play(
            model, stage.settings.scoring, left, stage.cut, stage.settings.bye_rounds, ready, strengths, agreeing
        )
        play_round(field, pairs, play, rng)
        forced = None if ready else forced


def _is_open(stage: Stage, player: int) -> bool:
    """Whether the player's match of the current round has no result yet."""
    return any(stage.players[player] in pair for pair in stage.open_pairs)


def _open(stage: Stage, field: Field) -> Pairs:
    """The open matches of the current round, the same in all remainders."""
    place = {player: index for index, player in enumerate(stage.players)}
    seats = np.array([[place[a], place[b]] for a, b in stage.open_pairs], dtype=np.int64)
    tiled = np.tile(seats, (field.runs, 1, 1))
    there = np.ones(tiled.shape[:2], dtype=np.bool_)
    no_bye = np.full(field.runs, field.players, dtype=np.int64)
    return Pairs(tiled[:, :, 0], tiled[:, :, 1], there, no_bye)


def _in_cut(field: Field, stage: Stage, rng: np.random.Generator) -> NDArray[np.bool_]:
    ranks = ranks_of(field, stage.settings, rng)
    if stage.left_keep_places:
        return ranks <= stage.cut
    last = np.where(field.playing, ranks, field.players + ranks)
    return field.playing & (last.argsort(axis=1).argsort(axis=1) < stage.cut)
