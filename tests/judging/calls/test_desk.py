"""Open calls and appeals stand in the desk's list of next steps, and in the API's."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from judging.appeals.services import file_appeal
from judging.calls.services import call_judge, claim_call, escalate_call
from matches.audit.services import Actor
from matches.enums import Role
from matches.live.queries import event_versions

pytestmark = pytest.mark.django_db


def items_for(client, floor, role):
    client.force_login(floor.user(role))
    found = client.get(reverse("matches:desk", args=[floor.event.slug])).context["items"]
    calls = reverse("judging:calls", args=[floor.event.slug]), reverse("judging:head", args=[floor.event.slug])
    return [item for item in found if "judge" in item.text or (item.act and item.act.url in calls)]


def test_a_call_stands_first_with_table_and_age_until_a_judge_takes_it(client, floor):
    call = call_judge(match=floor.match, actor=Actor(entry=floor.match.seats.first().entry))
    [item] = items_for(client, floor, Role.SCOREKEEPER)
    assert (item.urgency, item.code) == ("now", "answer_call")
    assert f"Table {floor.match.table} " in item.text
    assert item.detail == "0 minutes so far"
    assert item.act.url == reverse("judging:calls", args=[floor.event.slug])
    claim_call(call=call, actor=floor.judge)
    [item] = items_for(client, floor, Role.SCOREKEEPER)
    assert (item.urgency, item.code) == ("info", "answer_call")
    assert item.text.endswith(f"table {floor.match.table}")


def test_a_call_that_waits_for_the_head_judge_says_so_and_comes_first(client, floor):
    call_judge(match=floor.match, actor=floor.judge)
    escalate_call(call=call_judge(match=floor.matches[1], actor=floor.judge), actor=floor.judge)
    first, second = items_for(client, floor, Role.SCOREKEEPER)
    assert (first.urgency, first.code, first.text[:8]) == ("now", "answer_escalated_call", "Table 2 ")
    assert (second.code, second.text[:8]) == ("answer_call", "Table 1 ")
    steps = client.get(reverse("api-next", args=[floor.event.slug])).json()["steps"]
    codes = [step["code"] for step in steps if step["code"].endswith("_call")]
    assert codes == ["answer_escalated_call", "answer_call"]


def test_an_appeal_is_listed_for_all_and_only_the_head_judge_gets_the_button(client, floor):
    file_appeal(event=floor.event, actor=floor.judge, match=floor.match, statement="It was my card.")
    for role, may in ((Role.ORGANISER, False), (Role.FLOOR_JUDGE, False), (Role.HEAD_JUDGE, True)):
        [item] = items_for(client, floor, role)
        assert (item.urgency, "appeal" in item.text, item.act is not None) == ("soon", True, may)


def test_the_api_lists_the_call_with_its_table(client, floor):
    call_judge(match=floor.match, actor=floor.judge)
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    steps = client.get(reverse("api-next", args=[floor.event.slug])).json()["steps"]
    assert [(s["code"], s["tables"], s["allowed"]) for s in steps if s["urgency"] == "now"] == [
        ("answer_call", [floor.match.table], True)
    ]


def test_the_desk_loads_its_list_again_when_a_call_or_an_appeal_comes(client, floor):
    client.force_login(floor.user(Role.ORGANISER))
    url = reverse("matches:desk", args=[floor.event.slug])
    page = client.get(url).content.decode()
    [parts] = re.findall(rf'data-live-part="([^"]*)"[^>]*data-live-url="{url}"', page)
    before = event_versions(floor.event)
    call_judge(match=floor.match, actor=floor.judge)
    file_appeal(event=floor.event, actor=floor.judge, match=floor.match, statement="It was my card.")
    after = event_versions(floor.event)
    assert {"calls", "appeals"} <= {part for part in parts.split(",") if after.get(part, 0) > before.get(part, 0)}
