"""The shape of brackets of 2 to 130 entries (section 6)."""

from __future__ import annotations

import random
from itertools import permutations, product

import pytest

from matches.pairing.bracket import BracketError, BracketKind, Feeder, From, Side, build, resolve, rounds, seed_order
from matches.pairing.bracket.seeding import crossing, depth_of, first_losers_round
from tests.forms import sample
from tests.matches.pairing.bracket.playing import SIZES, first_rematch, play, reach

both = pytest.mark.parametrize("kind", BracketKind)


def seeds_of(bracket, key: str) -> tuple[int, int]:
    a, b = bracket.by_key()[key].feeders
    return a.seed, b.seed


def test_a_cut_to_eight_is_1v8_4v5_2v7_3v6():
    bracket = build(8, BracketKind.SINGLE)
    assert [seeds_of(bracket, f"W1-{i}") for i in (1, 2, 3, 4)] == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert bracket.by_key()["W2-1"].feeders == (Feeder(From.WINNER, match="W1-1"), Feeder(From.WINNER, match="W1-2"))


@pytest.mark.parametrize("depth", range(1, 9))
def test_in_every_match_of_a_full_first_round_the_seeds_add_up_to_the_same(depth: int):
    order = seed_order(depth)
    assert sorted(order) == list(range(1, 2**depth + 1))
    assert {a + b for a, b in zip(order[::2], order[1::2], strict=True)} <= {2**depth + 1}


@pytest.mark.parametrize("size", [-1, 0, 1, 4097, 100_000])
@both
def test_a_bracket_has_2_to_4096_entries(kind: BracketKind, size: int):
    with pytest.raises(BracketError, match="2 to 4096 entries"):
        build(size, kind)


def test_a_kind_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="triple"):
        build(8, "triple_elimination")  # type: ignore[arg-type]


def test_single_elimination_plays_each_player_but_one_out(subtests: pytest.Subtests):
    for size in SIZES:
        with subtests.test(size=size):
            assert len(build(size, BracketKind.SINGLE).matches) == size - 1
            assert len(build(size, BracketKind.SINGLE, third_place=True).matches) == size - 1 + (size >= 4)


def test_double_elimination_plays_each_player_but_one_out_twice(subtests: pytest.Subtests):
    for size in SIZES:
        with subtests.test(size=size):
            assert len(build(size, BracketKind.DOUBLE, reset=False).matches) == 2 * size - 2
            assert len(build(size, BracketKind.DOUBLE).matches) == 2 * size - 1


@both
def test_feeders_come_before_their_match_and_each_feeds_one_seat(subtests: pytest.Subtests, kind: BracketKind):
    for size in SIZES:
        with subtests.test(size=size):
            bracket = build(size, kind, third_place=True)
            seen: set[str] = set()
            used: list[Feeder] = []
            for match in bracket.matches:
                assert match.key == f"{match.side}{match.round}-{match.position}"
                assert match.key not in seen
                assert all(feeder.origin is From.SEED or feeder.match in seen for feeder in match.feeders)
                seen.add(match.key)
                used += match.feeders
            assert len(set(used)) == len(used)
            assert sorted(feeder.seed for feeder in used if feeder.origin is From.SEED) == list(range(1, size + 1))
            final = "F2-1" if kind is BracketKind.DOUBLE else f"W{bracket.depth}-1"
            goes_on = {feeder.match for feeder in used if feeder.origin is From.WINNER}
            assert seen - goes_on == {final} | ({"T1-1"} & seen)


@both
def test_the_top_seeds_have_the_byes(subtests: pytest.Subtests, kind: BracketKind):
    for size in SIZES:
        with subtests.test(size=size):
            bracket = build(size, kind)
            first = {
                feeder.seed
                for match in bracket.matches
                if match.side is Side.WINNERS and match.round == 1
                for feeder in match.feeders
            }
            assert first == set(range(2**bracket.depth - size + 1, size + 1))


def test_seeds_1_and_2_are_apart_until_the_final_and_the_best_2_to_the_r_until_r_rounds_are_left(
    subtests: pytest.Subtests,
):
    for size in SIZES:
        with subtests.test(size=size):
            bracket = build(size, BracketKind.SINGLE)
            for key, (a, b) in reach(bracket).items():
                left = bracket.depth - bracket.by_key()[key].round
                assert sum(seed <= 2**left for seed in a) <= 1
                assert sum(seed <= 2**left for seed in b) <= 1
                assert (1 in a and 2 in b) <= (left == 0)
                assert not {1, 2} <= a
                assert not {1, 2} <= b


def test_a_rounds_players_are_known_after_the_round_before_and_play_once(subtests: pytest.Subtests):
    for kind, size in sample(5, product(BracketKind, SIZES)):
        with subtests.test(kind=kind, size=size):
            bracket = build(size, kind, third_place=True)
            order = rounds(bracket)
            assert [key for keys in order for key in keys] == [match.key for match in bracket.matches]
            assert all(order)
            everyone, _ = play(bracket, random.Random(size))
            results: dict[str, object] = {}
            for keys in order:
                state = resolve(bracket, results)  # type: ignore[arg-type]
                seats = [
                    seed for key in keys for seed in state.matches[key].seats if state.matches[key].status == "playable"
                ]
                assert len(set(seats)) == len(seats)
                assert all(state.matches[key].status in ("playable", "not_needed") for key in keys)
                results |= {key: everyone[key] for key in keys if key in everyone}


def test_both_sides_move_on_together():
    order = rounds(build(16, BracketKind.DOUBLE))
    sides = [{key.split("-")[0] for key in keys} for keys in order]
    assert sides == [{"W1"}, {"W2", "L1"}, {"L2"}, {"W3", "L3"}, {"L4"}, {"W4", "L5"}, {"L6"}, {"F1"}, {"F2"}]


def test_the_losers_side_begins_with_its_first_round_that_has_a_match(subtests: pytest.Subtests):
    for size in range(3, 131):
        with subtests.test(size=size):
            numbers = {match.round for match in build(size, BracketKind.DOUBLE).matches if match.side is Side.LOSERS}
            assert sorted(numbers) == list(range(first_losers_round(size), max(numbers) + 1))


def test_the_third_place_is_played_beside_the_final():
    assert rounds(build(4, BracketKind.SINGLE, third_place=True)) == (("W1-1", "W1-2"), ("W2-1", "T1-1"))


def must_be(depth: int) -> int:
    """The first losers' round of a full bracket where no arrangement can keep all rematches away, by counting.

    A slot that holds the losers of winners' rounds 1 to s has 2^(s-r) matches of each round r, each over 2^(r-1)
    first-round matches: s · 2^(s-1) of the 2^(depth-1), if no two lie one below the other.
    """
    for losers_round in range(1, 2 * depth - 1):
        level = losers_round // 2 + 1
        slots = 2 if losers_round % 2 else 1  # survivors of two slots meet before the next losers drop in
        covered = slots * level * 2 ** (level - 1)
        if covered > 2 ** (depth - 1):
            return losers_round
    raise AssertionError("the last losers' round holds everyone")


@pytest.mark.parametrize("depth", range(2, 9))
def test_a_rematch_on_the_losers_side_comes_not_before_it_must(depth: int):
    assert first_rematch(build(2**depth, BracketKind.DOUBLE)) == must_be(depth)


def test_byes_never_bring_a_rematch_nearer_than_in_the_full_bracket(subtests: pytest.Subtests):
    for size in SIZES:
        with subtests.test(size=size):
            first = first_rematch(build(size, BracketKind.DOUBLE))
            assert first is None or first >= must_be(depth_of(size))


def first_rematch_of(size: int, slots: list[tuple[int, ...]]) -> int:
    """The same for any arrangement: ``slots[s]`` says which match of winners' round s + 1 drops into each slot."""
    depth = depth_of(size)
    seeds = seed_order(depth)

    def block(level: int, position: int) -> frozenset[int]:
        """The first-round places below a match; empty where a bye stands in its stead."""
        width = 2**level
        places = range(position * width, (position + 1) * width)
        halves = (places[: width // 2], places[width // 2 :])
        there = all(any(seeds[place] <= size for place in half) for half in halves)
        return frozenset(places) if there else frozenset()

    def clash(one: set[frozenset[int]], other: set[frozenset[int]]) -> bool:
        return any(x and y and (x < y or y < x) for x in one for y in other)

    content = [{block(1, position)} for position in slots[0]]
    for level in range(2, depth + 1):
        pairs = list(zip(content[::2], content[1::2], strict=True))
        if any(clash(a, b) for a, b in pairs):
            return 2 * level - 3
        content = [a | b for a, b in pairs]
        dropped = [{block(level, position)} for position in slots[level - 1]]
        if any(clash(a, b) for a, b in zip(content, dropped, strict=True)):
            return 2 * level - 2
        content = [a | b for a, b in zip(content, dropped, strict=True)]
    return 2 * depth


def test_no_other_crossing_of_up_to_sixteen_keeps_rematches_away_longer(subtests: pytest.Subtests):
    for size in range(3, 17):
        with subtests.test(size=size):
            depth = depth_of(size)
            ours = [
                tuple(slot ^ crossing(depth, level) for slot in range(2 ** (depth - level)))
                for level in range(1, depth + 1)
            ]
            first = permutations(range(2 ** (depth - 1))) if depth < 4 else [tuple(range(8))]
            best = max(first_rematch_of(size, [one, *rest]) for one in first for rest in later_arrangements(depth))
            assert first_rematch_of(size, ours) == best
            assert (first_rematch(build(size, BracketKind.DOUBLE)) or 2 * depth) == best


def later_arrangements(depth: int) -> list[list[tuple[int, ...]]]:
    """Every way to place the losers of winners' rounds 2 and on."""
    ways: list[list[tuple[int, ...]]] = [[]]
    for level in range(2, depth + 1):
        ways = [[*way, slots] for way in ways for slots in permutations(range(2 ** (depth - level)))]
    return ways
