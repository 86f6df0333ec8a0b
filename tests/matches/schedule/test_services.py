"""The schedule as it is kept, moved and shown."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.audit.services import Actor
from matches.clock.services import start_clock
from matches.enums import Role, StageKind
from matches.errors import NotAllowed, Refused
from matches.events.declarations.sign_up_reading import sign_up_terms
from matches.events.services.events import update_event
from matches.events.services.plans import plan_of
from matches.final.services import finish_event, reopen_event
from matches.live.queries import public_versions
from matches.models import Event
from matches.models.events import ROUNDS_FOLLOW
from matches.rounds.services.rounds import withdraw_round
from matches.schedule.items import Item, from_stored
from matches.schedule.labels import schedule_of
from matches.schedule.services import local, set_schedule, shift_schedule
from tests.factories import EventFactory, StageFactory, any_organiser, staff
from tests.matches.playing import event_of, published, running

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_copies() -> None:
    cache.clear()


@pytest.fixture
def event() -> Event:
    event = EventFactory(published=True, time_zone="America/New_York", date=timezone.now().date())
    StageFactory(event=event)
    return event


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
    assert client.get(url).json() == {"items": [], "made_of": 0}
    items = [{"at": f"{item.at:%Y-%m-%dT%H:%M}", "text": item.text} for item in around_now(event)]
    assert client.put(url, {"items": items}, content_type="application/json").status_code == 401
    client.force_login(staff(event, Role.ORGANISER))
    answer = client.put(url, {"items": items}, content_type="application/json")
    assert (answer.status_code, answer.json()) == (200, {"items": items, "made_of": 1})
    wrong = client.put(url, {"items": items[::-1]}, content_type="application/json")
    assert (wrong.status_code, list(wrong.json()["errors"])) == (422, ["items"])
    shift = reverse("api-schedule-shift", args=[event.slug])
    moved = client.post(shift, {"minutes": 5}, content_type="application/json").json()["items"]
    assert (moved[0], moved[1] == items[1]) == (items[0], False)
    assert [list(item) for item in moved] == [["at", "text"]] * 3
    late = client.put(url, {"items": items, "made_of": 1}, content_type="application/json")
    assert (late.status_code, late.json()["code"]) == (409, "schedule_changed")
    assert client.put(url, {"items": items, "made_of": 2}, content_type="application/json").status_code == 200


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


def test_a_form_does_not_overwrite_what_a_colleague_did_meanwhile(client: Client, event: Event) -> None:
    actor, mover = organiser(event), staff(event, Role.SCOREKEEPER)
    event = set_schedule(event=event, actor=actor, items=around_now(event))
    client.force_login(actor.user)  # type: ignore[arg-type]
    url = reverse("matches:desk_schedule", args=[event.slug])
    form = client.get(url).context["form"]
    shift_schedule(event=event, actor=Actor(user=mover), minutes=10)
    typed = {"lines": f"{event.date} 10:00 Mine", "made_of": form.initial["made_of"]}
    page = client.post(url, typed)
    assert page.status_code == 422
    (changed,) = page.context["form"].errors["lines"]
    assert changed.startswith("The schedule has changed since you opened this page.")
    assert f" {mover.get_full_name()} moved it 10 minutes later (" in changed
    assert "One thing to correct" in page.text
    assert typed["lines"] in page.text
    event.refresh_from_db()
    assert [item.at for item in page.context["shown"]][1] == schedule_of(event)[1].at, "what stands now is beside it"
    again = client.post(url, {**typed, "made_of": page.context["form"]["made_of"].value()})
    assert again.status_code == 302
    event.refresh_from_db()
    assert [item.text for item in from_stored(event.schedule)] == ["Mine"]


def test_what_has_no_version_is_saved_as_before(event: Event) -> None:
    set_schedule(event=event, actor=organiser(event), items=around_now(event))
    set_schedule(event=event, actor=organiser(event), items=[])
    event.refresh_from_db()
    assert event.schedule == []


def test_a_line_after_midnight_is_refused_with_the_day_that_is_meant(client: Client) -> None:
    event = EventFactory(date=date(2026, 12, 31), time_zone="Europe/Berlin")
    client.force_login(staff(event, Role.ORGANISER))
    url = reverse("matches:desk_schedule", args=[event.slug])
    assert "2027-01-01 10:00 Round 6" in client.get(url).context["form"].fields["lines"].help_text
    page = client.post(url, {"lines": "23:30 Round 7\n00:30 Prize-giving"})
    assert page.context["form"].errors["lines"] == [
        "Line 2 is before the line above. If it is on the next day, start it with 2027-01-01 00:30."
    ]
    assert client.post(url, {"lines": "23:30 Round 7\n2027-01-01 00:30 Prize-giving"}).status_code == 302


def in_an_hour(event: Event, *texts: str) -> None:
    """A schedule of which everything is still to come."""
    now = local(event, timezone.now())
    items = [Item(now + timedelta(hours=1, minutes=number), text) for number, text in enumerate(texts)]
    set_schedule(event=event, actor=Actor(is_program=True), items=items)
    event.refresh_from_db()


def awaited(event: Event) -> list[str]:
    event.refresh_from_db()
    return [item.text for item in schedule_of(event) if not item.is_over]


def test_nobody_waits_for_a_round_that_has_begun(client: Client) -> None:
    event, desk = event_of(4, rounds=10), any_organiser()
    in_an_hour(event, "Round 1 (50 min)", "Round 10", "Break after round 1", "Round 2")
    round_ = published(event, desk)
    assert awaited(event) == ["Round 1 (50 min)", "Round 10", "Break after round 1", "Round 2"]
    before = public_versions(event)["schedule"]
    start_clock(round=round_, actor=desk)
    assert awaited(event) == ["Round 10", "Break after round 1", "Round 2"]
    assert public_versions(event)["schedule"] > before, "open pages look again"
    line = client.get(reverse("matches:announcements", args=[event.slug]), headers={"HX-Request": "true"}).text
    assert ("Round 10" in line, "50 min" in line) == (True, False)
    withdraw_round(round=round_, actor=desk, reason="Wrong players")
    assert len(awaited(event)) == 4


def unplanned(event: Event) -> list[str]:
    event.refresh_from_db()
    return [item.text for item in schedule_of(event) if item.is_unplanned]


def test_a_round_that_the_event_does_not_have_is_marked_and_nobody_waits_for_it(client: Client) -> None:
    event = event_of(4, rounds=3)
    desk = organiser(event)
    in_an_hour(event, "Round 1", "Round 3 (50 min)", "Round 30", "Lunch after round 4", "Final")
    assert unplanned(event) == ["Round 30"]
    before = public_versions(event)["schedule"]
    event = update_event(event=event, actor=desk, plan=plan_of(event).changed(rounds=2))
    assert unplanned(event) == ["Round 3 (50 min)", "Round 30"]
    assert awaited(event) == ["Round 1", "Lunch after round 4", "Final"]
    assert public_versions(event)["schedule"] > before, "open pages look again"
    client.force_login(desk.user)  # type: ignore[arg-type]
    page = client.get(reverse("matches:desk_schedule", args=[event.slug]))
    assert page.context["unplanned"].startswith(
        "Round 3 (50 min), Round 30 are on the schedule, but no longer planned."
    )
    assert page.text.count("will not be played") == 2


def test_rounds_of_a_cut_that_shrank_are_marked() -> None:
    event = event_of(8, rounds=3, cut=8)
    desk = organiser(event)
    texts = ("Round 3", "Quarter-finals (no cap)", "Lunch", "Semi-finals", "Final", "Final standings")
    in_an_hour(event, *texts)
    assert unplanned(event) == []
    before = public_versions(event)["schedule"]
    event = update_event(event=event, actor=desk, plan=plan_of(event).changed(cut=4))
    assert unplanned(event) == ["Quarter-finals (no cap)"]
    assert public_versions(event)["schedule"] > before, "open pages look again"
    event = update_event(event=event, actor=desk, plan=plan_of(event).changed(cut=0))
    assert unplanned(event) == ["Quarter-finals (no cap)", "Semi-finals", "Final"]
    event = update_event(event=event, actor=desk, plan=plan_of(event).changed(cut=16))
    assert unplanned(event) == []


@pytest.mark.parametrize(
    ("size", "left"),
    [
        (8, ["Winners’ round 4, losers’ round 5", "Losers’ round 5"]),
        (4, ["Winners’ round 3, losers’ round 3", "Winners’ round 4, losers’ round 5", "Losers’ round 5"]),
    ],
)
def test_both_sides_of_a_double_elimination_are_known(size: int, left: list[str]) -> None:
    event = event_of(8, rounds=2, cut=size)
    event.stages.filter(order=2).update(kind=StageKind.DOUBLE_ELIMINATION)
    sides = ("Winners’ round 1", "Winners’ round 2, losers’ round 1", "Winners’ round 3, losers’ round 3")
    in_an_hour(
        event, *sides, "Winners’ round 4, losers’ round 5", "Losers’ round 5", "Grand final", "Grand final reset"
    )
    assert unplanned(event) == left


def test_a_bracket_is_as_large_as_its_field_once_it_is_drawn() -> None:
    event, desk = event_of(4, kind=StageKind.SINGLE_ELIMINATION), any_organiser()
    in_an_hour(event, "Quarter-finals", "Semi-finals", "Final")
    assert unplanned(event) == [], "nobody knows yet how many come"
    published(event, desk)
    assert unplanned(event) == ["Quarter-finals"]


def test_rounds_that_follow_the_attendance_are_unplanned_only_once_they_are_settled() -> None:
    event, desk = event_of(4, rounds=2), any_organiser()
    event.stages.update(options={ROUNDS_FOLLOW: True})
    in_an_hour(event, "Round 2", "Round 5")
    assert unplanned(event) == []
    before = public_versions(event)["schedule"]
    published(event, desk)
    assert unplanned(event) == ["Round 5"]
    assert public_versions(event)["schedule"] > before


def test_a_round_robin_without_a_number_of_rounds_has_every_round() -> None:
    event = event_of(4, kind=StageKind.ROUND_ROBIN)
    in_an_hour(event, "Round 9")
    assert unplanned(event) == []


def test_nobody_waits_for_anything_once_the_event_is_finished(client: Client) -> None:
    event, desk = event_of(4, rounds=1), any_organiser()
    in_an_hour(event, "Round 1", "Prize-giving")
    finish_event(event=event, actor=desk)
    for name in ("about", "schedule", "wall", "announcements"):
        page = client.get(reverse(f"matches:{name}", args=[event.slug])).text
        assert "data-time=" not in page, f"{name} counts down"
    assert awaited(event) == []
    reopen_event(event=event, actor=desk, reason="Too early")
    assert awaited(event) == ["Round 1", "Prize-giving"]


def test_a_bracket_round_is_over_when_it_begins_and_what_is_named_after_it_is_not() -> None:
    event, desk = event_of(2, kind=StageKind.SINGLE_ELIMINATION), any_organiser()
    in_an_hour(event, "Final standings", "final", "Round 1")
    running(event, desk)
    assert awaited(event) == ["Final standings", "Round 1"]


def test_the_schedule_moves_with_the_date(client: Client, event: Event) -> None:
    organising = organiser(event)
    event = set_schedule(event=event, actor=organising, items=around_now(event))
    event = shift_schedule_of(event, organising)
    before = from_stored(event.schedule)
    version = public_versions(event)["schedule"]
    soon = f"{local(event, timezone.now()) + timedelta(days=1):%Y-%m-%dT%H:%M}"
    event = update_event(event=event, actor=organising, plan=plan_of(event).changed(sign_up_opens="2026-01-01T10:00"))
    event = update_event(event=event, actor=organising, plan=plan_of(event).changed(sign_up_closes=soon))
    rows = event.audit_rows.count()
    day = event.date + timedelta(days=7)
    event = update_event(event=event, actor=organising, plan=plan_of(event).changed(date=day))
    week = timedelta(days=7)
    assert [(item.at - week, item.planned and item.planned - week) for item in from_stored(event.schedule)] == [
        (item.at, item.planned) for item in before
    ]
    assert event.audit_rows.count() == rows + 1
    assert event.audit_rows.last().details["schedule_days"] == 7  # type: ignore[union-attr]
    assert public_versions(event)["schedule"] == version + 1
    terms = sign_up_terms(event)
    assert terms.sign_up_opens == "2026-01-01T10:00", "sign-up that is open stays open"
    assert terms.sign_up_closes == f"{datetime.fromisoformat(soon) + week:%Y-%m-%dT%H:%M}"
    client.force_login(organising.user)  # type: ignore[arg-type]
    page = client.get(reverse("matches:event_settings", args=[event.slug]))
    assert page.context["form"].fields["date"].help_text.startswith("The schedule moves with the date, and so do")


def shift_schedule_of(event: Event, actor: Actor) -> Event:
    shift_schedule(event=event, actor=actor, minutes=10)
    event.refresh_from_db()
    return event


def test_a_moment_that_is_set_with_the_date_stays_as_it_is_set(event: Event) -> None:
    organising = organiser(event)
    soon, later = (f"{local(event, timezone.now()) + timedelta(days=n):%Y-%m-%dT%H:%M}" for n in (1, 2))
    event = update_event(event=event, actor=organising, plan=plan_of(event).changed(sign_up_closes=soon))
    plan = plan_of(event).changed(date=event.date + timedelta(days=7), sign_up_closes=later)
    event = update_event(event=event, actor=organising, plan=plan)
    assert sign_up_terms(event).sign_up_closes == later
