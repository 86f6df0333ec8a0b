"""Chances in pods: the rest of the stage simulated, held against the real draw and the real standings."""

from __future__ import annotations

import random

import numpy as np
import pytest
from msgspec.structs import replace

from matches.forecast.pods.field import pod_field
from matches.forecast.pods.pairing import PodSeats, draw_round
from matches.forecast.pods.simulation import Forced, in_cut, model_rates, play_pods, pod_forecast, pod_what_if
from matches.forecast.pods.stage import PodStage
from matches.history import Kind, RoundPlayed
from matches.pairing.pods.draw import draw_pods
from matches.pairing.pods.field import PodField
from matches.pairing.pods.past import as_player, pasts_reckoned
from matches.pairing.pods.setup import PodSetup
from matches.standings import Entrant, StandingsSettings, compute
from matches.tables.kinds import reckon
from matches.tables.outcome import Outcome
from tests.forms import LONG, in_form
from tests.matches.lines import line_of

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
        matches.append(line_of(seats=pod, outcomes=(), places=tuple(places)))
    byes = [line_of(seats=(key,), outcomes=(Outcome.WON,), kind=Kind.BYE) for key in made.byes]
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


def test_a_what_if_is_about_the_next_table() -> None:
    """In the last round nothing but the own place is left of the player's chance, and a place more is never worse."""
    stage = stage_of(24, 2, 1, 6)
    rows = {row.player: row.chance for row in pod_forecast(stage, seed=1, runs=500)}
    player = next(player for player, chance in rows.items() if 0.2 < chance < 0.6)
    chances = pod_what_if(stage, player, seed=1, runs=500)
    assert len(chances) == 4
    assert sorted(chances, reverse=True) == chances
    assert chances[0] > rows[player] > chances[3]
    assert sum(chances) / 4 == pytest.approx(rows[player], abs=0.06)


def test_a_what_if_forces_the_open_table_and_only_that() -> None:
    """Who leads by far and has to come in first to be proved in is in if first; the round after goes by lot again."""
    stage = stage_of(12, 3, 0, 4)
    last = stage.rounds[-1]
    here = replace(
        stage,
        rounds=(*stage.rounds[:-1], RoundPlayed(3, last.matches[1:])),
        open_pods=(last.matches[0].seats,),
    )
    player = last.matches[0].seats[0]
    assert here.places_ahead(player) == len(last.matches[0].seats)
    first, *_others, lowest = pod_what_if(here, player, seed=1, runs=200)
    assert first > lowest
    done = last.matches[1].seats[0]
    assert here.places_ahead(done) == 0
    assert pod_what_if(here, done, seed=1, runs=200) == []
    more = replace(here, rounds_left=1)
    assert more.places_ahead(done) == 4
    worth = pod_what_if(more, done, seed=1, runs=200)
    assert sorted(worth, reverse=True) == worth


@pytest.mark.parametrize("left", [1, 2])
def test_forced_places_are_taken_and_each_place_is_taken_once(left: int) -> None:
    stage = stage_of(11, 1, left, 3, PodSetup(size=4, least=3, most=4, bye=3))
    field = pod_field(stage, 300)
    seats = draw_round(field, FOURS, np.random.default_rng(1))
    before = field.points.copy()
    play_pods(field, seats, 1.0, np.random.default_rng(2), Forced(4, 3))
    gained = (field.points - before) / field.unit
    assert set(gained[:, 4]) == {0.0}  # last at a table of four, and of three
    tables = [[seat for seat in pod if seat < 11] for pod in seats.seats[0].tolist()]
    own = next(pod for pod in tables if 4 in pod)
    assert len(set(gained[0, own])) == len(own)
    other = next(pod for pod in tables if 4 not in pod)
    assert len(set(gained[0, other])) == 1  # drawn, as all tables but the own one


@pytest.mark.parametrize(("count", "played"), [(24, 2), (40, 3), (23, 2)] if LONG else [(16, 2)])
def test_the_next_round_brings_the_chances_of_the_real_draw(count: int, played: int) -> None:
    """Within a point of a hundred, root mean square, beyond what the numbers of draws and runs explain."""
    stage, runs = stage_of(count, played, 1, count // 4), 8_000
    draws = in_form(gate=40, long=60)
    real = seats_of(stage, [drawn(list(stage.players), list(stage.rounds), FOURS, 900 + n) for n in range(draws)])
    rates = model_rates(stage)
    total = np.zeros(count)
    for part in range(8):
        rng = np.random.default_rng(part)
        field = pod_field(stage, 1_000)
        play_pods(field, real.spread_over(1_000), rates[0], rng)
        total += in_cut(field, stage, rng).sum(axis=0)
    made = np.array([row.chance for row in pod_forecast(stage, seed=5, runs=runs)])
    share = total / runs
    noise = (made * (1 - made)).mean() * 2 / runs
    assert ((made - share) ** 2).mean() - noise < 0.01**2


def seats_of(stage: PodStage, rounds: list[RoundPlayed]) -> PodSeats:
    """Rounds as arrays."""
    place = {player: index for index, player in enumerate(stage.players)}
    pods = [[line.seats for line in played.matches if line.kind is Kind.PLAYED] for played in rounds]
    seats = np.full((len(rounds), len(pods[0]), 4), len(place), dtype=np.int64)
    for row, tables in enumerate(pods):
        for at, table in enumerate(tables):
            seats[row, at, : len(table)] = [place[player] for player in table]
    there = (seats < len(place)).sum(axis=2)
    resting = np.ones((len(rounds), len(place) + 1), dtype=np.bool_)
    np.put_along_axis(resting, seats.reshape(len(rounds), -1), values=False, axis=1)
    return PodSeats(seats, there < 4, resting[:, :-1])


@pytest.mark.long
@pytest.mark.parametrize(("count", "played", "left"), [(24, 2, 2)])
def test_chances_are_those_of_the_real_draw(count: int, played: int, left: int) -> None:
    """Within two points of a hundred, root mean square, beyond what the numbers of runs explain."""
    runs = 200
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
    assert apart - noise < 0.02**2
    assert sum(hits.values()) == runs * (count // 4)
