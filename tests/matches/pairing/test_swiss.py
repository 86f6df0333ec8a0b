"""Pairing a round as a whole: what must hold for every field, seed and option."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.pairing.cost import Cost
from matches.pairing.field import Field, FieldError, FieldPlayer, field_from_history
from matches.pairing.paired_round import Method, Pairing, Start, SwissOptions
from matches.pairing.swiss import pair_swiss
from tests.forms import in_form
from tests.matches.pairing.histories import (
    WINDOWS,
    all_pairings,
    any_field,
    cost_of,
    drawn,
    keys,
    played_round,
    random_round,
    swiss_event,
)

ROOT = Path(__file__).parents[3]

OPTIONS = st.builds(
    SwissOptions,
    power=st.booleans(),
    balance_starts=st.booleans(),
    equal_chances=st.booleans(),
    exact_up_to=st.sampled_from((0, 512)),
    window_pairs=st.sampled_from((4, 48)),
)


def seated(pairing: Pairing) -> list[str]:
    """Everyone with a place in the round, as often as they have one."""
    byes = [*pairing.awarded, *([pairing.bye] if pairing.bye else [])]
    return sorted(byes + [key for pair in pairing.pairs for key in pair.seats])


def opponents(pairing: Pairing) -> set[frozenset[str]]:
    return {frozenset(pair.seats) for pair in pairing.pairs}


@settings(max_examples=in_form(gate=50, long=200))
@given(count=st.integers(0, 40), seed=st.integers(0, 2**32), options=OPTIONS, data=st.data())
def test_everyone_plays_once_or_has_the_bye(count, seed, options, data):
    field = any_field(count, random.Random(seed), tables=True)
    awarded = data.draw(st.lists(st.sampled_from(keys(count)), unique=True)) if count else []
    rest = [key for key in keys(count) if key not in awarded]
    locked = list(zip(rest[: count // 4 : 2], rest[1 : count // 4 : 2], strict=False))
    field = Field(field.players, locked=tuple(locked), awarded=tuple(awarded))
    pairing = pair_swiss(field, seed=seed, options=options)
    assert seated(pairing) == keys(count)
    assert (pairing.bye is not None) == bool((count - len(awarded)) % 2)
    assert {frozenset(pair) for pair in locked} <= opponents(pairing)
    assert len({pair.table for pair in pairing.pairs}) == len(pairing.pairs)
    pairs = [pair.seats for pair in pairing.pairs]
    assert pairing.cost == cost_of(field, pairs, pairing.bye, balance=options.balance_starts)


@settings(max_examples=in_form(gate=20, long=200))
@given(count=st.integers(0, 40), seed=st.integers(0, 2**32), options=OPTIONS)
def test_the_order_in_which_players_are_given_changes_nothing(count, seed, options):
    rng = random.Random(seed)
    field = any_field(count, rng, tables=True)
    shuffled = list(field.players)
    rng.shuffle(shuffled)
    assert pair_swiss(Field(tuple(shuffled)), seed=seed, options=options) == pair_swiss(
        field, seed=seed, options=options
    )


@settings(max_examples=in_form(gate=20, long=200))
@given(count=st.integers(1, 40), rounds=st.integers(1, 6), seed=st.integers(0, 2**32), options=OPTIONS)
def test_a_dropped_player_never_appears(count, rounds, seed, options):
    still_in, played = swiss_event(count, rounds, seed, drop=0.3)
    pairing = pair_swiss(field_from_history(still_in, played), seed=seed, options=options)
    assert seated(pairing) == sorted(still_in)


IN_ANOTHER_PROCESS = """
import json, sys
from matches.pairing.field import field_from_history
from matches.pairing.paired_round import SwissOptions
from matches.pairing.swiss import pair_swiss
from tests.matches.pairing.histories import drawn, swiss_event
out = []
for count, exact_up_to in ((41, 512), (200, 512), (200, 0), (1500, 512)):
    still_in, played = swiss_event(count, 4, seed=count, drop=0.05)
    for balance in (False, True):
        options = SwissOptions(balance_starts=balance, equal_chances=True, exact_up_to=exact_up_to)
        out.append(drawn(pair_swiss(field_from_history(still_in, played), seed=9, options=options)))
assert "django" not in sys.modules
print(json.dumps(out))
"""


def test_the_same_seed_gives_the_same_round_in_every_process_whatever_the_hash_seed():
    outputs = []
    for hash_seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        run = subprocess.run(
            [sys.executable, "-c", IN_ANOTHER_PROCESS],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        outputs.append(run.stdout)
    assert outputs[0] == outputs[1] == outputs[2]


def test_the_round_of_a_seed_never_changes():
    """A stored seed must give the same round in every later version. This is one, written down."""
    met = ("BCD", "ADE", "AFG", "ABH", "BGI", "CHI", "CEI", "DFI", "EFG")
    points = (9, 6, 6, 6, 4, 3, 3, 1, 0)
    players = tuple(
        FieldPlayer(key, points[i], frozenset(met[i]), byes=i % 3 == 2, down=i % 2, starts=i % 4)
        for i, key in enumerate("ABCDEFGHI")
    )
    pairing = pair_swiss(Field(players), seed=2026)
    assert (pairing.method, pairing.bye) == (Method.EXACT, "H")
    assert [(*pair.seats, pair.first) for pair in pairing.pairs] == [
        ("A", "E", 0),
        ("B", "C", 1),
        ("D", "I", 0),
        ("F", "G", 0),
    ]
    pairing = pair_swiss(Field(players), seed=2026, options=SwissOptions(equal_chances=True))
    assert [(*pair.seats, pair.first) for pair in pairing.pairs] == [
        ("A", "E", 1),
        ("C", "B", 0),
        ("D", "I", 1),
        ("F", "G", 1),
    ]


def test_another_seed_gives_another_round():
    assert len({drawn(pair_swiss(field_from_history(keys(12), []), seed=seed)) for seed in range(20)}) == 20


def test_chance_gives_every_opponent_in_the_first_round():
    rounds = [pair_swiss(field_from_history(keys(6), []), seed=seed) for seed in range(400)]
    assert len({frozenset(opponents(pairing)) for pairing in rounds}) == 15
    assert len({pairing.pairs[0].first for pairing in rounds}) == 2


@pytest.mark.parametrize("options", [SwissOptions(), WINDOWS, SwissOptions(power=True)])
def test_no_players_one_two_and_three(options):
    empty, one, two, three = (
        pair_swiss(field_from_history(keys(count), []), seed=1, options=options) for count in range(4)
    )
    assert (empty.pairs, empty.bye, empty.cost) == ((), None, Cost())
    assert (one.pairs, one.bye) == ((), "P001")
    assert (opponents(two), two.bye) == ({frozenset(("P001", "P002"))}, None)
    assert (len(three.pairs), three.bye in keys(3)) == (1, True)


def test_small_fields_are_paired_long_after_everyone_met_and_rematches_are_reported(subtests: pytest.Subtests):
    for count in range(2, 10):
        for options in [SwissOptions(), WINDOWS, SwissOptions(power=True)]:
            with subtests.test(count=count, options=options):
                rng = random.Random(count)
                rounds = []
                for number in range(1, 2 * count + 1):
                    pairing = pair_swiss(field_from_history(keys(count), rounds), seed=number, options=options)
                    assert seated(pairing) == keys(count)
                    marked = [pair for pair in pairing.pairs if pair.reasons[0].code.startswith("rematch")]
                    conflicts = [conflict.players for conflict in pairing.conflicts if conflict.code == "rematch"]
                    assert len(marked) == len(conflicts) == pairing.cost.rematches
                    rounds.append(played_round(number, pairing, rng))
                assert pairing.cost.rematches == len(pairing.pairs)


def test_eight_players_can_meet_without_a_rematch_until_no_pairing_is_left_without_one():
    """Exact: a rematch is only ever there when every pairing has one."""
    for seed in range(12):
        rng, rounds = random.Random(seed), []
        for number in range(1, 8):
            field = field_from_history(keys(8), rounds)
            pairing = pair_swiss(field, seed=seed)
            fewest = min(cost_of(field, *way).rematches for way in all_pairings(keys(8)))
            assert pairing.cost.rematches == fewest
            assert all(pair.reasons[0].code != "rematch" for pair in pairing.pairs)
            rounds.append(played_round(number, pairing, rng))


def test_locked_pairs_are_kept_even_as_rematches_and_say_so():
    field = field_from_history(keys(6), [random_round(1, keys(6), random.Random(1))])
    a = field.players[0]
    other = next(key for key in keys(6) if key in a.met)
    pairing = pair_swiss(Field(field.players, locked=((other, a.key),)), seed=1)
    pair = next(pair for pair in pairing.pairs if a.key in pair.seats)
    assert set(pair.seats) == {a.key, other}
    assert [reason.code for reason in pair.reasons] == ["locked", "rematch"]
    assert pairing.cost.rematches == 1


def test_an_awarded_bye_is_kept_costs_nothing_and_leaves_the_rest_to_be_paired():
    field = Field(tuple(FieldPlayer(key, byes=1) for key in keys(5)), awarded=("P002",))
    pairing = pair_swiss(field, seed=1)
    assert (pairing.awarded, pairing.bye, len(pairing.pairs), pairing.cost) == (("P002",), None, 2, Cost())


def test_fixed_tables_are_kept_and_two_of_them_do_not_meet():
    players = tuple(FieldPlayer(key, table={"P001": 2, "P002": 9}.get(key)) for key in keys(8))
    for seed in range(20):
        pairing = pair_swiss(Field(players), seed=seed)
        table = {key: pair.table for pair in pairing.pairs for key in pair.seats}
        assert (table["P001"], table["P002"]) == (2, 9)
        assert sorted(set(table.values())) == [1, 2, 3, 9]
        assert pairing.conflicts == ()


def test_tables_follow_the_standings():
    field = Field(tuple(FieldPlayer(key, points) for key, points in zip(keys(6), (3, 9, 3, 6, 6, 9), strict=True)))
    assert [(pair.table, pair.seats[0] in ("P002", "P006")) for pair in pair_swiss(field, seed=1).pairs] == [
        (1, True),
        (2, False),
        (3, False),
    ]


def test_balancing_lets_the_player_start_who_started_less_often():
    players = tuple(FieldPlayer(key, starts=starts) for key, starts in zip(keys(6), (0, 1, 2, 2, 1, 0), strict=True))
    for seed in range(10):
        pairing = pair_swiss(Field(players), seed=seed, options=SwissOptions(balance_starts=True))
        starts = {player.key: player.starts for player in players}
        assert pairing.cost.repeated_starts == 1
        for pair in pairing.pairs:
            first, second = pair.seats if pair.first == 0 else pair.seats[::-1]
            assert starts[first] <= starts[second]
            assert (pair.start is Start.LOT) == (starts[first] == starts[second])


def test_without_balancing_the_start_is_by_lot():
    field = Field((FieldPlayer("a", starts=0), FieldPlayer("b", starts=5)))
    pairings = [pair_swiss(field, seed=seed) for seed in range(30)]
    starters = {pair.seats[pair.first] for pairing in pairings for pair in pairing.pairs}
    assert starters == {"a", "b"}
    assert {pair.start for pairing in pairings for pair in pairing.pairs} == {Start.LOT}


def test_a_pairing_reports_its_method_and_whether_it_is_proved():
    still_in, played = swiss_event(60, 7, seed=2)
    field = field_from_history(still_in, played)
    assert pair_swiss(field_from_history(keys(8), []), seed=1).method is Method.DRAFT
    assert (pair_swiss(field, seed=1).method, pair_swiss(field, seed=1).proved) == (Method.EXACT, True)
    assert pair_swiss(field, seed=1, options=WINDOWS).method is Method.WINDOWS
    assert pair_swiss(field, seed=1, options=SwissOptions(power=True)).method is Method.POWER


def test_points_beyond_what_exact_weights_can_hold_are_paired_in_windows():
    players = tuple(FieldPlayer(key, 1000 * (i // 2) - 100_000, starts=9_999) for i, key in enumerate(keys(400)))
    pairing = pair_swiss(Field(players), seed=1, options=SwissOptions(balance_starts=True))
    assert (pairing.method, pairing.cost.sse) == (Method.WINDOWS, 0)


def test_a_field_that_contradicts_itself_is_refused():
    with pytest.raises(FieldError, match="player a is in the field twice"):
        pair_swiss(Field((FieldPlayer("a"), FieldPlayer("a"))), seed=1)
