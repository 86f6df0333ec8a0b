"""Calls reach people: the strip on every judges' page, the head judge, and the players at the table."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from judging.calls.services import call_judge, claim_call, escalate_call
from matches.audit.services import Actor
from matches.enums import Role
from matches.people.services.links import make_player_link
from tests.factories import any_organiser

pytestmark = pytest.mark.django_db


@pytest.fixture
def call(floor):
    return call_judge(match=floor.match, actor=Actor(entry=floor.player), about="counter?")


def texts(answer):
    return " ".join(answer.content.decode().split())


def test_every_judges_page_says_who_waits_until_somebody_goes(client, floor, call):
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    strip = reverse("judging:calls_waiting", args=[floor.event.slug])
    for page in ("judging:tables", "judging:calls", "judging:log"):
        assert 'data-calls-waiting="1"' in texts(client.get(reverse(page, args=[floor.event.slug])))
    assert f'data-calls-ringing="{call.pk}"' in texts(client.get(strip))
    claim_call(call=call, actor=floor.judge)
    assert 'data-calls-waiting="0"' in texts(client.get(strip))


def test_an_escalated_call_stands_on_the_head_judges_page(client, floor, call):
    client.force_login(floor.user(Role.HEAD_JUDGE))
    head = reverse("judging:head", args=[floor.event.slug])
    assert "Calls for you" not in texts(client.get(head))
    escalate_call(call=call, actor=floor.judge)
    page = client.get(head)
    assert "Calls for you" in texts(page)
    assert reverse("judging:call_act", args=[floor.event.slug, call.pk, "claim"]) in texts(page)
    assert "(head judge)" in texts(client.get(reverse("judging:tables", args=[floor.event.slug])))


def test_both_pages_of_the_player_say_that_a_judge_is_coming(client, floor, call):
    token = make_player_link(actor=any_organiser(), entry=floor.player).token
    pages = [reverse("matches:me", args=[token]), reverse("judging:mine", args=[floor.event.slug, token])]
    for page in pages:
        assert "A judge has been called." in texts(client.get(page))
    claim_call(call=call, actor=floor.judge)
    for page in pages:
        part = client.get(page, headers={"hx-request": "true"})
        assert "A judge is coming to your table." in texts(part)
        assert "<html" not in texts(part)
        assert re.search(rf'data-live-(part|also)="table {floor.match.table}"', texts(client.get(page)))
