"""Time at a table: extensions, decisions timed, coverage."""

import pytest

from judging.enums import TableAct
from judging.extensions.services import extend_time, mark_table, table_time, time_decision
from judging.models import TableEvent, TimeExtension
from judging.policies.services import start_policy
from matches.clock.timing import ClockAct
from matches.enums import Role
from matches.errors import Refused
from matches.models import ClockEvent
from tests.undone import undone

pytestmark = pytest.mark.django_db


def refusal(code):
    return pytest.raises(Refused, check=lambda refused: refused.code == code)


def test_a_pause_comes_back_in_whole_minutes(floor):
    row = extend_time(match=floor.match, actor=floor.judge, paused_seconds=130, at=floor.at(10))
    assert (row.seconds, row.paused_seconds, row.cause, row.limited_by) == (180, 130, "ruling", "pause")
    event = ClockEvent.objects.get(match=floor.match)
    assert (event.act, event.seconds, event.by) == (ClockAct.EXTEND, 180, floor.judge.user)
    assert row.clock_event == event


def test_never_more_than_was_left_when_the_pause_began(floor):
    # 25 minutes; the pause began at 24:30 and lasts three minutes
    row = extend_time(match=floor.match, actor=floor.judge, paused_seconds=180, at=floor.at(27.5))
    assert (row.seconds, row.limited_by) == (30, "left_when_pause_began")


def test_an_earlier_extension_not_used_yet_counts_as_left(floor):
    extend_time(match=floor.match, actor=floor.judge, seconds=240, at=floor.at(5))
    row = extend_time(match=floor.match, actor=floor.judge, paused_seconds=120, at=floor.at(28))
    assert (row.seconds, row.limited_by) == (120, "pause")  # at 26:00 three minutes of the extension were left


def test_no_extension(subtests: pytest.Subtests, floor):
    for given, minute, code in [
        ({"paused_seconds": 59}, 10, "below_threshold"),
        ({"paused_seconds": 120}, 28, "time_already_called"),
        ({"seconds": 60}, 25, "time_already_called"),
        ({"seconds": 0}, 5, "seconds_missing"),
        ({"paused_seconds": -5}, 5, "seconds_missing"),
        ({}, 5, "seconds_missing"),
        ({"seconds": 60, "paused_seconds": 60}, 5, "seconds_missing"),
    ]:
        with subtests.test(given=given, minute=minute, code=code), undone(floor):
            with refusal(code):
                extend_time(match=floor.match, actor=floor.judge, at=floor.at(minute), **given)
            assert not TimeExtension.objects.exists()
            assert not ClockEvent.objects.filter(match=floor.match).exists()


def test_a_table_has_a_cap(floor):
    extend_time(match=floor.match, actor=floor.judge, seconds=500, at=floor.at(5))
    row = extend_time(match=floor.match, actor=floor.judge, seconds=500, at=floor.at(6))
    assert (row.seconds, row.limited_by) == (100, "table_cap")
    with refusal("table_cap"):
        extend_time(match=floor.match, actor=floor.judge, seconds=60, at=floor.at(7))
    extend_time(match=floor.matches[1], actor=floor.judge, seconds=60, at=floor.at(7))


def test_a_deck_check_gives_its_bonus(floor):
    row = extend_time(match=floor.match, actor=floor.judge, paused_seconds=60, deck_check=True, at=floor.at(10))
    assert (row.seconds, row.cause) == (240, "deck_check")


def test_no_extension_for_a_game_round_that_a_penalty_ended(floor):
    floor.infraction("GP-CTRNONE", "RL", actor=floor.head, comment="deliberate", at=floor.at(9))
    with refusal("round_ended_by_penalty"):
        extend_time(match=floor.match, actor=floor.judge, paused_seconds=180, at=floor.at(10))
    # a later pause of the next game round is another matter
    assert extend_time(match=floor.match, actor=floor.judge, paused_seconds=60, at=floor.at(14)).seconds == 60


def test_the_event_s_profile_counts(floor):
    start_policy(event=floor.event, profile="blitz", actor=floor.head)
    row = extend_time(match=floor.match, actor=floor.judge, paused_seconds=31, at=floor.at(10))
    assert row.seconds == 60
    assert extend_time(match=floor.match, actor=floor.judge, paused_seconds=30, at=floor.at(11)).seconds == 30


def test_what_a_table_has(floor):
    extend_time(match=floor.match, actor=floor.judge, seconds=90, at=floor.at(5))
    time = table_time(floor.match, floor.at(20))
    assert (time.left, time.extended) == (390, 90)


def test_a_decision_is_kept_with_the_time_box(floor):
    row = time_decision(match=floor.match, entry=floor.player, seconds=47, actor=floor.judge)
    assert (row.act, row.entry, row.seconds, row.time_box) == (TableAct.STOPWATCH, floor.player, 47, 30)
    with refusal("not_at_table"):
        time_decision(match=floor.matches[1], entry=floor.player, seconds=1, actor=floor.judge)
    with refusal("seconds_missing"):
        time_decision(match=floor.match, entry=floor.player, seconds=-1, actor=floor.judge)


def test_coverage_and_pauses_are_on_record(subtests: pytest.Subtests, floor):
    for act in [TableAct.COVERED, TableAct.LEFT, TableAct.PAUSED, TableAct.RESUMED]:
        with subtests.test(act=act), undone(floor):
            row = mark_table(match=floor.match, act=act, actor=floor.judge)
            assert (row.act, row.match, row.judge) == (act, floor.match, floor.judge.user)


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.ORGANISER])
def test_only_judges(floor, role):
    actor = floor.actor(role)
    for do in (
        lambda: extend_time(match=floor.match, actor=actor, seconds=60, at=floor.at(5)),
        lambda: time_decision(match=floor.match, entry=floor.player, seconds=1, actor=actor),
        lambda: mark_table(match=floor.match, act=TableAct.COVERED, actor=actor),
    ):
        with refusal("not_allowed"):
            do()
    assert not TableEvent.objects.exists()
