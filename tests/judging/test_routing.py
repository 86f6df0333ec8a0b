"""For whom a call rings: over all floors, and the steps of one."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from judging.routing import Reach, Staffing, Waiting, ZoneSpan, neighbours, rank, reach, rings_for, until_next, zone_at
from matches.table_ranges import of_numbers

STEP = timedelta(minutes=2)
NORTH = ZoneSpan(key=1, name="North", ranges=((1, 20),), judges=frozenset({11, 12}))
MIDDLE = ZoneSpan(key=2, name="Middle", ranges=((21, 40),), judges=frozenset({21}))
SOUTH = ZoneSpan(key=3, name="South", ranges=((41, 60),), judges=frozenset({31}))
HEAD, HELPER = 99, 50
ALL = frozenset({11, 12, 21, 31, HEAD, HELPER})
HALL = Staffing(zones=(NORTH, MIDDLE, SOUTH), judges=ALL, heads=frozenset({HEAD}), step=STEP)


def heard(staffing: Staffing, table: int | None, minutes: float, escalated: bool = False) -> set[int]:
    call = Waiting(table, timedelta(minutes=minutes), escalated)
    return {judge for judge in staffing.judges if rings_for(staffing, call, judge)}


def away(*judges: int) -> Staffing:
    return Staffing(zones=HALL.zones, judges=ALL, heads=HALL.heads, step=STEP, away=frozenset(judges))


def test_a_call_rings_in_its_zone_then_beside_it_then_for_the_head_judge() -> None:
    assert heard(HALL, 5, 0) == {11, 12}
    assert heard(HALL, 5, 1.99) == {11, 12}
    assert heard(HALL, 5, 2) == {11, 12, 21, HELPER}
    assert heard(HALL, 5, 4) == {11, 12, 21, HELPER, HEAD}
    assert heard(HALL, 30, 2) == {21, 11, 12, 31, HELPER}


def test_the_head_judge_called_is_the_head_judge_alone() -> None:
    assert heard(HALL, 5, 0, escalated=True) == {HEAD}


def test_who_is_on_break_is_not_rung_and_an_empty_zone_is_no_step() -> None:
    assert heard(away(11), 5, 0) == {12}
    assert heard(away(11, 12), 5, 0) == {21, HELPER}
    assert heard(away(11, 12, 21, HELPER), 5, 0) == {HEAD}
    assert reach(away(11, 12), Waiting(5, timedelta(0))) is Reach.NEIGHBOURS


def test_where_nobody_is_left_it_rings_for_everyone() -> None:
    assert heard(away(11, 12, 21, HELPER, HEAD), 5, 0) == {31}
    assert heard(away(*ALL), 5, 0) == ALL


def test_a_table_of_no_zone_rings_for_all_who_are_not_away() -> None:
    assert heard(away(21), 70, 0) == ALL - {21}
    assert heard(HALL, None, 0) == ALL


def test_zones_are_beside_each_other_by_their_numbers_also_over_tables_of_no_zone() -> None:
    assert [zone.name for zone in neighbours(HALL.zones, MIDDLE)] == ["North", "South"]
    assert [zone.name for zone in neighbours(HALL.zones, NORTH)] == ["Middle"]
    far = ZoneSpan(key=4, name="Stage", ranges=((90, 92),))
    assert [zone.name for zone in neighbours((*HALL.zones, far), SOUTH)] == ["Middle", "Stage"]
    split = ZoneSpan(key=5, name="Rows", ranges=((1, 2), (5, 6)))
    inner = ZoneSpan(key=6, name="Between", ranges=((3, 4),))
    assert neighbours((split, inner), split) == (inner,)


def test_a_judge_sees_the_own_zone_first_then_what_rings_then_the_rest() -> None:
    calls = [Waiting(45, timedelta(minutes=3)), Waiting(5, timedelta(minutes=2.5)), Waiting(30, timedelta(0))]
    assert [call.table for call in sorted(calls, key=lambda call: rank(HALL, call, 21))] == [30, 45, 5]
    calls = [Waiting(45, timedelta(minutes=1)), Waiting(30, timedelta(0)), Waiting(50, timedelta(minutes=5))]
    assert [call.table for call in sorted(calls, key=lambda call: rank(HALL, call, 11))] == [50, 45, 30]
    assert [call.table for call in sorted(calls, key=lambda call: rank(HALL, call, 31))] == [50, 45, 30]


NUMBERS = st.integers(1, 12)


@st.composite
def floors(draw: st.DrawFn) -> Staffing:
    """Any zones without a common table, with any judges posted, on break or heads."""
    owner = draw(st.dictionaries(NUMBERS, st.integers(1, 4)))
    posted = draw(st.dictionaries(st.integers(1, 8), st.integers(0, 4)))
    zones = tuple(
        ZoneSpan(
            key=key,
            name=str(key),
            ranges=of_numbers(table for table, zone in owner.items() if zone == key),
            judges=frozenset(judge for judge, zone in posted.items() if zone == key),
        )
        for key in sorted(set(owner.values()))
    )
    some = st.frozensets(st.sampled_from(sorted(posted))) if posted else st.just(frozenset())
    return Staffing(zones=zones, judges=frozenset(posted), heads=draw(some), away=draw(some), step=STEP)


SECONDS = st.integers(0, 600).map(lambda seconds: timedelta(seconds=seconds))


@given(floors(), NUMBERS, SECONDS, st.booleans())
def test_every_call_rings_for_a_judge(staffing: Staffing, table: int, waited: timedelta, escalated: bool) -> None:
    call = Waiting(table, waited, escalated)
    assert not staffing.judges or any(rings_for(staffing, call, judge) for judge in staffing.judges)


@given(floors(), NUMBERS, SECONDS, st.booleans())
def test_nobody_on_break_is_rung_while_another_judge_is_there(
    staffing: Staffing, table: int, waited: timedelta, escalated: bool
) -> None:
    call = Waiting(table, waited, escalated)
    if staffing.on_floor:
        assert not any(rings_for(staffing, call, judge) for judge in staffing.away)


@given(floors(), NUMBERS, SECONDS, SECONDS)
def test_who_is_rung_stays_rung_while_a_call_waits(
    staffing: Staffing, table: int, waited: timedelta, more: timedelta
) -> None:
    early, late = Waiting(table, waited), Waiting(table, waited + more)
    assert reach(staffing, early) <= reach(staffing, late)
    for judge in staffing.judges:
        assert not rings_for(staffing, early, judge) or rings_for(staffing, late, judge)


@given(floors(), NUMBERS, SECONDS, st.booleans())
def test_nothing_changes_before_the_moment_that_is_announced(
    staffing: Staffing, table: int, waited: timedelta, escalated: bool
) -> None:
    call = Waiting(table, waited, escalated)
    change = until_next(staffing, call)
    if change is None:
        later = Waiting(table, waited + timedelta(days=1), escalated)
    else:
        assert timedelta(0) < change <= STEP
        later = Waiting(table, waited + change - timedelta(microseconds=1), escalated)
    assert reach(staffing, call) is reach(staffing, later)


@given(floors())
def test_being_beside_goes_both_ways_and_never_to_oneself(staffing: Staffing) -> None:
    for zone in staffing.zones:
        beside = neighbours(staffing.zones, zone)
        assert zone not in beside
        assert all(zone in neighbours(staffing.zones, other) for other in beside)
        assert all(zone_at(staffing.zones, first) is zone for first, _last in zone.ranges)


@given(floors(), st.lists(st.tuples(NUMBERS, SECONDS), max_size=6), st.integers(1, 8))
def test_own_calls_come_before_all_others(staffing: Staffing, calls: list[tuple[int, timedelta]], judge: int) -> None:
    waiting = sorted((Waiting(*call) for call in calls), key=lambda call: rank(staffing, call, judge))
    places = [_place(staffing, call, judge) for call in waiting]
    assert places == sorted(places)


def _place(staffing: Staffing, call: Waiting, judge: int) -> int:
    zone = zone_at(staffing.zones, call.table)
    if zone is not None and judge in zone.judges:
        return 0
    return 1 if rings_for(staffing, call, judge) else 2
