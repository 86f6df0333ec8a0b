"""Simulated remainders: the same for a seed, ranked and paired as the real code does."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from matches.forecast.field import field_of
from matches.forecast.model import Model, model_of
from matches.forecast.pairing import pair_round
from matches.forecast.ranking import ranks_of
from matches.forecast.simulation import PART, forecast, what_if
from matches.forecast.stage import Stage
from matches.history import RoundPlayed
from matches.standings.settings import StandingsSettings
from matches.tables.outcome import BOTH_DREW, FIRST_WON, Outcome
from matches.tournament_files.forecast_command import stage_after
from matches.tournament_files.table_of_file import settings_of, table_as_of
from tests.forms import LONG, in_form
from tests.matches.forecast import readable
from tests.matches.lines import line_of
from tests.matches.pairing.real import NAMES, real_tournament

ORDER = StandingsSettings(order=("omw", "rw", "orw"))


def stage_of(name: str, rounds_left: int, cut: int = 8) -> Stage:
    tournament = real_tournament(name)
    rounds = len(tournament.rounds)
    return stage_after(tournament, rounds - rounds_left, rounds, cut, power=False)


def test_the_same_seed_gives_the_same_chances():
    stage = stage_of("melee-11", 2)
    assert forecast(stage, seed=3, runs=400) == forecast(stage, seed=3, runs=400)
    assert forecast(stage, seed=3, runs=400) != forecast(stage, seed=4, runs=400)


def test_more_runs_go_on_from_fewer():
    """The first part of a longer forecast is the shorter one: its hits are among those of the longer."""
    stage = stage_of("melee-11", 2)
    short = {row.player: round(row.chance * (PART + 1), 6) for row in forecast(stage, seed=3, runs=PART)}
    longer = {row.player: round(row.chance * (2 * PART + 1), 6) for row in forecast(stage, seed=3, runs=2 * PART)}
    assert all(short[player] <= longer[player] for player in short)


def test_the_places_in_the_cut_add_up():
    stage = stage_of("melee-09", 3)
    rows = forecast(stage, seed=1, runs=500)
    assert sum(row.chance for row in rows) == pytest.approx(8, abs=0.2)


def test_the_ranking_is_that_of_the_standings(subtests: pytest.Subtests):
    for name in NAMES:
        with subtests.test(name=name):
            tournament = real_tournament(name)
            settings = settings_of(tournament.rules)
            everyone = frozenset(tournament.players)
            field = field_of(tournament.players, everyone, tournament.rounds, settings, runs=2, more_rounds=0)
            ranks = ranks_of(field, settings, np.random.default_rng(1))
            table = {row.player: row.rank for row in table_as_of(tournament).rows}
            shared = {rank for rank in table.values() if sum(other == rank for other in table.values()) > 1}
            for player, found in zip(tournament.players, ranks[0].tolist(), strict=True):
                if table[player] in shared:
                    assert found >= table[player]
                else:
                    assert found == table[player]


@pytest.mark.parametrize("name", ["melee-15", "melee-11", "melee-09", "cardsrealm-01"])
def test_nobody_meets_an_opponent_again_where_the_field_is_large_enough(name):
    stage = stage_of(name, 1)
    field = field_of(stage.players, stage.playing, stage.rounds, stage.settings, runs=200, more_rounds=1)
    pairs = pair_round(field, np.random.default_rng(1))
    rows, spots = np.nonzero(pairs.there)
    first, second = pairs.first[rows, spots], pairs.second[rows, spots]
    met = (field.opponents_so_far()[rows, first] == second[:, None]).any(axis=1)
    assert not met.any()
    seats = np.concatenate([first, second])
    assert len(seats) == len({(row, seat) for row, seat in zip([*rows, *rows], seats, strict=True)})
    assert field.playing[np.concatenate([rows, rows]), seats].all()
    assert (2 * pairs.there.sum(axis=1) + (pairs.bye < field.players) == field.playing.sum(axis=1)).all()


def leaders(agreed: bool) -> Stage:
    """Eight players after two rounds, one to go and two places: the leaders would both be in with a draw."""
    first = [("A", "E"), ("B", "F"), ("C", "G"), ("D", "H")]
    second = [("A", "C"), ("B", "D"), ("E", "G"), ("F", "H")]
    rounds = tuple(
        RoundPlayed(number, tuple(line_of(pair, FIRST_WON, (2, 0)) for pair in pairs))
        for number, pairs in enumerate((first, second), start=1)
    )
    players = tuple("ABCDEFGH")
    return Stage(players, frozenset(players), rounds, 1, 4, ORDER, agreed_draws=agreed)


def test_leaders_draw_by_agreement_where_the_event_allows_it():
    chances = {row.player: row.chance for row in forecast(leaders(True), seed=1, runs=500)}
    played = {row.player: row.chance for row in forecast(leaders(False), seed=1, runs=500)}
    assert chances["A"] >= played["A"]
    assert chances["A"] > 0.99


def test_a_win_is_worth_more_than_a_draw_and_a_draw_more_than_a_loss():
    stage = stage_of("melee-11", 1)
    player = next(row.player for row in forecast(stage, seed=1, runs=250) if 0.2 < row.chance < 0.8)
    chances = what_if(stage, player, seed=1, runs=500)
    assert chances[Outcome.WON] > chances[Outcome.DRAWN] >= chances[Outcome.LOST]


def test_after_the_own_result_a_what_if_is_about_the_next_round():
    """A has won while C and D are playing; one more round follows."""
    rounds = (RoundPlayed(1, (line_of(("A", "B"), FIRST_WON, (2, 0)),)),)
    stage = Stage(tuple("ABCD"), frozenset("ABCD"), rounds, 1, 1, ORDER, open_pairs=(("C", "D"),))
    chances = what_if(stage, "A", seed=1, runs=500)
    assert chances[Outcome.WON] > 0.9 > chances[Outcome.LOST]


def test_open_matches_are_played_before_the_next_round():
    rounds = (RoundPlayed(1, (line_of(("A", "B"), FIRST_WON, (2, 0)),)),)
    stage = Stage(tuple("ABCD"), frozenset("ABCD"), rounds, 0, 1, ORDER, open_pairs=(("C", "D"),))
    chances = {row.player: row.chance for row in forecast(stage, seed=1, runs=1_000)}
    assert chances["B"] == 0
    assert 0.3 < chances["A"] < 0.9
    assert chances["C"] == pytest.approx(chances["D"], abs=0.1)


def test_those_who_left_hold_their_place_or_are_passed_over():
    rounds = (RoundPlayed(1, (line_of(("A", "B"), FIRST_WON, (2, 0)), line_of(("C", "D"), BOTH_DREW, (1, 1), 1))),)
    holds = Stage(tuple("ABCD"), frozenset("BCD"), rounds, 0, 1, ORDER)
    assert [row.chance for row in forecast(holds, seed=1, runs=100)] == [0, 0, 0]
    passed = Stage(tuple("ABCD"), frozenset("BCD"), rounds, 0, 1, ORDER, left_keep_places=False)
    chances = [row.chance for row in forecast(passed, seed=1, runs=400)]
    assert chances[0] == 0
    assert chances[1] + chances[2] == pytest.approx(1, abs=0.01)


def test_the_model_learns_from_the_event():
    assert model_of(()) == Model(draw=0.025, close=0.4, leave=(0.03,) * 5)
    drawn = tuple(line_of((f"A{n}", f"B{n}"), BOTH_DREW, (1, 1)) for n in range(100))
    assert model_of((RoundPlayed(1, drawn),)).draw == pytest.approx((100 + 2.5) / 200)


def test_who_still_plays_has_not_left():
    """Before the first result of round 2, a win in one of two rounds is in: 3 chances of 4, and 1 after a loss."""
    first = RoundPlayed(1, tuple(line_of((a, b), FIRST_WON, (2, 0)) for a, b in ("AB", "CD", "EF", "GH")))
    now = (("A", "C"), ("E", "G"), ("B", "D"), ("F", "H"))
    model = model_of((first, RoundPlayed(2, ())), open_pairs=now)
    assert max(model.leave) < 0.03
    stage = Stage(tuple("ABCDEFGH"), frozenset("ABCDEFGH"), (first, RoundPlayed(2, ())), 1, 4, ORDER, open_pairs=now)
    chances = {row.player: row.chance for row in forecast(stage, seed=1, runs=1_000)}
    assert [chances[player] for player in "ABCD"] == pytest.approx([0.75, 0.25, 0.75, 0.25], abs=0.06)


SIX = ("melee-15", "melee-19", "melee-21", "melee-25", "melee-11", "cardsrealm-01")


def test_chances_are_those_of_the_real_pairing():
    """Beyond the noise of both simulations, within a point rms (two in the short form, whose noise is larger)."""
    runs, fast_runs = in_form(gate=300, long=2_000), 20_000
    squares = noise = rows = 0.0
    for name in SIX if LONG else SIX[:1]:
        stage = msgspec.structs.replace(stage_of(name, 2, cut=4), agreed_draws=False)
        slow = readable.chances(stage, model_of(stage.rounds), runs=runs, seed=1)
        for row in forecast(stage, seed=2, runs=fast_runs):
            if row.certain is None:
                rows += 1
                squares += (row.chance - slow[row.player]) ** 2
                noise += row.chance * (1 - row.chance) * (1 / runs + 1 / fast_runs)
    assert math.sqrt(max(0.0, squares - noise) / rows) <= in_form(gate=2, long=1) / 100
