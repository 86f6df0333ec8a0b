"""Zones, posts and the rota are planned by one act each, with what is wrong at its field."""

from __future__ import annotations

from datetime import time
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from judging.duty import Duty
from judging.models import JudgePost, Shift, Zone
from judging.zones.queries import place_plan, plan_of
from judging.zones.services import post_judge, remove_shift, remove_zone, set_duty, set_shift, set_zone
from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import NotAllowed, Refused
from matches.halls.services.staff import grant_hall_role
from matches.models import AuditRow, HallAct, LiveVersion
from tests.factories import NOON, UserFactory
from tests.judging.zones.scenes import ZonedFloor, zoned_floor
from tests.matches.halls.scenes import convention

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoned() -> ZonedFloor:
    return zoned_floor()


def refused(**zone: Any) -> tuple[str, str | None]:
    with pytest.raises(Refused) as caught:
        set_zone(**zone)
    return caught.value.code, caught.value.parameter


def test_a_zone_is_a_row_in_the_log_of_its_event(zoned: ZonedFloor) -> None:
    row = AuditRow.objects.filter(event=zoned.floor.event, act="set_zone").order_by("sequence").first()
    assert row is not None
    assert row.details["tables"] == [[1, 2]]
    assert row.details["lead"] == zoned.ada.pk


def test_what_is_wrong_with_a_zone_is_said_at_its_field(zoned: ZonedFloor) -> None:
    plan = {"place": zoned.floor.event, "actor": zoned.floor.head}
    assert refused(**plan, name="East", tables="2-5") == ("tables_in_zone", "tables")
    assert refused(**plan, name="East", tables="") == ("tables_missing", "tables")
    assert refused(**plan, name="East", tables="x") == ("tables_unreadable", "tables")
    assert refused(**plan, name=" north ", tables="9") == ("zone_exists", "name")
    assert refused(**plan, name="", tables="9") == ("name_missing", "name")
    assert refused(**plan, name="East", tables="9", lead=UserFactory()) == ("no_judge", "lead")
    assert Zone.objects.count() == 2


def test_a_zone_may_keep_its_own_name_and_tables(zoned: ZonedFloor) -> None:
    set_zone(place=zoned.floor.event, actor=zoned.floor.head, name="North", tables="1", zone=zoned.north)
    zoned.north.refresh_from_db()
    assert zoned.north.tables == [[1, 1]]
    assert zoned.north.lead is None


def test_a_judge_is_in_one_zone_and_leads_no_other(zoned: ZonedFloor) -> None:
    post_judge(place=zoned.floor.event, actor=zoned.floor.head, user=zoned.ada, zone=zoned.south)
    zoned.north.refresh_from_db()
    assert zoned.north.lead is None
    plan = plan_of(zoned.floor.event, NOON)
    assert plan is not None
    assert plan.zone_of(zoned.ada.pk).name == "South"  # type: ignore[union-attr]
    with pytest.raises(IntegrityError), transaction.atomic():
        JudgePost.objects.create(event=zoned.floor.event, user=zoned.ada)


def test_a_zone_that_is_removed_leaves_its_judges_in_none(zoned: ZonedFloor) -> None:
    remove_zone(zone=zoned.south, actor=zoned.floor.head)
    plan = plan_of(zoned.floor.event, NOON)
    assert plan is not None
    assert plan.zone_of(zoned.bo.pk) is None
    assert plan.zone_at(3) is None


def test_the_rota_refuses_what_cannot_be(zoned: ZonedFloor) -> None:
    plan = {"place": zoned.floor.event, "actor": zoned.floor.head, "user": zoned.ada, "duty": Duty.BREAK}
    shift = set_shift(**plan, starts=time(14, 30), ends=time(15), covered_by=zoned.bo)
    for starts, ends, more, code in (
        (time(14), time(14, 31), {}, "shift_overlaps"),
        (time(16), time(16), {}, "ends_first"),
        (time(16), time(17), {"covered_by": zoned.ada}, "covers_self"),
        (time(16), time(17), {"covered_by": UserFactory()}, "no_judge"),
    ):
        with pytest.raises(Refused) as caught:
            set_shift(**plan, starts=starts, ends=ends, **more)
        assert caught.value.code == code
    set_shift(**plan, starts=time(15), ends=time(15, 10))
    remove_shift(shift=shift, actor=zoned.floor.head)
    assert [row.starts for row in Shift.objects.all()] == [time(15)]


def test_who_covers_is_there(zoned: ZonedFloor) -> None:
    head = {"place": zoned.floor.event, "actor": zoned.floor.head}
    ada, bo = {**head, "user": zoned.ada}, {**head, "user": zoned.bo}
    shift = set_shift(**ada, duty=Duty.BREAK, starts=time(14, 30), ends=time(15), covered_by=zoned.bo)
    with pytest.raises(Refused) as caught:
        set_shift(**bo, duty=Duty.BREAK, starts=time(14, 50), ends=time(15, 20))
    assert (caught.value.code, caught.value.parameter) == ("covers_then", "starts")
    assert "from 14:30 to 15:00" in str(caught.value.message)
    set_shift(**bo, duty=Duty.ON, starts=time(14, 30), ends=time(15))  # on the floor meanwhile
    set_shift(**bo, duty=Duty.DECK_CHECKS, starts=time(15), ends=time(15, 20))
    with pytest.raises(Refused) as caught:
        set_shift(**ada, duty=Duty.BREAK, starts=time(14, 40), ends=time(15, 10), covered_by=zoned.bo, shift=shift)
    assert (caught.value.code, caught.value.parameter) == ("cover_away", "covered_by")
    set_shift(**ada, duty=Duty.BREAK, starts=time(14, 40), ends=time(15, 10), shift=shift)
    shift.refresh_from_db()
    assert (shift.starts, shift.covered_by) == (time(14, 40), None)


def test_what_a_judge_states_is_in_the_log_and_moves_the_pages(zoned: ZonedFloor) -> None:
    event = zoned.floor.event
    before = LiveVersion.objects.get(event=event, part="calls").version
    set_duty(event=event, actor=Actor(user=zoned.ada), duty=Duty.BREAK, at=NOON)
    plan = plan_of(event, NOON)
    assert plan is not None
    assert plan.duty_of(zoned.ada.pk) is Duty.BREAK
    assert plan.staffing.away == {zoned.ada.pk}
    assert LiveVersion.objects.get(event=event, part="calls").version == before + 1
    assert AuditRow.objects.filter(event=event, act="set_duty", user=zoned.ada).get().details == {"duty": "break"}


def test_a_judge_whose_role_ends_is_no_longer_posted(zoned: ZonedFloor) -> None:
    zoned.floor.event.roles.filter(user=zoned.bo).delete()
    plan = plan_of(zoned.floor.event, NOON)
    assert plan is not None
    assert plan.zone_at(3).judges == frozenset()  # type: ignore[union-attr]


def test_an_event_without_a_plan_asks_nothing(django_assert_num_queries: Any) -> None:
    zoned = zoned_floor()
    other = zoned_floor().floor
    other.event.options = {}
    with django_assert_num_queries(0):
        assert plan_of(other.event, NOON) is None
    with django_assert_num_queries(4):
        assert plan_of(zoned.floor.event, NOON)


def test_events_of_a_hall_day_share_its_zones_and_have_none_of_their_own() -> None:
    con = convention()
    judge = UserFactory(username="hall-judge")
    grant_hall_role(hall_day=con.day, actor=con.desk, username="hall-judge", role=Role.FLOOR_JUDGE)
    with pytest.raises(Refused) as caught:
        set_zone(place=con.main, actor=con.desk, name="North", tables="1-8")
    assert caught.value.code == "in_hall_day"
    assert refused(place=con.day, actor=con.desk, name="North", tables="30-50") == ("tables_not_in_hall", "tables")
    set_zone(place=con.day, actor=con.desk, name="North", tables="1-12", lead=judge)
    for event in (con.main, con.side):
        plan = plan_of(event, NOON)
        assert plan is not None
        assert plan.zone_at(9).judges == {judge.pk}  # type: ignore[union-attr]
        assert LiveVersion.objects.filter(event=event, part="zones").exists()
    assert HallAct.objects.filter(act="set_zone").count() == 1
    set_duty(event=con.side, actor=Actor(user=judge), duty=Duty.BREAK, at=NOON)
    assert place_plan(con.day, NOON).duty_of(judge.pk) is Duty.BREAK
    with pytest.raises(NotAllowed):
        set_zone(place=con.day, actor=Actor(user=judge), name="South", tables="13-16")
