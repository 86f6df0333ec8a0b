"""The queue of calls, and appeals from a table."""

import pytest
from django.urls import reverse

from judging.calls.queries import open_calls
from judging.calls.services import call_judge, claim_call, escalate_call, resolve_call
from matches.audit.services import Actor
from matches.enums import Role
from tests.judging.conftest import make_floor

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(client, floor):
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


def queue(client, floor):
    return client.get(reverse("judging:calls", args=[floor.event.slug]))


def step(client, floor, call, name):
    return client.post(reverse("judging:call_act", args=[floor.event.slug, call.pk, name]))


def test_the_longest_wait_first_with_table_and_player(judge, floor):
    call_judge(match=floor.matches[1], actor=Actor(entry=floor.matches[1].seats.first().entry), at=floor.at(1))
    call_judge(match=floor.match, actor=floor.judge, about="counter?", at=floor.at(2))
    items = queue(judge, floor).context["items"]
    assert [(item.table, item.about) for item in items] == [(2, ""), (1, "counter?")]
    assert items[0].by == floor.matches[1].seats.first().entry.player.name


def test_claiming_leads_to_the_table(judge, floor):
    call = call_judge(match=floor.match, actor=floor.judge)
    assert step(judge, floor, call, "claim").url == reverse("judging:table", args=[floor.event.slug, floor.match.pk])
    assert queue(judge, floor).context["items"][0].judge == str(floor.judge.user)


def test_what_can_be_done_follows_the_state(judge, floor):
    call = call_judge(match=floor.match, actor=floor.judge)

    def labels():
        return [act.label for act in queue(judge, floor).context["items"][0].acts]

    assert labels() == ["Take call", "Call head judge", "Resolve"]
    claim_call(call=call, actor=floor.judge)
    assert labels() == ["Resolve", "Call head judge"]
    assert [act.kind for act in queue(judge, floor).context["items"][0].acts] == ["primary", ""]
    escalate_call(call=call, actor=floor.judge)
    assert labels() == ["Take call", "Resolve"]
    step(judge, floor, call, "resolve")
    assert open_calls(floor.event) == []
    assert "No open calls" in queue(judge, floor).content.decode()


def test_a_call_that_another_judge_has(judge, floor):
    call = call_judge(match=floor.match, actor=floor.judge)
    claim_call(call=call, actor=floor.head)
    answer = judge.post(reverse("judging:call_act", args=[floor.event.slug, call.pk, "claim"]), follow=True)
    calls = reverse("judging:calls", args=[floor.event.slug])
    assert [url for url, _status in answer.redirect_chain] == [calls]  # not the table, where the head judge goes
    assert f"{floor.head.user} is on the way to table {floor.match.table}." in answer.content.decode()
    [item] = answer.context["items"]
    assert (item.table, item.judge, item.state_label) == (floor.match.table, str(floor.head.user), "On the way")
    assert [act.kind for act in item.acts] == ["", ""]  # nothing is asked of who does not go there


@pytest.mark.parametrize("name", ["claim", "escalate", "resolve"])
def test_a_call_that_another_judge_has_resolved(judge, floor, name):
    call = call_judge(match=floor.match, actor=floor.judge)
    resolve_call(call=call, actor=floor.head)
    answer = judge.post(reverse("judging:call_act", args=[floor.event.slug, call.pk, name]), follow=True)
    assert [url for url, _status in answer.redirect_chain] == [reverse("judging:calls", args=[floor.event.slug])]
    assert f"{floor.head.user} has already resolved the call at table {floor.match.table}." in answer.content.decode()


def test_the_desk_sees_the_queue_but_answers_nothing(client, floor):
    call_judge(match=floor.match, actor=floor.judge)
    client.force_login(floor.user(Role.SCOREKEEPER))
    assert queue(client, floor).context["items"][0].acts == []


def test_an_unknown_step_is_not_found_and_changes_nothing(judge, floor):
    call = call_judge(match=floor.match, actor=floor.judge)
    assert step(judge, floor, call, "ignore").status_code == 404
    (now,) = open_calls(floor.event)
    assert now.state == "open"


def test_the_queue_costs_the_same_for_one_call_and_for_three(client, django_assert_num_queries):
    counts = []
    for size in (1, 3):
        floor = make_floor(size)
        for match in floor.matches:
            claim_call(call=call_judge(match=match, actor=floor.judge), actor=floor.judge)
        client.force_login(floor.user(Role.FLOOR_JUDGE))
        with django_assert_num_queries(counts[0] if counts else 10) as counted:
            queue(client, floor)
        counts.append(len(counted))
