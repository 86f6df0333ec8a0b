"""Calls for a judge: opened, claimed, handed on, change."""

import pytest

from judging.calls.queries import covering, open_calls
from judging.calls.services import call_judge, claim_call, escalate_call, resolve_call
from judging.enums import CallState, TableAct
from judging.extensions.services import mark_table
from judging.models import Call, CallStep, TableEvent
from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import Refused
from matches.models import AuditRow, LiveVersion
from tests.factories import EventRoleFactory

pytestmark = pytest.mark.django_db


def refusal(code):
    return pytest.raises(Refused, check=lambda refused: refused.code == code)


@pytest.fixture
def call(floor):
    return call_judge(match=floor.match, actor=Actor(entry=floor.player), about="counter?", at=floor.at(3))


def test_a_player_calls_to_the_own_table(call, floor):
    assert (call.entry, call.player, call.judge, call.table, call.about) == (
        floor.player,
        floor.player,
        None,
        1,
        "counter?",
    )
    with refusal("not_allowed"):
        call_judge(match=floor.matches[1], actor=Actor(entry=floor.player))
    assert LiveVersion.objects.filter(event=floor.event, part="calls").exists()


def test_the_desk_calls_to_any_table(floor):
    assert call_judge(match=floor.matches[1], actor=floor.actor(Role.SCOREKEEPER)).entry is None


def test_staff_of_another_event_does_not(floor, other_floor):
    with refusal("not_allowed"):
        call_judge(match=floor.match, actor=other_floor.head)


def test_one_call_a_table(call, floor):
    rows = AuditRow.objects.count()
    assert call_judge(match=floor.match, actor=Actor(entry=floor.opponent)) == call
    assert (Call.objects.count(), AuditRow.objects.count()) == (1, rows)
    resolve_call(call=call, actor=floor.judge)
    assert call_judge(match=floor.match, actor=Actor(entry=floor.opponent)) != call


def states(floor):
    return [(now.state, now.judge) for now in open_calls(floor.event)]


def test_claimed_escalated_claimed_resolved(call, floor):
    assert states(floor) == [(CallState.OPEN, None)]
    claim_call(call=call, actor=floor.judge)
    assert states(floor) == [(CallState.CLAIMED, floor.judge.user)]
    escalate_call(call=call, actor=floor.judge)
    assert states(floor) == [(CallState.ESCALATED, floor.judge.user)]
    claim_call(call=call, actor=floor.head)
    assert states(floor) == [(CallState.CLAIMED, floor.head.user)]
    resolve_call(call=call, actor=floor.head)
    assert states(floor) == []


def test_the_head_judge_reads_what_was_asked_for_last(call, floor):
    escalate_call(call=call, actor=floor.judge, about="take it back")
    assert [now.about for now in open_calls(floor.event)] == ["take it back"]
    escalate_call(call=call, actor=floor.judge, about="take it back")
    assert CallStep.objects.count() == 1
    escalate_call(call=call, actor=floor.judge, about="and the other one")
    assert [now.about for now in open_calls(floor.event)] == ["and the other one"]


def test_two_judges_do_not_walk_to_one_table(call, floor):
    first = claim_call(call=call, actor=floor.judge)
    other = Actor(user=EventRoleFactory(event=floor.event, role=Role.FLOOR_JUDGE).user)
    with refusal("call_claimed"):
        claim_call(call=call, actor=other)
    assert claim_call(call=call, actor=floor.judge) == first
    assert CallStep.objects.count() == 1


def test_what_is_done_is_done(call, floor):
    resolve_call(call=call, actor=floor.judge)
    for act in (claim_call, escalate_call, resolve_call):
        with refusal("call_resolved"):
            act(call=call, actor=floor.head)


def test_only_judges_answer(call, floor, other_floor):
    for actor in (
        floor.actor(Role.SCOREKEEPER),
        floor.actor(Role.ORGANISER),
        other_floor.head,
        Actor(entry=floor.player),
    ):
        with refusal("not_allowed"):
            claim_call(call=call, actor=actor)


def test_the_queue_is_by_age(call, floor):
    second = call_judge(match=floor.matches[1], actor=floor.judge, at=floor.at(4))
    escalate_call(call=second, actor=floor.judge)
    assert [now.call for now in open_calls(floor.event)] == [call, second]


def covers(floor):
    judge = covering([floor.match]).get(floor.match.pk)
    return judge.pk if judge else None


def test_claiming_covers_the_table_until_the_call_is_resolved(call, floor):
    claim_call(call=call, actor=floor.judge)
    assert covers(floor) == floor.judge.user.pk
    resolve_call(call=call, actor=floor.judge)
    assert covers(floor) is None
    assert TableEvent.objects.count() == 2


def test_a_judge_who_is_there_already_is_not_noted_twice(call, floor):
    mark_table(match=floor.match, act=TableAct.COVERED, actor=floor.judge)
    claim_call(call=call, actor=floor.judge)
    assert TableEvent.objects.count() == 1


def test_closing_a_call_leaves_another_judge_at_the_table(call, floor):
    claim_call(call=call, actor=floor.judge)
    resolve_call(call=call, actor=floor.head)
    assert covers(floor) == floor.judge.user.pk
