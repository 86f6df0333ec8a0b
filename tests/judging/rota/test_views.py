"""The page of zones and the rota, and the line that says what comes next for a judge."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.duty import Duty
from judging.models import Shift, Zone
from judging.zones.labels import coming_text
from judging.zones.queries import place_plan, plan_of
from judging.zones.services import set_shift
from matches.enums import Role
from matches.halls.services.staff import grant_hall_role
from matches.models import Event, User
from tests.factories import UserFactory, staff
from tests.judging.zones.scenes import ZonedFloor, zoned_floor
from tests.matches.halls.scenes import convention

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoned() -> ZonedFloor:
    return zoned_floor()


def rota(zoned: ZonedFloor, user: User, query: str = "") -> Any:
    return zoned.client(user).get(reverse("judging:rota", args=[zoned.floor.event.slug]) + query)


def send(zoned: ZonedFloor, act: str, **values: Any) -> Any:
    client = zoned.client(zoned.floor.user(Role.HEAD_JUDGE))
    return client.post(reverse("judging:rota_act", args=[zoned.floor.event.slug, act]), values)


def test_the_head_judge_plans_all_of_it_on_one_page(zoned: ZonedFloor) -> None:
    assert send(zoned, "zone", name="Stage", tables="90", lead="").status_code == 302
    stage = Zone.objects.get(name="Stage")
    assert send(zoned, "post", user=zoned.bo.pk, zone=stage.pk).status_code == 302
    assert send(zoned, "zone", name="Feature", tables="90-91", lead=zoned.ada.pk, zone=stage.pk).status_code == 302
    day = {"duty": "break", "starts": "14:30", "ends": "15:00"}
    assert send(zoned, "shift", user=zoned.ada.pk, covered_by=zoned.bo.pk, **day).status_code == 302
    page = rota(zoned, zoned.floor.user(Role.HEAD_JUDGE)).context
    assert [(zone.name, zone.tables, zone.lead, zone.judges) for zone in page["zones"]] == [
        ("North", "1–2", "", ""),
        ("South", "3–4", "", ""),
        ("Feature", "90–91", "Ada", "Ada and Bo"),
    ]
    assert [(one.span, one.judge, one.duty, one.covered_by) for one in page["shifts"]] == [
        ("14:30–15:00", "Ada", "On break", "Bo")
    ]
    assert send(zoned, "remove-shift", id=Shift.objects.get().pk).status_code == 302
    assert send(zoned, "remove-zone", id=stage.pk).status_code == 302
    assert [zone.name for zone in rota(zoned, zoned.ada).context["zones"]] == ["North", "South"]


def test_a_judge_who_has_not_worked_here_yet_is_named_by_the_username_in_messages_too(zoned: ZonedFloor) -> None:
    judge = staff(zoned.floor.event, Role.FLOOR_JUDGE)
    User.objects.filter(pk=judge.pk).update(name="Hanna Virtanen")
    day = {"duty": "break", "starts": "14:30", "ends": "15:00"}
    for act, values in (("post", {"zone": zoned.south.pk}), ("shift", day)):
        assert send(zoned, act, user=judge.pk, **values).status_code == 302
        page = rota(zoned, zoned.floor.user(Role.HEAD_JUDGE)).content.decode()
        assert "Hanna Virtanen" not in page
        assert judge.username in page


def test_what_is_wrong_stays_in_the_form(zoned: ZonedFloor) -> None:
    page = send(zoned, "zone", name="East", tables="2-5", lead="")
    assert page.status_code == 422
    assert page.context["zone_form"]["tables"].value() == "2-5"
    assert page.context["zone_form"].errors["tables"].as_data()[0].code == "tables_in_zone"
    page = send(zoned, "shift", user=zoned.ada.pk, duty="break", starts="15:00", ends="14:00")
    assert page.context["shift_form"].errors["ends"].as_data()[0].code == "ends_first"


def test_a_button_without_a_form_says_why_it_did_nothing(zoned: ZonedFloor) -> None:
    """They are refused where no form comes back: at an event that is finished meanwhile, for instance."""
    shift = set_shift(
        place=zoned.floor.event,
        actor=zoned.floor.actor(Role.HEAD_JUDGE),
        user=zoned.ada,
        duty=Duty.BREAK,
        starts=time(14, 30),
        ends=time(15),
    )
    Event.objects.filter(pk=zoned.floor.event.pk).update(finished_at=timezone.now())
    acts = (
        ("post", {"user": zoned.bo.pk, "zone": zoned.south.pk}),
        ("remove-zone", {"id": zoned.south.pk}),
        ("remove-shift", {"id": shift.pk}),
    )
    client = zoned.client(zoned.floor.user(Role.HEAD_JUDGE))
    for act, values in acts:
        url = reverse("judging:rota_act", args=[zoned.floor.event.slug, act])
        page = client.post(url, values, follow=True)
        assert "Ask the organiser to reopen it first." in page.text
        assert page.context["zone_form"] is None
    assert "Ask the organiser to reopen it first." in send(zoned, "zone", name="East", tables="5", lead="").text


def test_a_floor_judge_sees_the_plan_without_forms(zoned: ZonedFloor) -> None:
    page = rota(zoned, zoned.ada)
    assert page.context["zone_form"] is None
    assert "<form" not in page.content.decode().split("zones-head")[1].split("</main>")[0]


def test_a_zone_is_changed_in_the_form_that_makes_one(zoned: ZonedFloor) -> None:
    page = rota(zoned, zoned.floor.user(Role.HEAD_JUDGE), f"?zone={zoned.south.pk}")
    assert page.context["zone_form"]["name"].value() == "South"
    assert page.context["zone_chosen"]
    assert not rota(zoned, zoned.floor.user(Role.HEAD_JUDGE), "?zone=x").context["zone_chosen"]


def test_an_entry_of_the_rota_is_changed_in_the_form_that_adds_one(zoned: ZonedFloor) -> None:
    day = {"duty": "break", "starts": "14:30", "ends": "15:00"}
    send(zoned, "shift", user=zoned.ada.pk, covered_by=zoned.bo.pk, **day)
    shift, head = Shift.objects.get(), zoned.floor.user(Role.HEAD_JUDGE)
    page = rota(zoned, head, f"?shift={shift.pk}")
    form = page.context["shift_form"]
    assert page.context["shift_chosen"]
    assert f'href="?shift={shift.pk}#shift-form"' in page.text
    assert {key: form[key].value() for key in ("shift", "user", "covered_by", "duty")} == {
        "shift": shift.pk,
        "user": str(zoned.ada.pk),
        "covered_by": str(zoned.bo.pk),
        "duty": "break",
    }
    later = {**day, "starts": "14:45", "ends": "15:15"}
    assert send(zoned, "shift", shift=shift.pk, user=zoned.ada.pk, covered_by="", **later).status_code == 302
    [now] = Shift.objects.all()
    assert (now.pk, now.starts, now.ends, now.covered_by) == (shift.pk, time(14, 45), time(15, 15), None)
    wrong = send(zoned, "shift", shift=shift.pk, user=zoned.ada.pk, **{**later, "ends": "14:00"})
    assert (wrong.status_code, wrong.context["shift_chosen"]) == (422, True)
    send(zoned, "remove-shift", id=shift.pk)
    assert send(zoned, "shift", shift=shift.pk, user=zoned.ada.pk, **later).status_code == 404
    assert not rota(zoned, head, "?shift=x").context["shift_chosen"]


def test_what_comes_next_in_words(zoned: ZonedFloor) -> None:
    event = zoned.floor.event
    plan = {"place": event, "actor": zoned.floor.head, "user": zoned.ada}
    set_shift(**plan, duty=Duty.BREAK, starts=time(14, 30), ends=time(15), covered_by=zoned.bo)
    set_shift(**plan, duty=Duty.DECK_CHECKS, starts=time(16), ends=time(16, 30))
    for hour, text in ((13, "Break at 14:30, covered by Bo"), (15, "Deck checks at 16:00"), (17, "")):
        assert (
            coming_text(place_plan(event, datetime(2026, 11, 21, hour, tzinfo=UTC)), zoned.ada.pk, {zoned.bo.pk})
            == text
        )


def test_the_times_are_those_of_the_event_s_time_zone(zoned: ZonedFloor) -> None:
    event = zoned.floor.event
    event.time_zone = "Asia/Tokyo"
    event.save()
    set_shift(place=event, actor=zoned.floor.head, user=zoned.ada, duty=Duty.BREAK, starts=time(14), ends=time(15))
    plan = plan_of(event, datetime(2026, 11, 21, 5, 30, tzinfo=UTC))
    assert plan is not None
    assert plan.duty_of(zoned.ada.pk) is Duty.BREAK


def test_on_break_and_back_on_the_judge_s_own_page(zoned: ZonedFloor) -> None:
    client = zoned.client(zoned.ada)
    tables = reverse("judging:tables", args=[zoned.floor.event.slug])
    line = client.get(tables).context["own_line"]
    assert (line.zone, line.duty, line.away) == ("North", "On the floor", False)
    page = client.post(line.acts[0].url, follow=True)
    assert "Calls do not ring for you until you are back." in page.content.decode()
    line = page.context["own_line"]
    assert (line.duty, line.away, line.acts[0].label) == ("On break", True, "Back")
    assert not client.post(line.acts[0].url, follow=True).context["own_line"].away


def test_the_desk_and_a_floor_without_a_plan_have_no_such_line(zoned: ZonedFloor) -> None:
    tables = reverse("judging:tables", args=[zoned.floor.event.slug])
    assert zoned.client(zoned.floor.user(Role.SCOREKEEPER)).get(tables).context["own_line"] is None
    type(zoned.floor.event).objects.update(options={})
    assert zoned.client(zoned.ada).get(tables).context["own_line"] is None


def test_a_hall_day_is_planned_on_its_own_page_for_all_of_its_events() -> None:
    con = convention()
    people = {}
    for role in (Role.HEAD_JUDGE, Role.FLOOR_JUDGE):
        people[role] = UserFactory(username=f"the-{role}")
        grant_hall_role(hall_day=con.day, actor=con.desk, username=people[role].username, role=role)
    head, judge = Client(), Client()
    head.force_login(people[Role.HEAD_JUDGE])
    judge.force_login(people[Role.FLOOR_JUDGE])
    act = reverse("hall_floor:hall_rota_act", args=[con.day.slug, "zone"])
    values = {"name": "North", "tables": "1-8", "lead": people[Role.FLOOR_JUDGE].pk}
    assert judge.post(act, values).status_code == 403
    assert head.post(act, values).status_code == 302
    address = reverse("hall_floor:hall_rota", args=[con.day.slug])
    assert [zone.name for zone in judge.get(address).context["zones"]] == ["North"]
    own = judge.get(reverse("judging:rota", args=[con.side.slug]))
    assert [zone.name for zone in own.context["zones"]] == ["North"]
    assert own.context["hall_url"] == address
    page = head.get(reverse("judging:rota", args=[con.side.slug]))
    assert page.context["zone_form"] is None


def test_the_page_costs_the_same_for_one_judge_and_for_three(django_assert_num_queries: Any) -> None:
    counts: list[int] = []
    for more in (0, 2):
        zoned = zoned_floor()
        for number in range(more):
            user = UserFactory(name=f"Judge {number}")
            zoned.floor.event.roles.create(user=user, role=Role.FLOOR_JUDGE)
            span = {"starts": time(10 + number), "ends": time(11 + number), "covered_by": zoned.bo}
            set_shift(place=zoned.floor.event, actor=zoned.floor.head, user=user, duty=Duty.BREAK, **span)
        client = zoned.client(zoned.floor.user(Role.HEAD_JUDGE))
        with django_assert_num_queries(counts[0] if counts else 14) as counted:
            client.get(reverse("judging:rota", args=[zoned.floor.event.slug]))
        counts.append(len(counted))
