"""Calls of a floor in zones: whom they ring for, what stands first, on the pages of each judge."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.calls.queries import open_calls
from judging.calls.services import call_judge, claim_call, escalate_call
from judging.duty import Duty
from judging.floor.views import TileGroup
from judging.models import Call
from judging.zones.call_queries import route
from judging.zones.services import set_duty, set_zone
from matches.audit.services import Actor
from matches.enums import Role
from matches.halls.services.staff import grant_hall_role
from matches.models import User
from tests.factories import UserFactory
from tests.judging.zones.scenes import ZonedFloor, zoned_floor
from tests.matches.halls.scenes import convention
from tests.matches.playing import match_at, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoned() -> ZonedFloor:
    return zoned_floor()


def call(zoned: ZonedFloor, table: int, minutes: float = 0) -> Call:
    at = timezone.now() - timedelta(minutes=minutes)
    return call_judge(match=zoned.floor.matches[table - 1], actor=zoned.floor.head, at=at)


def ringing(zoned: ZonedFloor, user: User | None) -> set[int]:
    calls = route(zoned.floor.event, user, open_calls(zoned.floor.event), timezone.now())
    return {now.call.table or 0 for now in calls.ringing}


def page(zoned: ZonedFloor, user: User, name: str = "calls") -> Any:
    return zoned.client(user).get(reverse(f"judging:{name}", args=[zoned.floor.event.slug]))


def test_a_call_rings_in_one_zone_and_after_two_minutes_in_both(zoned: ZonedFloor) -> None:
    call(zoned, 1)
    call(zoned, 2, minutes=2.1)
    assert ringing(zoned, zoned.ada) == {1, 2}
    assert ringing(zoned, zoned.bo) == {2}
    assert ringing(zoned, zoned.floor.user(Role.HEAD_JUDGE)) == set()
    call(zoned, 3, minutes=4.1)
    assert ringing(zoned, zoned.floor.user(Role.HEAD_JUDGE)) == {3}


def test_the_event_sets_how_long_a_call_waits(zoned: ZonedFloor) -> None:
    event = zoned.floor.event
    event.options = {**event.options, "call_minutes": 5}
    event.save(update_fields=["options"])
    call(zoned, 2, minutes=4.9)
    assert ringing(zoned, zoned.bo) == set()


def test_who_is_on_break_is_not_rung_and_the_next_zone_is_at_once(zoned: ZonedFloor) -> None:
    call(zoned, 1)
    set_duty(event=zoned.floor.event, actor=Actor(user=zoned.ada), duty=Duty.BREAK)
    assert ringing(zoned, zoned.ada) == set()
    assert ringing(zoned, zoned.bo) == {1}
    set_duty(event=zoned.floor.event, actor=Actor(user=zoned.ada), duty=Duty.ON)
    assert ringing(zoned, zoned.ada) == {1}
    assert ringing(zoned, zoned.bo) == set()


def test_the_strip_hides_nothing_and_names_what_rings(zoned: ZonedFloor) -> None:
    mine, theirs = call(zoned, 1), call(zoned, 3)
    strip = page(zoned, zoned.ada, "calls_waiting").content.decode()
    assert 'data-calls-waiting="2"' in strip
    assert f'data-calls-ringing="{mine.pk}"' in strip
    assert "1 table is waiting for you:" in " ".join(strip.split())
    assert "1 table is waiting for other judges:" in " ".join(strip.split())
    assert "data-live-again" in strip
    assert f'data-calls-ringing="{theirs.pk}"' in page(zoned, zoned.bo, "calls_waiting").content.decode()


def test_calls_of_the_own_zone_are_marked_and_on_top(zoned: ZonedFloor) -> None:
    call(zoned, 1, minutes=10)
    call(zoned, 3)
    call(zoned, 4, minutes=1)
    items = page(zoned, zoned.bo).context["items"]
    assert [(item.table, item.own) for item in items] == [(4, True), (3, True), (1, False)]
    assert items[2].reach == "Rings in North, the zones next to it and for the head judge"
    assert items[0].reach == "Rings in South"
    assert page(zoned, zoned.ada).context["items"][0].table == 1


def test_a_call_that_is_taken_stands_last_and_an_escalated_one_is_the_head_judge_s(zoned: ZonedFloor) -> None:
    first = call(zoned, 3)
    claim_call(call=first, actor=Actor(user=zoned.bo))
    call(zoned, 4)
    assert [item.table for item in page(zoned, zoned.bo).context["items"]] == [4, 3]
    escalate_call(call=first, actor=Actor(user=zoned.bo))
    assert ringing(zoned, zoned.bo) == {4}
    assert ringing(zoned, zoned.floor.user(Role.HEAD_JUDGE)) == {3}


def test_the_tables_of_the_own_zone_come_first_and_all_others_are_there(zoned: ZonedFloor) -> None:
    groups: list[TileGroup] = page(zoned, zoned.bo, "tables").context["groups"]
    assert [(group.heading, [tile.table for tile in group.tiles]) for group in groups] == [
        ("Your zone: South", [3, 4]),
        ("Other tables", [1, 2]),
    ]
    head = zoned.floor.user(Role.HEAD_JUDGE)
    assert [[tile.table for tile in group.tiles] for group in page(zoned, head, "tables").context["groups"]] == [
        [1, 2, 3, 4]
    ]


def test_the_kept_pages_change_with_the_plan(zoned: ZonedFloor) -> None:
    before = page(zoned, zoned.ada, "kept").json()["pages"]
    set_duty(event=zoned.floor.event, actor=Actor(user=zoned.bo), duty=Duty.BREAK)
    after = page(zoned, zoned.ada, "kept").json()["pages"]
    assert before[:2] != after[:2]


def test_pages_of_an_event_without_a_plan_cost_no_query_more(django_assert_num_queries: Any) -> None:
    """A plan costs some, so the count without one is what it was before there were plans."""
    zoned = zoned_floor()
    floor = zoned.floor
    call(zoned, 1)
    client = zoned.client(zoned.ada)
    address = reverse("judging:calls", args=[floor.event.slug])
    client.get(address)
    type(floor.event).objects.filter(pk=floor.event.pk).update(options={})
    with django_assert_num_queries(10):
        client.get(address)


def test_the_list_of_a_hall_day_has_the_own_zone_first() -> None:
    con = convention()
    for event, table in ((con.main, 1), (con.side, 9)):
        call_judge(match=match_at(running(event, con.desk), table), actor=con.desk)
    judge = UserFactory(username="hall-judge")
    grant_hall_role(hall_day=con.day, actor=con.desk, username="hall-judge", role=Role.FLOOR_JUDGE)
    set_zone(place=con.day, actor=con.desk, name="North", tables="1-8")
    set_zone(place=con.day, actor=con.desk, name="South", tables="9-16", lead=judge)
    client = Client()
    client.force_login(judge)
    items = client.get(reverse("hall_floor:hall_calls", args=[con.day.slug])).context["items"]
    assert [(item.table, item.own) for item in items] == [(9, True), (1, False)]
