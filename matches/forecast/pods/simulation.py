"""Chances to reach the cut where more than two sit at a table: the rest simulated many times. Pure.

All players are equally strong: every order of a table is as likely. A table is drawn as a whole, and players leave, at
the event's own rates, drawn towards usual ones. ``seed`` is the only chance; part p of a seed is the same anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from matches.forecast.model import DRAWS, DROP_WEIGHT, DROPS, WEIGHT
from matches.forecast.pods.certain import pod_certainties
from matches.forecast.pods.field import Flags, PodFieldRuns, Whole, pod_field
from matches.forecast.pods.pairing import KICKS_ALIKE, PodSeats, draw_round
from matches.forecast.pods.stage import PodStage
from matches.forecast.ranking import Column
from matches.forecast.simulation import shown
from matches.forecast.stage import RUNS, WHAT_IF_RUNS, Chance
from matches.standings.tie_break import Tables
from matches.standings.tie_breaks import REGISTRY
from matches.tables.score import Pod

PART = 250
MEETINGS = 32_000_000
"""So many pairs of players of all remainders are held at once, a byte each."""
DIGITS = 5
ALIKE, SEATS_ALIKE = 100, 4_000
"""How many rounds are drawn at the most, and how many players they seat together, where all remainders begin with the
same field: several may be the best, and each of them is as likely."""


def pod_forecast(stage: PodStage, *, seed: int, runs: int = RUNS) -> list[Chance]:
    """Return the chance of everyone who is still playing, in the order of the players."""
    proved = pod_certainties(stage.situation())
    reached = _reached(stage, seed=seed, runs=runs)
    return [
        Chance(player, shown(int(reached[index]), runs, proved[player]), proved[player])
        for index, player in enumerate(stage.players)
        if player in stage.playing
    ]


def pod_what_if(stage: PodStage, player: str, *, seed: int, runs: int = WHAT_IF_RUNS) -> list[float]:
    """Return a player's chance for each place at the next table, the first one first: the same remainders, that place
    replaced. At a smaller table than usual the places after its last one are the last; a bye stays a bye.

    The next table is the open one of the current round or, with its result there, that of the round after. Without any
    the list is empty.
    """
    index = stage.players.index(player)
    places = range(stage.places_ahead(player))
    reached = (_reached(stage, seed=seed, runs=runs, forced=Forced(index, place))[index] for place in places)
    return [shown(int(hits), runs, None) for hits in reached]


class Forced(NamedTuple):
    """The place of a player at the next table: a what-if. ``player`` is the index, the first ``place`` is 0."""

    player: int
    place: int


def _reached(stage: PodStage, *, seed: int, runs: int, forced: Forced | None = None) -> Whole:
    """Return in how many of the remainders each player reached the cut."""
    total = np.zeros(len(stage.players), dtype=np.int64)
    draws, leave = model_rates(stage)
    size = max(1, min(PART, MEETINGS // len(stage.players) ** 2))
    first = None if stage.open_pods or not stage.rounds_left else _first_rounds(stage, seed)
    for part, start in enumerate(range(0, runs, size)):
        rng = _chance(seed, part)
        field = pod_field(stage, min(size, runs - start))
        ready = forced
        if stage.open_pods:
            now = forced if forced and stage.open_table(stage.players[forced.player]) else None
            play_pods(field, _open(stage, field), draws, rng, now)
            ready = None if now else forced
        for number in range(stage.rounds_left):
            if first and number == 0:
                drawn = first.spread_over(field.runs)
            else:
                field.playing &= rng.random(field.playing.shape) >= leave
                drawn = draw_round(field, stage.setup, rng)
            play_pods(field, drawn, draws, rng, ready)
            ready = None
        total += in_cut(field, stage, rng).sum(axis=0)
    return total


def _chance(seed: int, part: int) -> np.random.Generator:
    return np.random.Generator(np.random.Philox(key=np.array([seed % 2**64, part], dtype=np.uint64)))


def _first_rounds(stage: PodStage, seed: int) -> PodSeats:
    """Rounds drawn of the field as it stands, from which all remainders go on: drawn with care, as they are few."""
    rows = max(1, min(ALIKE, SEATS_ALIKE // len(stage.players)))
    return draw_round(pod_field(stage, rows), stage.setup, _chance(seed, 2**64 - 1), kicks=KICKS_ALIKE)


def model_rates(stage: PodStage) -> tuple[float, float]:
    """The share of tables that end in a draw of all, and of players who leave after a round."""
    tables = [line.score for played in stage.rounds for line in played.matches if isinstance(line.score, Pod)]
    drawn = sum(len(set(pod.places)) == 1 for pod in tables)
    stayed = left = 0
    for before, after in pairwise(stage.rounds):
        there = {seat for line in after.matches for seat in line.seats}
        there |= {seat for pod in stage.open_pods for seat in pod} if after is stage.rounds[-1] else set()
        were = {seat for line in before.matches for seat in line.seats}
        stayed, left = stayed + len(were & there), left + len(were - there)
    return (
        (drawn + DRAWS * WEIGHT) / (len(tables) + WEIGHT),
        (left + DROPS * DROP_WEIGHT) / (stayed + left + DROP_WEIGHT),
    )


def _open(stage: PodStage, field: PodFieldRuns) -> PodSeats:
    """The open tables of the current round, the same in all remainders."""
    place = {player: index for index, player in enumerate(stage.players)}
    width = max(len(pod) for pod in stage.open_pods)
    seats = np.full((len(stage.open_pods), width), field.players, dtype=np.int64)
    for row, pod in enumerate(stage.open_pods):
        known = [place[player] for player in pod if player in place]
        seats[row, : len(known)] = known
    short = np.tile(np.array([len(pod) < stage.setup.size for pod in stage.open_pods]), (field.runs, 1))
    return PodSeats(np.tile(seats, (field.runs, 1, 1)), short, np.zeros_like(field.playing))


def play_pods(
    field: PodFieldRuns, drawn: PodSeats, draws: float, rng: np.random.Generator, forced: Forced | None = None
) -> None:
    """Play a round: every order of a table is as likely."""
    seats, empty = drawn.seats, field.players
    there = seats < empty
    sizes = there.sum(axis=2)
    order = np.where(there, rng.random(seats.shape), 2.0).argsort(axis=2).argsort(axis=2)
    tied = rng.random(sizes.shape) < draws
    if forced:
        _force(forced, (seats, sizes), order, tied)
    gained, firsts = np.zeros_like(seats), np.zeros_like(seats)
    for size, rewards in field.rewards.items():
        at = (sizes == size)[:, :, None] & there
        gained[at] = np.where(tied[:, :, None], rewards[size], rewards[np.minimum(order, size - 1)])[at]
        firsts[at] = np.where(tied[:, :, None], field.first_unit // size, (order == 0) * field.first_unit)[at]
    run = np.broadcast_to(np.arange(field.runs)[:, None, None], seats.shape)
    who = run[there], seats[there]
    field.points[who] += gained[there]
    field.firsts[who] += firsts[there]
    field.rounds[who] += 1
    field.shorts[who] += np.broadcast_to(drawn.short[:, :, None], seats.shape)[there]
    field.points += field.bye * drawn.resting
    field.rounds += drawn.resting
    field.byes += drawn.resting
    _meet(field, seats)


def _force(forced: Forced, drawn: tuple[Whole, Whole], order: Whole, tied: Flags) -> None:
    """Let the player change places with the one who has the place asked about."""
    seats, sizes = drawn
    run, pod, seat = np.nonzero(seats == forced.player)
    own = order[run, pod, seat]
    place = np.minimum(forced.place, sizes[run, pod] - 1)
    other = (order[run, pod] == place[:, None]).argmax(axis=1)
    order[run, pod, other] = own
    order[run, pod, seat] = place
    tied[run, pod] = False


def _meet(field: PodFieldRuns, seats: Whole) -> None:
    """Each two of a table have met once more; each pair is at one table only."""
    run = np.arange(field.runs)[:, None]
    for seat in range(seats.shape[2]):
        for other in range(seats.shape[2]):
            if seat != other:
                field.met[run, seats[:, :, seat], seats[:, :, other]] += 1
    field.met[:, -1, :] = field.met[:, :, -1] = 0


def in_cut(field: PodFieldRuns, stage: PodStage, rng: np.random.Generator) -> Flags:
    """Who is among the first by points and the tie-breaks; what is still level goes by lot."""
    keys = [rng.random(field.points.shape)]
    ranked_by = [key for key in stage.settings.order if Tables.PODS in REGISTRY[key].forecast]
    keys += [COLUMNS[key](field, stage) for key in reversed(ranked_by)]
    keys += [-field.points.astype(np.float64), (~field.playing).astype(np.float64)]
    order = np.lexsort(keys, axis=1)
    ranks = order.argsort(axis=1)
    return field.playing & (ranks < stage.cut)


def _opponents(field: PodFieldRuns) -> Column:
    """The mean share of the opponents over all meetings; 0 without any."""
    share = field.points / np.maximum(field.top * field.rounds, 1)
    met = field.met[:, :-1, :-1].astype(np.float32)
    total = np.matmul(met, share[:, :, None].astype(np.float32))[:, :, 0]
    meetings = met.sum(axis=2)
    return np.where(meetings > 0, total / np.maximum(meetings, 1), 0.0)


def _seeds(field: PodFieldRuns, stage: PodStage) -> Column:
    """The seed of each player, those without one last; level where the stage has none."""
    last = len(stage.seeds) + 1
    seeds = [last if seed is None else seed for seed in stage.seeds] or [0] * field.points.shape[1]
    return np.tile(np.array(seeds, dtype=np.float64), (field.runs, 1))


COLUMNS: dict[str, Callable[[PodFieldRuns, PodStage], Column]] = {
    "opp_points": lambda field, stage: -np.round(_opponents(field), DIGITS),
    "firsts": lambda field, stage: -field.firsts.astype(np.float64),
    "seed": _seeds,
}
"""The tie-breaks that remainders are ranked by, lowest first, as they declare it; all others count as a lot."""
