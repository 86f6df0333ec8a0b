"""The power-paired round: against every pairing of small fields, and against rounds that were really power-paired."""

from __future__ import annotations

import random

import pytest

from matches.history import Kind
from matches.pairing.cost import BYE, Model
from matches.pairing.field import Field, FieldPlayer, field_from_history
from matches.pairing.paired_round import SwissOptions
from matches.pairing.power import least_obstacles, pair_down_the_standings
from matches.pairing.swiss import pair_swiss
from matches.tournament_files.pairing_command import ranks_after
from matches.tournament_files.swiss_file import load
from tests.matches.pairing.histories import all_pairings, keys
from tests.matches.pairing.real import path

POWER = SwissOptions(power=True)
PLAYED_OFF = ["melee-03", "melee-05", "melee-07", "melee-13"]


def ranked(met: dict[str, str], *names: str, **more: dict[str, int]) -> Field:
    """Players in the order of the standings; ``met`` names whom each met, from one side."""
    both = {name: frozenset(met.get(name, "")) | {k for k, v in met.items() if name in v} for name in names}
    return Field(
        tuple(
            FieldPlayer(name, points=10 - rank, met=both[name], rank=rank, byes=more.get("byes", {}).get(name, 0))
            for rank, name in enumerate(names, start=1)
        )
    )


def pairs(field: Field) -> list[str]:
    pairing = pair_swiss(field, seed=1, options=POWER)
    return ["".join(pair.seats) for pair in pairing.pairs]


def test_first_against_second_third_against_fourth():
    assert pairs(ranked({}, *"abcdef")) == ["ab", "cd", "ef"]


def test_who_met_plays_the_next_free_player_instead():
    assert pairs(ranked({"a": "b", "c": "e"}, *"abcdef")) == ["ac", "bd", "ef"]


def test_the_lowest_pair_above_gives_way_to_spare_the_bottom_a_rematch():
    assert pairs(ranked({"e": "f"}, *"abcdef")) == ["ab", "ce", "df"]


def test_a_rematch_that_has_to_be_is_at_the_earliest_place_that_keeps_it_single():
    field = ranked({"a": "bcd", "b": "cd", "c": "d"}, *"abcd")
    pairing = pair_swiss(field, seed=1, options=POWER)
    assert ["".join(pair.seats) for pair in pairing.pairs] == ["ab", "cd"]
    assert [reason.code for reason in pairing.pairs[0].reasons] == ["rematch_unavoidable", "power"]


def test_the_bye_goes_to_the_lowest_in_the_standings_without_one():
    pairing = pair_swiss(ranked({}, *"abcde", byes={"e": 1}), seed=1, options=POWER)
    assert (pairing.bye, ["".join(pair.seats) for pair in pairing.pairs]) == ("d", ["ab", "ce"])


def test_the_bye_goes_higher_where_that_spares_a_rematch():
    pairing = pair_swiss(ranked({"a": "b", "b": ""}, *"abc"), seed=1, options=POWER)
    assert (pairing.bye, pairing.cost.rematches) == ("b", 0)


def test_without_ranks_points_decide_and_then_the_lot():
    field = Field(tuple(FieldPlayer(key, points) for key, points in zip("abcd", (0, 3, 0, 3), strict=True)))
    ways = {frozenset(frozenset(p.seats) for p in pair_swiss(field, seed=s, options=POWER).pairs) for s in range(9)}
    assert ways == {frozenset((frozenset("bd"), frozenset("ac")))}


@pytest.mark.parametrize("count", [2, 4, 6, 8])
def test_the_earliest_of_all_pairings_with_the_fewest_rematches(count):
    names = keys(count)
    for seed in range(60):
        rng = random.Random(seed)
        density = rng.random()
        met = {(a, b) for i, a in enumerate(names) for b in names[i + 1 :] if rng.random() < density}
        players = [
            FieldPlayer(a, rank=i, met=frozenset(b for b in names if (a, b) in met or (b, a) in met))
            for i, a in enumerate(names)
        ]
        model = Model(players)
        ways = [sorted(way) for way, _ in all_pairings(names)]
        best = min(ways, key=lambda way: (sum(pair in met for pair in way), [names.index(b) for _, b in way]))
        found = [(names[i], names[j]) for i, j in pair_down_the_standings(model, rng)]
        assert found == best
        assert least_obstacles(model, range(count)) == sum(pair in met for pair in best)


def test_an_odd_field_of_one_is_a_bye():
    assert pair_down_the_standings(Model([FieldPlayer("a")]), random.Random(0)) == [(0, BYE)]


@pytest.mark.parametrize("name", PLAYED_OFF)
def test_the_last_round_before_a_real_play_off(name):
    """Given who had the bye, every pair is the one that was played."""
    tournament = load(path(name))
    before, last = tournament.rounds[:-1], tournament.rounds[-1]
    played = {frozenset(m.seats) for m in last.matches if len(m.seats) > 1}
    byes = [match.seats[0] for match in last.matches if match.kind is Kind.BYE]
    present = [key for match in last.matches for key in match.seats]
    ranks = ranks_after(tournament, before)
    field = field_from_history(present, before, tournament.rules.scoring, ranks=ranks, awarded=byes)
    pairing = pair_swiss(field, seed=1, options=POWER)
    assert {frozenset(pair.seats) for pair in pairing.pairs} == played
