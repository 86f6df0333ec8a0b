"""The remainder of a stage played by the pairing and the standings that events use: slow, and the reference."""

from __future__ import annotations

import random
from collections import Counter

from matches.forecast.model import MOST_LOSSES, Model
from matches.forecast.stage import Stage
from matches.history import Kind, Played, RoundPlayed
from matches.pairing.field import field_from_history
from matches.pairing.swiss import SwissOptions, pair_swiss
from matches.standings.table import compute
from matches.tables.outcome import BOTH_DREW, FIRST_WON, SECOND_WON, Outcome
from tests.matches.lines import line_of


def chances(stage: Stage, model: Model, *, runs: int, seed: int) -> dict[str, float]:
    """How often each player reached the cut."""
    reached: Counter[str] = Counter()
    for run in range(runs):
        reached.update(_cut(stage, model, random.Random(f"{seed}/{run}")))
    return {player: reached[player] / runs for player in stage.players}


def _cut(stage: Stage, model: Model, rng: random.Random) -> list[str]:
    rounds, playing = list(stage.rounds), sorted(stage.playing)
    for left in range(stage.rounds_left - 1, -1, -1):
        field = field_from_history(playing, rounds, stage.settings.scoring)
        drawn = pair_swiss(field, seed=rng.getrandbits(32), options=SwissOptions())
        matches = [_played(pair.seats, model, rng) for pair in drawn.pairs]
        if drawn.bye is not None:
            matches.append(line_of((drawn.bye,), (Outcome.WON,), (2,), kind=Kind.BYE))
        rounds.append(RoundPlayed(len(rounds) + 1, tuple(matches)))
        if left:
            losses = _losses(rounds)
            playing = [p for p in playing if rng.random() >= model.leave[min(losses[p], MOST_LOSSES)]]
    table = compute(stage.players, rounds, stage.settings)
    order = sorted(table.rows, key=lambda row: (row.rank, rng.random()))
    return [row.player for row in order[: stage.cut]]


def _played(seats: tuple[str, ...], model: Model, rng: random.Random) -> Played:
    if rng.random() < model.draw:
        return line_of(seats, BOTH_DREW, (1, 1), 1)
    close = int(rng.random() < model.close)
    if rng.random() < 0.5:
        return line_of(seats, FIRST_WON, (2, close))
    return line_of(seats, SECOND_WON, (close, 2))


def _losses(rounds: list[RoundPlayed]) -> Counter[str]:
    return Counter(
        seat
        for played in rounds
        for match in played.matches
        for seat, outcome in zip(match.seats, match.outcomes, strict=True)
        if outcome is Outcome.LOST
    )
