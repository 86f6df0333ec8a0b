"""Who wins what: equal places, one prize a person, categories. No money is made or lost."""

from __future__ import annotations

from itertools import pairwise

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from matches.prizes.sharing import Awards, Group, awards
from matches.prizes.table import Equal, OnePrize, Prize, PrizeTable, read_lines


def table_of(lines: str, equal: Equal = Equal.DIVIDE, one: OnePrize = OnePrize.NO) -> PrizeTable:
    table, wrong = read_lines(lines)
    assert wrong == []
    return msgspec.structs.replace(table, equal=equal, one_prize=one)


def groups(*sizes: int) -> list[Group]:
    """Groups of players, who are numbered in the order of the ranking."""
    found, first = [], 1
    for size in sizes:
        found.append(Group(first, tuple(range(first, first + size))))
        first += size
    return found


def paid(shared: Awards) -> dict[int, int]:
    found: dict[int, int] = {}
    for share in shared.shares:
        found[share.player] = found.get(share.player, 0) + share.units
    return {player: units for player, units in sorted(found.items()) if units}


def things(shared: Awards, table: PrizeTable) -> dict[int, list[str]]:
    return {share.player: [table.prizes[line].text for line in share.things] for share in shared.shares}


def test_each_place_has_its_prizes() -> None:
    table = table_of("1: 500\n1: Trophy\n2: 250\n3-4: 100")
    shared = awards(table, groups(1, 1, 1, 1, 1), seed=1)
    assert paid(shared) == {1: 50_000, 2: 25_000, 3: 10_000, 4: 10_000}
    assert things(shared, table) == {1: ["Trophy"], 2: [], 3: [], 4: []}
    assert [share.by_lot or share.divided for share in shared.shares] == [False] * 4


def test_the_money_of_equal_places_is_added_up_and_divided() -> None:
    shared = awards(table_of("1: 500\n2: 250\n3: 100\n4: 50"), groups(1, 1, 2, 4), seed=1)
    assert paid(shared) == {1: 50_000, 2: 25_000, 3: 7_500, 4: 7_500}
    third = shared.of(3)[0]
    assert (third.first, third.last, third.divided, third.by_lot) == (3, 4, True, False)


def test_equal_places_beyond_the_last_prize_share_what_there_is() -> None:
    shared = awards(table_of("1: 300\n2: 100"), groups(1, 4), seed=1)
    assert paid(shared) == {1: 30_000, 2: 2_500, 3: 2_500, 4: 2_500, 5: 2_500}


def test_what_cannot_be_divided_goes_to_the_first_by_lot() -> None:
    shared = awards(table_of("1: 1\n2: 0.01"), groups(3), seed=1)
    assert sorted(paid(shared).values()) == [33, 34, 34]
    assert all(share.by_lot for share in shared.shares)
    firsts = {tuple(paid(awards(table_of("1: 1"), groups(3), seed=seed)).items()) for seed in range(60)}
    assert len(firsts) == 3, "each of the three has the odd unit in some events"


def test_by_lot_each_equal_player_has_the_prize_of_one_place() -> None:
    table = table_of("1: 500\n2: 250\n3: 100", Equal.LOT)
    found = {tuple(paid(awards(table, groups(3), seed=seed)).items()) for seed in range(100)}
    assert len(found) == 6
    for one in found:
        assert sorted(units for _player, units in one) == [10_000, 25_000, 50_000]
    same = awards(table_of("1-4: 100", Equal.LOT), groups(4), seed=1)
    assert not any(share.by_lot for share in same.shares), "there is nothing to draw for"


def test_a_thing_is_never_divided() -> None:
    table = table_of("1: Console\n2: Mat")
    found = {awards(table, groups(2), seed=seed).of(1)[0].things for seed in range(40)}
    shared = awards(table, groups(2), seed=1)
    assert sorted(things(shared, table).values()) == [["Console"], ["Mat"]]
    assert all(share.by_lot and not share.divided for share in shared.shares)
    assert len(found) == 2
    everyone = awards(table_of("5-8: Booster box"), groups(1, 1, 1, 1, 4), seed=1)
    assert [share.by_lot for share in everyone.shares] == [False] * 4


def test_what_nobody_is_there_for_is_left() -> None:
    table = table_of("1: 500\n2-3: 100\nUnder 16: 50")
    shared = awards(table, [Group(2, (7,))], seed=1)
    assert paid(shared) == {7: 10_000}
    assert [(one.line, one.first, one.last) for one in shared.left] == [(0, 1, 1), (1, 3, 3), (2, 1, 1)]


def test_a_category_goes_to_its_best_players() -> None:
    table = table_of("1: 500\nUnder 16: 50\nUnder 16, 2: 20")
    shared = awards(table, groups(1, 1, 1, 1), seed=1, marks={1: ["Under 16"], 3: ["Under 16"], 4: ["Under 16"]})
    assert paid(shared) == {1: 55_000, 3: 2_000}
    assert [share.category for share in shared.of(1)] == ["", "Under 16"]


def test_with_one_prize_a_person_the_other_one_goes_on() -> None:
    table = table_of("1: 500\n2: 40\n3: 30\nUnder 16: 50\nUnder 16, 2: 20", one=OnePrize.EVENT)
    marks = {1: ["Under 16"], 2: ["Under 16"], 4: ["Under 16"]}
    shared = awards(table, groups(1, 1, 1, 1, 1), seed=1, marks=marks)
    # 1 keeps 500. 2 takes 50 for 40, so that 3 and 4 move up; 4 wins more by place than as second of the category.
    assert paid(shared) == {1: 50_000, 2: 5_000, 3: 4_000, 4: 3_000}
    assert [(table.prizes[one.line].units, one.first) for one in shared.left] == [(2_000, 2)]
    assert all(len(shared.of(player)) <= 1 for player in range(1, 6))


def test_money_counts_more_than_things_and_things_in_the_order_of_the_lines() -> None:
    marks = {1: ["New"]}
    by_money = awards(table_of("1: Console\nNew: 1", one=OnePrize.EVENT), groups(1, 1), seed=1, marks=marks)
    assert [share.category for share in by_money.shares] == ["", "New"]
    assert by_money.of(1)[0].units == 100
    assert by_money.of(2)[0].things == (0,)
    by_line = awards(table_of("1: Console\nNew: Mat", one=OnePrize.EVENT), groups(1, 1), seed=1, marks=marks)
    assert by_line.of(1)[0].things == (0,)
    assert [(one.line, one.first) for one in by_line.left] == [(1, 1)]


def test_those_who_win_nothing_here_make_room() -> None:
    shared = awards(table_of("1: 500\n2: 250"), groups(1, 1, 1), seed=1, without={1})
    assert paid(shared) == {2: 50_000, 3: 25_000}


PRIZES = st.builds(
    lambda first, more, units, thing, category: Prize(
        first, first + more, units=0 if thing else units, text="Thing" if thing else "", category=category
    ),
    st.integers(1, 6),
    st.integers(0, 4),
    st.integers(1, 1_000),
    st.booleans(),
    st.sampled_from(["", "", "A", "B"]),
)


@given(
    st.lists(PRIZES, max_size=8),
    st.lists(st.integers(1, 4), max_size=5),
    st.sampled_from(Equal),
    st.sampled_from(OnePrize),
    st.integers(0, 5),
    st.lists(st.sampled_from([[], ["A"], ["B"], ["A", "B"]]), min_size=20, max_size=20),
    st.sets(st.integers(1, 20), max_size=4),
    st.integers(0, 1),
)
def test_the_money_paid_and_left_is_the_money_stated(
    prizes: list[Prize],
    sizes: list[int],
    equal: Equal,
    one: OnePrize,
    seed: int,
    marks: list[list[str]],
    without: set[int],
    gap: int,
) -> None:
    table = PrizeTable(tuple(prizes), "€", equal, one)
    ranked = [Group(group.first + gap, group.players) for group in groups(*sizes)]
    marked = dict(enumerate(marks, 1))
    shared = awards(table, ranked, seed, marked, without)
    left = sum(table.prizes[one.line].units * one.count for one in shared.left)
    assert sum(share.units for share in shared.shares) + left == table.total
    won = [line for share in shared.shares for line in share.things]
    unused = [one.line for one in shared.left for _place in range(one.count)]
    stated = [line for line, prize in enumerate(prizes) for _place in range(prize.last - prize.first + 1)]
    assert sorted(line for line in won + unused if prizes[line].text) == [n for n in stated if prizes[n].text]
    winners = [share.player for share in shared.shares]
    assert not set(winners) & without
    assert all(share.category in marked[share.player] for share in shared.shares if share.category)
    if one is not OnePrize.NO:
        assert len(winners) == len(set(winners))
    if one is OnePrize.NO and equal is not Equal.LOT and not without:
        by_place = {share.player: share.units for share in shared.shares if not share.category}
        for group in ranked:
            parts = sorted(by_place.get(player, 0) for player in group.players)
            assert all(after - before <= 1 for before, after in pairwise(parts)), "equal players have equal parts"
    assert awards(table, ranked, seed, marked, without) == shared
