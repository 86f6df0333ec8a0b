"""The schedule as it is kept, moved and shown."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import NotAllowed, Refused
from matches.live.queries import public_versions
from matches.models import Event
from matches.schedule.items import Item, from_stored
from matches.schedule.labels import schedule_of
from matches.schedule.services import local, set_schedule, shift_schedule
from tests.factories import EventFactory, staff

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_copies() -> None:
    cache.clear()


@pytest.fixture
def event() -> Event:
    return EventFactory(published=True, time_zone="America/New_York", date=timezone.now().date())


def organiser(event: Event) -> Actor:
    return Actor(user=staff(event, Role.ORGANISER))


def around_now(event: Event) -> list[Item]:
    now = local(event, timezone.now())
    return [Item(now + timedelta(minutes=minutes), f"Item {minutes}") for minutes in (-30, 20, 60)]


def test_times_are_those_of_the_event_s_clock(event: Event) -> None:
    items = [Item(datetime.fromisoformat("2026-07-04T10:00"), "Round 1")]
    set_schedule(event=event, actor=organiser(event), items=items)
    event.refresh_from_db()
    shown = schedule_of(event)[0]
    assert shown.at == datetime(2026, 7, 4, 10, tzinfo=ZoneInfo("America/New_York"))
    assert public_versions(event)["schedule"] == 1
    assert event.audit_rows.get().details == {"items": 1}


def test_a_delay_moves_only_what_is_still_to_come(event: Event) -> None:
    actor, items = organiser(event), around_now(event)
    set_schedule(event=event, actor=actor, items=items)
    assert shift_schedule(event=event, actor=Actor(user=staff(event, Role.SCOREKEEPER)), minutes=15) == 2
    event.refresh_from_db()
    moved = [new.at - old.at for old, new in zip(items, from_stored(event.schedule), strict=True)]
    assert moved == [timedelta(0), timedelta(minutes=15), timedelta(minutes=15)]


@pytest.mark.parametrize(("minutes", "code"), [(0, "minutes_out_of_range"), (2_000, "minutes_out_of_range")])
def test_a_delay_that_is_none_or_too_long_is_refused(event: Event, minutes: int, code: str) -> None:
    actor = organiser(event)
    set_schedule(event=event, actor=actor, items=around_now(event))
    with pytest.raises(Refused) as refused:
        shift_schedule(event=event, actor=actor, minutes=minutes)
    assert (refused.value.code, refused.value.parameter) == (code, "minutes")


def test_nothing_moves_when_all_is_over(event: Event) -> None:
    actor = organiser(event)
    set_schedule(event=event, actor=actor, items=around_now(event)[:1])
    with pytest.raises(Refused) as refused:
        shift_schedule(event=event, actor=actor, minutes=5)
    assert refused.value.code == "nothing_to_come"


def test_a_schedule_out_of_order_is_refused(event: Event) -> None:
    items = around_now(event)[::-1]
    with pytest.raises(Refused) as refused:
        set_schedule(event=event, actor=organiser(event), items=items)
    assert refused.value.code == "schedule_wrong"
    assert len(refused.value.details) == 1  # two lines are before the one above: the second is named, too
    event.refresh_from_db()
    assert event.schedule == []


def test_a_scorekeeper_moves_it_but_does_not_replace_it(event: Event) -> None:
    with pytest.raises(NotAllowed):
        set_schedule(event=event, actor=Actor(user=staff(event, Role.SCOREKEEPER)), items=[])


def test_public_pages_carry_it_for_the_countdown(client: Client, event: Event) -> None:
    set_schedule(event=event, actor=organiser(event), items=around_now(event))
    for name in ("public", "about", "schedule", "wall", "players"):
        page = client.get(reverse(f"matches:{name}", args=[event.slug])).text
        assert page.count("Item 60") >= 1, name


def test_the_form_keeps_what_was_typed_and_names_every_wrong_line(client: Client, event: Event) -> None:
    client.force_login(staff(event, Role.ORGANISER))
    url = reverse("matches:desk_schedule", args=[event.slug])
    page = client.post(url, {"lines": "10:00 Round 1\nRound 2\n9:00 Lunch"})
    assert page.status_code == 422
    assert len(page.context["form"].errors["lines"]) == 2
    assert "9:00 Lunch" in page.text
    assert client.post(url, {"lines": "10:00 Round 1\n11:00 Lunch"}).status_code == 302
    event.refresh_from_db()
    assert [item.text for item in from_stored(event.schedule)] == ["Round 1", "Lunch"]


def test_a_proposal_fills_the_form_and_changes_nothing(client: Client, event: Event) -> None:
    client.force_login(staff(event, Role.ORGANISER))
    url = reverse("matches:desk_schedule", args=[event.slug])
    asked = {"propose": "1", "start": "10:00", "rounds": "2", "cut": "4", "minutes": "30", "between": "10"}
    page = client.get(url, {**asked, "prizes": "on"})
    lines = page.context["form"].initial["lines"].splitlines()
    assert [line.split(" ")[0] for line in lines] == ["10:00", "10:40", "11:20", "12:00", "12:30"]
    event.refresh_from_db()
    assert event.schedule == []
    wrong = client.get(url, {**asked, "minutes": "none"})
    assert (wrong.status_code, list(wrong.context["proposal"].errors)) == (422, ["minutes"])


def test_the_desk_moves_it_by_its_button_once(client: Client, event: Event) -> None:
    event = set_schedule(event=event, actor=organiser(event), items=around_now(event))
    client.force_login(staff(event, Role.SCOREKEEPER))
    key = client.get(reverse("matches:desk_schedule", args=[event.slug])).context["delay"].initial["submission"]
    url = reverse("matches:schedule_delay", args=[event.slug])
    before = list(from_stored(event.schedule))
    for _ in range(2):
        assert client.post(url, {"submission": key, "minutes": "10"}).status_code == 302
    event.refresh_from_db()
    after = from_stored(event.schedule)
    assert after[-1].at - before[-1].at == timedelta(minutes=10)


def test_the_api_reads_replaces_and_moves(client: Client, event: Event) -> None:
    url = reverse("api-schedule", args=[event.slug])
    assert client.get(url).json() == {"items": []}
    items = [{"at": f"{item.at:%Y-%m-%dT%H:%M}", "text": item.text} for item in around_now(event)]
    assert client.put(url, {"items": items}, content_type="application/json").status_code == 401
    client.force_login(staff(event, Role.ORGANISER))
    answer = client.put(url, {"items": items}, content_type="application/json")
    assert (answer.status_code, answer.json()) == (200, {"items": items})
    wrong = client.put(url, {"items": items[::-1]}, content_type="application/json")
    assert (wrong.status_code, list(wrong.json()["errors"])) == (422, ["items"])
    shift = reverse("api-schedule-shift", args=[event.slug])
    moved = client.post(shift, {"minutes": 5}, content_type="application/json").json()["items"]
    assert (moved[0], moved[1] == items[1]) == (items[0], False)


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_a_year_that_cannot_be_counted_with_is_refused(client: Client, event: Event, day: str) -> None:
    client.force_login(staff(event, Role.ORGANISER))
    items = [{"at": f"{day}T23:59", "text": "Round 1"}]
    answer = client.put(reverse("api-schedule", args=[event.slug]), {"items": items}, content_type="application/json")
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["items"])
    page = client.post(reverse("matches:desk_schedule", args=[event.slug]), {"lines": f"{day} 23:59 Round 1"})
    assert page.context["form"].errors["lines"] == ["Line 1: check the year. Enter one from 1900 to 2200."]


def test_a_text_of_several_lines_stays_one_item(event: Event) -> None:
    items = [Item(datetime.fromisoformat("2026-07-04T10:00"), "Round 1\n11:00 Lunch")]
    set_schedule(event=event, actor=organiser(event), items=items)
    event.refresh_from_db()
    assert [item.text for item in from_stored(event.schedule)] == ["Round 1 11:00 Lunch"]
