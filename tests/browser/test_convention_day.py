"""A convention day in short form: two events in one hall, somebody in both, one list of calls; flights and a day 2."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright import CreateContextCallback

from judging.calls.services import call_judge, resolve_call
from judging.models import Call
from matches.audit.services import Actor, verify_audit
from matches.enums import Role
from matches.models import Event, EventRole, HallDay, User
from matches.people.services.links import make_player_link
from matches.rounds.services.rounds import pair_round
from tests.browser.test_main_job import PASSWORD, sign_in
from tests.factories import EntryFactory
from tests.matches.playing import event_of, match_at, played, stage_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def staffed(name: str, players: int, olga: User) -> Event:
    event = event_of(players, rounds=2)
    Event.objects.filter(pk=event.pk).update(name=name, slug=name.lower().replace(" ", "-"))
    EventRole.objects.create(event=event, user=olga, role=Role.ORGANISER)
    return Event.objects.get(pk=event.pk)


def user(name: str) -> User:
    return User.objects.create_user(username=name, password=PASSWORD, name=name.title())


@pytest.mark.expected_errors("422")
def test_two_events_in_one_hall(server: str, page: Page, new_context: CreateContextCallback) -> None:
    olga = user("olga")
    user("jo")
    main, side = staffed("Main Event", 4, olga), staffed("Side Event", 3, olga)
    ada = main.entries.get(number=1)
    EntryFactory(event=side, number=9, player=ada.player)
    own = f"/p/{make_player_link(entry=ada, actor=Actor(user=olga)).token}/"

    # The organiser makes the hall day; both events may use all of its tables at first.
    sign_in(page, "olga")
    page.get_by_role("link", name="Several events in one hall").click()
    page.get_by_label("Name", exact=True).fill("Autumn Con")
    page.get_by_label("Tables in the hall").fill("1-20")
    page.get_by_role("button", name="Create hall day").click()
    for event in (main, side):
        page.get_by_label("Event", exact=True).select_option(label=event.name)
        page.get_by_role("button", name="Add event").click()
        expect(page.get_by_text(f"{event.name} has been added to the hall day.")).to_be_visible()
    page.get_by_role("link", name="Staff").click()
    page.get_by_label("Username").fill("jo")
    page.get_by_label("Role").select_option("floor_judge")
    page.get_by_role("button", name="Add role").click()

    # Two rounds at the same tables: the second one is refused, and offered others.
    desk = Actor(user=olga)
    for event in (main, side):
        pair_round(stage=stage_of(event), actor=desk)
    page.goto("/e/main-event/desk/rounds/1/1/")
    page.get_by_role("button", name="Publish").first.click()
    confirm(page)
    page.goto("/e/side-event/desk/rounds/1/1/")
    expect(page.get_by_text(f"{ada.player.name} is playing in Main Event").first).to_be_visible()
    page.get_by_role("button", name="Publish").first.click()
    confirm(page)
    expect(page.get_by_text("Main Event is playing there").first).to_be_visible()
    page.goto("/halls/autumn-con/desk/")
    line = page.locator(".hall-line", has_text="Side Event")
    line.get_by_label("Tables").fill("11-20")
    line.get_by_role("button", name="Save").click()
    page.goto("/e/side-event/desk/rounds/1/1/")
    page.get_by_role("button", name="Pair again").first.click()
    confirm(page)
    page.get_by_role("button", name="Publish").first.click()
    confirm(page)
    page.goto("/halls/autumn-con/desk/plan/")
    page.get_by_role("button", name="Save plan").click()
    page.goto("/halls/autumn-con/desk/")
    expect(page.locator(".hall-people")).to_contain_text("At two tables")

    # Her phone names both, and the way to the table.
    phone = new_context().new_page()
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.goto(own)
    expect(phone.get_by_text("You also play in Side Event, at table")).to_be_visible()
    phone.get_by_role("link", name="Where is table").click()
    expect(phone.locator(".plan-way")).to_be_attached()
    phone.goto("/halls/autumn-con/?q=player")
    expect(phone.locator(".hall-found > li")).to_have_count(8)

    # The judge has one list for both.
    for event, table in ((main, 1), (side, 11)):
        call_judge(match=match_at(event.stages.get().rounds.latest("pk"), table), actor=desk)
    judge = new_context().new_page()
    judge.set_viewport_size({"width": 820, "height": 1180})
    sign_in(judge, "jo")
    judge.goto("/halls/autumn-con/calls/")
    expect(judge.locator(".queue-item")).to_have_count(2)
    expect(judge.locator("svg .plan-table--call")).to_have_count(2)
    judge.goto("/e/main-event/judge/")
    strip = judge.locator(".calls-strip")
    expect(strip).to_contain_text("1 table is waiting for a judge: 1")
    expect(strip).to_contain_text("1 table is waiting for you in Side Event: 11")
    resolve_call(call=Call.objects.get(event=side), actor=Actor(user=User.objects.get(username="jo")))
    expect(strip).not_to_contain_text("Side Event")
    assert [verify_audit(event) for event in (main, side)] == [None, None]
    assert HallDay.objects.get().acts.count() == 5


def confirm(page: Page) -> None:
    """Answer the question that a button asks, if it asks one."""
    dialog = page.locator("dialog[open]")
    page.wait_for_load_state()
    if dialog.count():
        dialog.get_by_role("button").first.click()
        page.wait_for_load_state()


def test_flights_and_a_day_2(server: str, page: Page) -> None:
    olga = user("olga")
    whole, final = staffed("Nationals", 8, olga), staffed("Day Two", 0, olga)
    sign_in(page, "olga")
    page.goto(f"/e/{whole.slug}/desk/settings/flights/")
    page.get_by_role("button", name="Split the event").click()
    expect(page.get_by_text("The flights are:")).to_be_visible()
    flights = [event for event in Event.objects.order_by("pk") if "flight" in event.name]
    assert len(flights) == 2
    desk = Actor(user=olga)
    for flight in flights:
        for _round in range(2):
            played(flight, desk)
    for flight in flights:
        page.goto(f"/e/{final.slug}/desk/settings/flights/")
        page.get_by_label("Event", exact=True).select_option(label=flight.name)
        page.get_by_label("Top").fill("2")
        page.get_by_role("button", name="Choose players").click()
        page.get_by_label("They carry their points over").check()
        page.get_by_label("Check them in now").check()
        page.get_by_role("button", name="Add the ticked players").click()
        expect(page.get_by_text("2 players added.")).to_be_visible()
    round_ = played(final, desk)
    points = sorted(int(row["points"]) for row in round_.snapshots.latest("version").rows)
    assert points[-1] == 9
    page.goto(f"/e/{final.slug}/standings/")
    expect(page.locator("#standings tbody tr")).to_have_count(4)
