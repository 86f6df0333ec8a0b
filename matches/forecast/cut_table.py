"""Which record makes the cut how often, from whole events simulated before their first round. Pure.

The strengths of the players are normal on the logit scale: between players one standard deviation apart, the stronger
one wins 73 of 100 matches at a spread of 1. A spread of 0 makes every match a coin flip.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log2

import msgspec
import numpy as np
from numpy.typing import NDArray

from matches.forecast.agreement import Agreement
from matches.forecast.field import Field, field_of
from matches.forecast.model import CLOSE, DRAWS, DROPS, MOST_LOSSES, Model
from matches.forecast.pairing import pair_round
from matches.forecast.playing import Play, leave, play_round
from matches.forecast.ranking import ranks_of
from matches.standings.settings import StandingsSettings

EVENTS = 2_000
PART = 250
PLACES = 128_000
"""Players of all events that are simulated at once: more would take a worker's memory, up to a gigabyte."""
USUAL = StandingsSettings()
Report = Callable[[int, int], None]
RARE = 0.005
"""Records that fewer of the players have than this share are left out of the table."""


class EventShape(msgspec.Struct, frozen=True, kw_only=True):
    """An event before its first round, with so many Swiss ``rounds``.

    ``draws`` is the share of drawn matches, ``drops`` the share of players with a loss or more who leave after a round.
    """

    players: int
    rounds: int
    cut: int
    spread: float = 0.0
    draws: float = DRAWS
    drops: float = DROPS


class RecordRow(msgspec.Struct, frozen=True, kw_only=True):
    """Players with a record at the end of the Swiss rounds: how many an event has on average, what share of them made
    the cut, and the standard error of that share over the events."""

    wins: int
    losses: int
    draws: int
    players: float
    reached: float
    error: float


class CutTable(msgspec.Struct, frozen=True, kw_only=True):
    """What happened over all ``events``.

    ``undefeated`` is how many players had no loss after the Swiss rounds, on average. The other three are shares of the
    events: in which the strongest player won, made the cut, and had no loss.
    """

    events: int
    records: tuple[RecordRow, ...]
    undefeated: float
    strongest_wins: float
    strongest_in: float
    strongest_undefeated: float


class CutTables(msgspec.Struct, frozen=True, kw_only=True):
    """The tables of a shape: by the number of rounds, and for its own number if pairs also agree on draws."""

    usual: dict[int, CutTable]
    agreed: CutTable


def cut_tables(
    shape: EventShape,
    numbers: Sequence[int],
    *,
    seed: int,
    events: int = EVENTS,
    settings: StandingsSettings = USUAL,
    report: Report = lambda _done, _total: None,
) -> CutTables:
    """Simulate events of a shape with its own number of rounds and with those of ``numbers``.

    All of them are the same events, looked at after so many rounds; where draws are agreed on, the last two rounds are
    played again. ``report`` hears how many parts are done. The same seed gives the same tables on any machine.
    """
    totals = {number: _Totals(number) for number in sorted({*numbers, shape.rounds})}
    agreed = _Totals(shape.rounds)
    size = min(PART, PLACES // shape.players)
    starts = range(0, events, size)
    for part, start in enumerate(starts):
        report(part, len(starts))
        rng = np.random.Generator(np.random.Philox(key=np.array([seed % 2**64, part], dtype=np.uint64)))
        _Part(shape, settings, min(size, events - start), rng, max(totals)).play(totals, agreed)
    return CutTables(
        usual={number: total.table(events) for number, total in totals.items()}, agreed=agreed.table(events)
    )


class _Part:
    """Some of the events, all simulated at once."""

    def __init__(
        self, shape: EventShape, settings: StandingsSettings, events: int, rng: np.random.Generator, most: int
    ) -> None:
        names = tuple(str(number) for number in range(shape.players))
        self.shape, self.settings, self.rng, self.most = shape, settings, rng, most
        self.field = field_of(names, frozenset(names), (), settings, runs=events, more_rounds=most)
        self.model = Model(shape.draws, CLOSE, leave=(0.0, *([shape.drops] * MOST_LOSSES)))
        size = self.field.points.shape
        self.strengths = rng.normal(0.0, shape.spread, size) if shape.spread else np.zeros(size)

    def play(self, totals: dict[int, _Totals], agreed: _Totals) -> None:
        """Play all rounds. The events are added to the totals of each number of rounds, and to those with agreed
        draws."""
        for number in range(1, self.most + 1):
            if number == max(self.shape.rounds - 1, 1):
                self._end_with_agreed_draws(self.field.copy(), number, agreed)
            self._round(self.field, 0)
            if number in totals:
                self._add(self.field, totals[number])
            if number < self.most:
                leave(self.field, self.model, self.rng)

    def _end_with_agreed_draws(self, field: Field, number: int, agreed: _Totals) -> None:
        """Play the rounds from ``number`` on in which pairs may agree."""
        agreeing = Agreement().draw(field.runs, self.rng)
        for left in range(self.shape.rounds - number, -1, -1):
            self._round(field, left, agreeing)
        self._add(field, agreed)

    def _round(self, field: Field, left: int, agreeing: NDArray[np.float64] | None = None) -> None:
        """Play a round with ``left`` more to come. Players leave only before another round."""
        settings, cut = self.settings, self.shape.cut
        play = Play(
            self.model, settings.scoring, left, cut, settings.bye_rounds, strengths=self.strengths, agreeing=agreeing
        )
        play_round(field, pair_round(field, self.rng), play, self.rng)

    def _add(self, field: Field, totals: _Totals) -> None:
        """Rank everyone, play the bracket, and add what came of it."""
        cut = self.shape.cut
        ranks = ranks_of(field, self.settings, self.rng)
        places = np.where(field.playing, ranks, field.players + ranks).argsort(axis=1).argsort(axis=1) + 1
        reached = field.playing & (places <= cut)
        champion = places == 1
        if cut > 1:
            champion = _bracket(places, self.strengths, min(cut, field.players), self.rng)
        totals.add(field, reached, champion, self.strengths if self.shape.spread else None)


def _bracket(
    places: NDArray[np.int64], strengths: NDArray[np.float64], cut: int, rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Who wins the bracket of the first ``cut`` places, seeded 1 to ``cut``; missing seeds are byes."""
    size = 2 ** int(np.ceil(log2(cut)))
    order = places.argsort(axis=1)[:, :cut]
    rows = np.arange(len(order))
    slots = np.full((len(order), size), -1, dtype=np.int64)
    for slot, seed in enumerate(_seeding(size)):
        if seed <= cut:
            slots[:, slot] = order[:, seed - 1]
    while slots.shape[1] > 1:
        first, second = slots[:, 0::2], slots[:, 1::2]
        ahead = strengths[rows[:, None], first] - strengths[rows[:, None], second]
        wins = (rng.random(first.shape) < 1 / (1 + np.exp(-ahead))) | (second < 0)
        slots = np.where(wins & (first >= 0), first, second)
    champion = np.zeros(places.shape, dtype=np.bool_)
    champion[rows, slots[:, 0]] = True
    return champion


def _seeding(size: int) -> list[int]:
    """The seeds of a bracket from top to bottom: 1 meets the last, and 1 and 2 meet in the final."""
    seeds = [1]
    while len(seeds) < size:
        seeds = [seed for top in seeds for seed in (top, 2 * len(seeds) + 1 - top)]
    return seeds


class _Totals:
    """Sums over all events: per record the players, those who made the cut, and the squares of both per event."""

    def __init__(self, rounds: int) -> None:
        self.width = rounds + 1
        size = self.width**2
        self.players = np.zeros(size)
        self.reached = np.zeros(size)
        self.squares = np.zeros((3, size))
        self.undefeated = 0.0
        self.strongest = np.zeros(3)

    def add(
        self,
        field: Field,
        reached: NDArray[np.bool_],
        champion: NDArray[np.bool_],
        strengths: NDArray[np.float64] | None,
    ) -> None:
        """Add the events of a part. Only players who stayed to the end have a record."""
        stayed = field.playing
        key = field.wins * self.width + field.losses
        rows = np.repeat(np.arange(field.runs), field.players).reshape(key.shape) * self.width**2
        shape = (field.runs, self.width**2)
        size = field.runs * self.width**2
        there = np.bincount((rows + key)[stayed], minlength=size).reshape(shape).astype(float)
        made = np.bincount((rows + key)[stayed & reached], minlength=size).reshape(shape).astype(float)
        self.players += there.sum(axis=0)
        self.reached += made.sum(axis=0)
        self.squares += np.stack([(made**2).sum(axis=0), (made * there).sum(axis=0), (there**2).sum(axis=0)])
        unbeaten = stayed & (field.losses == 0)
        self.undefeated += float(unbeaten.sum())
        best = (
            np.arange(field.runs),
            (strengths.argmax(axis=1) if strengths is not None else np.zeros(field.runs, dtype=np.int64)),
        )
        self.strongest += [champion[best].sum(), reached[best].sum(), unbeaten[best].sum()]

    def table(self, events: int) -> CutTable:
        """The table, the best record first."""
        rounds = self.width - 1
        whole = self.players.sum()
        rows = []
        for key in range(self.width**2):
            wins, losses = divmod(key, self.width)
            if self.players[key] < max(RARE * whole, 1):
                continue
            share = self.reached[key] / self.players[key]
            made, both, there = self.squares[:, key]
            spread = max(made - 2 * share * both + share**2 * there, 0.0)
            rows.append(
                RecordRow(
                    wins=wins,
                    losses=losses,
                    draws=rounds - wins - losses,
                    players=float(self.players[key] / events),
                    reached=float(share),
                    error=float(np.sqrt(spread) / self.players[key]),
                )
            )
        rows.sort(key=lambda row: (3 * row.wins + row.draws, row.wins), reverse=True)
        return CutTable(
            events=events,
            records=tuple(rows),
            undefeated=self.undefeated / events,
            strongest_wins=float(self.strongest[0] / events),
            strongest_in=float(self.strongest[1] / events),
            strongest_undefeated=float(self.strongest[2] / events),
        )
