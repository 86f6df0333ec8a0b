"""Forecasts of the sixteen real tournaments after each round but the last, held against who really made the cut."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import pytest

from matches.forecast.certain import Certain, Situation, certainties
from matches.forecast.simulation import forecast
from matches.forecast.stage import Chance
from matches.history import Kind
from matches.standings.table import compute
from matches.tables.outcome import Outcome
from matches.tournament_files.forecast_command import stage_after, still_in
from matches.tournament_files.swiss_file import Tournament
from matches.tournament_files.table_of_file import settings_of, table_as_of
from tests.forms import in_form
from tests.matches.pairing.real import NAMES, real_tournament

RUNS = in_form(gate=250, long=2_000)


class Forecast(NamedTuple):
    """A forecast for one player, and what came of it."""

    event: str
    rounds_left: int
    row: Chance
    reached: bool
    by_points: float

    @property
    def error(self) -> float:
        """The squared error (Brier)."""
        return (self.row.chance - self.reached) ** 2


def cut_of(tournament: Tournament) -> int:
    """The top 8; the top 4 below 32 players."""
    return 8 if len(tournament.players) >= 32 else 4


@cache
def forecasts() -> tuple[Forecast, ...]:
    """All forecasts of all events."""
    return tuple(made for name in NAMES for made in of_event(name, real_tournament(name)))


def of_event(name: str, tournament: Tournament) -> list[Forecast]:
    """The forecasts of one event after each round but the last."""
    cut, rounds = cut_of(tournament), len(tournament.rounds)
    reached = {row.player for row in table_as_of(tournament).rows[:cut]}
    found = []
    for after in range(1, rounds):
        stage = stage_after(tournament, after, rounds, cut, power=bool(tournament.playoff) and "melee" in name)
        lots = by_points(tournament, after, cut)
        for row in forecast(stage, seed=1, runs=RUNS):
            found.append(Forecast(name, rounds - after, row, row.player in reached, lots[row.player]))
    return found


def by_points(tournament: Tournament, after: int, cut: int) -> dict[str, float]:
    """The chance to be in the cut now, with lots for ties in points."""
    rows = compute(tournament.players, tournament.rounds[:after], settings_of(tournament.rules)).rows
    chances = {}
    for points in {row.points for row in rows}:
        level = [row.player for row in rows if row.points == points]
        above = sum(row.points > points for row in rows)
        share = min(1.0, max(0.0, (cut - above) / len(level)))
        chances.update(dict.fromkeys(level, share))
    return chances


def last_round_paired(name: str) -> Situation:
    """The stage with its last round paired, and nobody's result in it."""
    tournament = real_tournament(name)
    rounds = len(tournament.rounds)
    last = tournament.rounds[-1]
    points = {row.player: row.points for row in table_as_of(tournament, rounds - 1).rows}
    for match in last.matches:
        if match.kind is Kind.BYE:
            points[match.seats[0]] += tournament.rules.scoring.bye
    return Situation(
        points=points,
        playing=frozenset(still_in(tournament, rounds - 1)) | {seat for match in last.matches for seat in match.seats},
        rounds_left=0,
        cut=cut_of(tournament),
        open_pairs=tuple((m.seats[0], m.seats[1]) for m in last.matches if len(m.seats) == 2),
        scoring=tournament.rules.scoring,
    )


def test_with_the_last_round_paired_most_is_decided_and_nothing_wrongly():
    decided = total = 0
    for name in NAMES:
        tournament = real_tournament(name)
        reached = {row.player for row in table_as_of(tournament).rows[: cut_of(tournament)]}
        went = {s: o for m in tournament.rounds[-1].matches for s, o in zip(m.seats, m.outcomes, strict=True)}
        for player, claim in certainties(last_round_paired(name)).items():
            total += 1
            decided += claim is not None
            result = went.get(player, Outcome.LOST)
            if claim is Certain.OUT:
                assert player not in reached
            if (
                claim is Certain.IN
                or (claim is Certain.IN_WITH_DRAW and result is not Outcome.LOST)
                or (claim is Certain.IN_WITH_WIN and result is Outcome.WON)
            ):
                assert player in reached
    assert decided / total > 0.6


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


@pytest.mark.parametrize(("rounds_left", "most"), [(None, 0.045), (1, 0.038), (2, 0.060), (3, 0.066)])
def test_the_brier_score(rounds_left, most):
    errors = [made.error for made in forecasts() if rounds_left in (None, made.rounds_left)]
    assert mean(errors) <= most


def test_the_log_loss():
    losses = [-math.log(made.row.chance if made.reached else 1 - made.row.chance) for made in forecasts()]
    assert mean(losses) <= 0.155


def test_better_than_the_share_of_the_field_and_than_lots_for_ties():
    ours = mean([made.error for made in forecasts()])
    of_field = {name: cut_of(real_tournament(name)) / len(real_tournament(name).players) for name in NAMES}
    assert ours < mean([(of_field[made.event] - made.reached) ** 2 for made in forecasts()])
    assert ours < mean([(made.by_points - made.reached) ** 2 for made in forecasts()])


def test_nothing_that_was_certain_was_wrong():
    claims = [made for made in forecasts() if made.row.chance in (0.0, 1.0)]
    assert len(claims) > 500
    assert [made for made in claims if made.reached != bool(made.row.chance)] == []


def beyond(made: Iterable[Forecast], least: float) -> tuple[int, float, float]:
    """Of forecasts of at least ``least`` without proof: who missed, who was expected to, and its standard error."""
    chances = [(row.row.chance, row.reached) for row in made if least <= row.row.chance < 1]
    missed = sum(not reached for _chance, reached in chances)
    return missed, sum(1 - chance for chance, _ in chances), math.sqrt(sum(c * (1 - c) for c, _ in chances))


@pytest.mark.parametrize("least", [0.95, 0.97, 0.98, 0.99])
def test_favourites_miss_as_often_as_forecast(least):
    """Also where a draw would do: an opponent may want to play, as the one of a leader of melee-23 did, who missed."""
    missed, expected, error = beyond(forecasts(), least)
    assert abs(missed - expected) <= 2.5 * error


@pytest.mark.parametrize("tenth", range(10))
def test_observed_as_often_as_forecast(tenth):
    """Within 2.5 standard errors in each tenth; the events are the clusters. Below 50 forecasts, none is claimed."""
    there = [made for made in forecasts() if min(int(made.row.chance * 10), 9) == tenth]
    if len(there) < 50:
        assert tenth in (6, 7, 8), "few events have favourites"
        return
    by_event: dict[str, float] = {}
    for made in there:
        by_event[made.event] = by_event.get(made.event, 0.0) + made.reached - made.row.chance
    error = math.sqrt(sum(value**2 for value in by_event.values()))
    assert abs(sum(by_event.values())) <= 2.5 * error
