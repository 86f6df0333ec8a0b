"""One list of calls for all events of a hall day."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from judging.calls.services import call_judge
from matches.enums import Role
from matches.halls.services.staff import grant_hall_role
from matches.models import EventRole
from tests.factories import UserFactory
from tests.matches.halls.scenes import Convention, convention
from tests.matches.playing import match_at, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def con() -> Convention:
    con = convention()
    for event in (con.side, con.main):
        round_ = running(event, con.desk)
        first = {con.main: 1, con.side: 9}[event]
        call_judge(match=match_at(round_, first), actor=con.desk, about=event.name)
    return con


def address(con: Convention) -> str:
    return reverse("hall_floor:hall_calls", args=[con.day.slug])


def judge(con: Convention, role: Role = Role.FLOOR_JUDGE) -> Client:
    user = UserFactory(username=f"the-{role}")
    grant_hall_role(hall_day=con.day, actor=con.desk, username=user.username, role=role)
    client = Client()
    client.force_login(user)
    return client


def test_calls_of_all_events_are_in_one_list_the_longest_wait_first(con: Convention) -> None:
    client = judge(con)
    items = client.get(address(con)).context["items"]
    assert [(item.event, item.table) for item in items] == [("Blitz Side Event", 9), ("Main Event", 1)]
    client.post(items[1].acts[0].url)
    states = {item.event: item.state for item in client.get(address(con), {"part": ""}).context["items"]}
    assert states == {"Blitz Side Event": "open", "Main Event": "claimed"}


def test_who_answers_no_calls_sees_them_without_buttons(con: Convention) -> None:
    items = judge(con, Role.SCOREKEEPER).get(address(con)).context["items"]
    assert [item.acts for item in items] == [[], []]


def test_calls_of_an_event_where_one_has_no_role_any_more_are_not_shown(con: Convention) -> None:
    client = judge(con)
    EventRole.objects.filter(event=con.side, user__username="the-floor_judge").delete()
    assert [item.event for item in client.get(address(con)).context["items"]] == ["Main Event"]


def test_a_call_that_is_resolved_is_gone(con: Convention) -> None:
    client = judge(con)
    for item in client.get(address(con)).context["items"]:
        client.post(item.acts[-1].url)
    assert client.get(address(con)).context["items"] == []
