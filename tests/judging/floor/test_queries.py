"""The floor at a glance."""

import pytest

from judging.calls.queries import covering
from judging.calls.services import call_judge, resolve_call
from judging.enums import TableAct
from judging.extensions.queries import paused_since
from judging.extensions.services import extend_time, mark_table
from judging.floor.queries import floor_tables, penalties_at, penalty_counts
from judging.policies.queries import rules_of
from judging.rulings.services.takebacks import rescind_penalty
from matches.enums import Source
from matches.models import Match
from matches.results.queries.results import with_results
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.judging.conftest import make_floor

pytestmark = pytest.mark.django_db


def tables(floor, minute=10):
    return floor_tables(floor.event, floor.round, floor.at(minute))


def test_time_left_with_the_extension_of_each_table(floor):
    extend_time(match=floor.match, actor=floor.judge, seconds=120, at=floor.at(5))
    first, second = tables(floor)
    assert (first.left, first.extension, second.left, second.extension) == (1020, 120, 900, 0)
    first, second = tables(floor, 26)
    assert (first.is_over, second.is_over) == (False, True)


def test_a_table_with_a_result_is_neither_open_nor_over(floor):
    report_result(match=floor.match, score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    first, second = tables(floor, 30)
    assert (first.is_open, first.is_over, second.is_open) == (False, False, True)


def test_calls_and_coverage(floor):
    call = call_judge(match=floor.match, actor=floor.judge)
    mark_table(match=floor.matches[1], act=TableAct.COVERED, actor=floor.judge)
    first, second = tables(floor)
    assert (first.call.call, first.covered_by) == (call, None)
    assert (second.call, second.covered_by) == (None, floor.judge.user)
    resolve_call(call=call, actor=floor.judge)
    mark_table(match=floor.matches[1], act=TableAct.LEFT, actor=floor.judge)
    assert [(table.call, table.covered_by) for table in tables(floor)] == [(None, None)] * 2


def test_the_last_who_came_covers(floor):
    mark_table(match=floor.match, act=TableAct.COVERED, actor=floor.judge)
    mark_table(match=floor.match, act=TableAct.COVERED, actor=floor.head)
    assert covering([floor.match]) == {floor.match.pk: floor.head.user}


def test_penalties_that_stand_are_counted_by_player(floor):
    floor.infraction()
    second = floor.infraction()
    floor.infraction("GP-ARITH", "NONE")  # tracked, but no penalty
    floor.infraction("GP-DRAW", "NONE", note_only=True)
    floor.infraction(entry=floor.opponent)
    rescind_penalty(infraction=second, reason="wrong", actor=floor.head)
    assert dict(penalty_counts(floor.event)) == {floor.player.pk: 1, floor.opponent.pk: 1}
    assert tables(floor)[0].penalties == {floor.player.pk: 1, floor.opponent.pk: 1}


def test_play_stands_until_it_goes_on(floor):
    assert paused_since(floor.match) is None
    mark_table(match=floor.match, act=TableAct.PAUSED, actor=floor.judge, at=floor.at(4))
    assert paused_since(floor.match) == floor.at(4)
    mark_table(match=floor.match, act=TableAct.RESUMED, actor=floor.judge, at=floor.at(6))
    assert paused_since(floor.match) is None


def test_what_stands_against_both_players(floor):
    first = floor.infraction()
    second = floor.infraction("TM-SLOW", "RM")
    floor.infraction(entry=floor.opponent)
    match = with_results(Match.objects.filter(pk=floor.match.pk)).get()
    found = penalties_at(floor.event, match, rules_of(floor.event).policy)
    assert [row.pk for row, _state in found[floor.player.pk].rows] == [second.pk, first.pk]
    assert len(found[floor.opponent.pk].rows) == 1
    assert found[floor.player.pk].turn_seconds is None


def test_a_time_penalty_boxes_the_offender_s_turns_in_that_match(floor):
    floor.infraction("TM-SLOW", "RM")
    floor.infraction("TM-SLOW", "W")
    floor.infraction("TM-SLOW", "TP", comment="went on")
    match = with_results(Match.objects.filter(pk=floor.match.pk)).get()
    found = penalties_at(floor.event, match, rules_of(floor.event).policy)
    assert (found[floor.player.pk].turn_seconds, found[floor.opponent.pk].turn_seconds) == (30, None)


def test_the_grid_costs_the_same_for_one_table_and_for_three(django_assert_num_queries):
    counts = []
    for size in (1, 3):
        floor = make_floor(size)
        for match in floor.matches:
            call_judge(match=match, actor=floor.judge)
            floor.infraction(match=match, entry=match.seats.first().entry)
        rules_of(floor.event)
        with django_assert_num_queries(counts[0] if counts else 9) as counted:
            floor_tables(floor.event, floor.round, floor.at(5))
        counts.append(len(counted))
