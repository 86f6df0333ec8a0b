"""Chances in pods: the rest of the stage simulated, held against the real draw and the real standings."""

from __future__ import annotations

import random

import numpy as np
import pytest

from matches.forecast.pod_field import pod_field
from matches.forecast.pod_pairing import draw_round
from matches.forecast.pod_simulation import pod_forecast
from matches.forecast.pod_stage import PodStage
from matches.history import Kind, Outcome, Played, RoundPlayed
from matches.pairing.pods.draw import draw_pods
from matches.pairing.pods.field import PodField
from matches.pairing.pods.past import as_player, pasts_reckoned
from matches.pairing.pods.setup import PodSetup
from matches.pod_reckoning import reckon
from matches.standings import Entrant, StandingsSettings, compute
from tests.forms import LONG, in_form

FOURS = PodSetup(size=4, least=3, most=4, bye=3)
ORDER = ("opp_points", "firsts", "lot")


def settings(setup: PodSetup, order: tuple[str, ...] = ORDER) -> StandingsSettings:
    return StandingsSettings(order=order, pods=setup.terms, lot_seed=1)


def drawn(players: list[str], rounds: list[RoundPlayed], setup: PodSetup, seed: int) -> RoundPlayed:
    """The next round as the real code draws it, every order of a table as likely."""
    lines = [[reckon(line, setup.terms) for line in played.matches] for played in rounds]
    pasts = pasts_reckoned(players, lines, setup.size)
    field = PodField(tuple(as_player(key, pasts[key]) for key in sorted(players)))
    made = draw_pods(field, setup.shape, seed=seed, weighed=setup.weighed)
    chance = random.Random(seed)
    matches = []
    for pod in made.pods:
        places = list(range(1, len(pod) + 1))
        chance.shuffle(places)
        matches.append(Played(seats=pod, outcomes=(), places=tuple(places)))
    byes = [Played(seats=(key,), outcomes=(Outcome.WON,), kind=Kind.BYE) for key in made.byes]
    return RoundPlayed(len(rounds) + 1, (*matches, *byes))


def stage_of(count: int, played: int, left: int, cut: int, setup: PodSetup = FOURS, **more: object) -> PodStage:
    players = [f"P{number:03}" for number in range(count)]
    rounds: list[RoundPlayed] = []
    for number in range(played):
        rounds.append(drawn(players, rounds, setup, 50 + number))
    given = {"settings": settings(setup), **more}
    return PodStage(
        players=tuple(players),
        playing=frozenset(players),
        rounds=tuple(rounds),
        rounds_left=left,
        cut=cut,
        setup=setup,
        **given,  # type: ignore[arg-type]
    )


def test_the_chances_add_up_to_the_cut_and_are_the_same_for_the_same_seed() -> None:
    stage = stage_of(14, 2, 2, 4)
    rows = pod_forecast(stage, seed=3, runs=300)
    assert sum(row.chance for row in rows) == pytest.approx(4, abs=0.1)
    assert rows == pod_forecast(stage, seed=3, runs=300)
    assert rows != pod_forecast(stage, seed=4, runs=300)
    assert all(0 < row.chance < 1 for row in rows if row.certain is None)


def test_open_tables_are_played_and_those_who_left_are_passed_over() -> None:
    stage = stage_of(12, 3, 0, 4)
    last = stage.rounds[-1]
    here = PodStage(
        players=stage.players,
        playing=stage.playing - {last.matches[1].seats[0]},
        rounds=(*stage.rounds[:-1], RoundPlayed(3, last.matches[1:])),
        rounds_left=0,
        cut=4,
        setup=FOURS,
        settings=stage.settings,
        open_pods=(last.matches[0].seats,),
    )
    rows = pod_forecast(here, seed=1, runs=400)
    assert len(rows) == 11
    assert sum(row.chance for row in rows) == pytest.approx(4, abs=0.1)


@pytest.mark.parametrize(
    ("count", "setup"),
    [
        (24, FOURS),
        (23, FOURS),
        (17, PodSetup(size=4, least=3, most=4, bye=3, weighed=True)),
        (14, PodSetup(size=4, least=4, most=4, bye=3, rest_byes=True)),
        (13, PodSetup(size=3, least=2, most=3, bye=2)),
        (5, FOURS),
    ],
)
def test_everyone_is_seated_once_in_pods_of_the_right_sizes(count: int, setup: PodSetup) -> None:
    stage = stage_of(count, 2, 1, 2, setup)
    field = pod_field(stage, 20)
    made = draw_round(field, setup, np.random.default_rng(5))
    real = drawn(list(stage.players), list(stage.rounds), setup, 5)
    sizes = sorted(len(line.seats) for line in real.matches if line.kind is Kind.PLAYED)
    for run in range(field.runs):
        pods = [[seat for seat in pod if seat < count] for pod in made.seats[run].tolist()]
        there = sorted(seat for pod in pods for seat in pod)
        assert sorted(len(pod) for pod in pods) == sizes
        assert sorted([*there, *np.nonzero(made.resting[run])[0].tolist()]) == list(range(count))


def test_players_hardly_meet_again_where_the_real_draw_keeps_them_apart() -> None:
    stage = stage_of(32, 2, 1, 4)
    field = pod_field(stage, 50)
    seats = draw_round(field, FOURS, np.random.default_rng(2)).seats
    again = sum(
        int(field.met[run, a, b]) for run in range(50) for pod in seats[run].tolist() for a in pod for b in pod if a < b
    )
    assert again / 50 < 0.5


def test_a_last_round_ranks_as_the_real_standings_do() -> None:
    """Without a round to come a forecast is the table: the first by points and tie-breaks, whatever is not level."""
    stage = stage_of(21, 3, 0, 6)
    table = compute([Entrant(player) for player in stage.players], stage.rounds, settings(FOURS, ORDER[:2]))
    rows = {row.player: row.chance for row in pod_forecast(stage, seed=1, runs=200)}
    ranks = {row.player: row.rank for row in table.rows}
    level = [rank for rank in ranks.values() if list(ranks.values()).count(rank) > 1]
    for player, rank in ranks.items():
        if rank not in level:
            assert (rows[player] > 0.5) == (rank <= 6), player


@pytest.mark.parametrize(("count", "played", "left"), [(24, 2, 1), (24, 2, 2)] if LONG else [(16, 2, 1)])
def test_chances_are_those_of_the_real_draw(count: int, played: int, left: int) -> None:
    """Within two points of a hundred, root mean square, beyond what the numbers of runs explain."""
    runs = in_form(gate=40, long=200)
    stage = stage_of(count, played, left, count // 4)
    hits = dict.fromkeys(stage.players, 0)
    for run in range(runs):
        rounds = list(stage.rounds)
        for number in range(left):
            rounds.append(drawn(list(stage.players), rounds, FOURS, 1_000 * run + number))
        table = compute([Entrant(player) for player in stage.players], rounds, settings(FOURS, ORDER))
        for row in table.rows[: count // 4]:
            hits[row.player] += 1
    rows = pod_forecast(stage, seed=5, runs=2_000)
    shares = [(hits[row.player] / runs, row.chance) for row in rows]
    noise = sum(share * (1 - share) * (1 / runs + 1 / 2_000) for _real, share in shares) / len(shares)
    apart = sum((real - share) ** 2 for real, share in shares) / len(shares)
    assert apart - noise < (0.02 if LONG else 0.05) ** 2
    assert sum(hits.values()) == runs * (count // 4)
