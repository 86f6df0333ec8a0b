"""An event of pods in real Chromium: from the form over the desk's line and the phone to the final standings."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from matches.enums import EntryStatus, Role, RoundStatus
from matches.models import Event, EventRole, Match, Round, Seat
from matches.people.services.links import make_player_link
from tests.browser.conftest import SIZES
from tests.browser.test_desk import enter_as
from tests.factories import EntryFactory, UserFactory, any_organiser
from tests.forms import LONG, in_form

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PLAYERS = in_form(gate=11, long=17)
ROUNDS = in_form(gate=1, long=2)
"""Of the event with tables of five and six: in the gate one of each, once."""
SLUG = "/e/pod-cup/"
NAMES = ["Ada Okafor", "Bo Lindqvist", "山本 さくら", "محمد الحسن", "Maximiliane von Hohenlohe-Schillingsfürst"]
LINES = {
    6: ("F B A C D E", "A B C D E cF"),
    5: ("B A C D E", "A=B C D -E"),
    4: ("C A D B", "31 64 x1 55", "A=B C D", "C A D cB"),
    3: ("B A C", "30 60 x1"),
}
WALL = (1920, 1080)
SHOTS = os.environ.get("POD_SHOTS", "")


def look(page: Page, name: str) -> None:
    """Keep pictures of a page in three sizes, where somebody wants to look at them; no page scrolls sideways."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, (name, size, wide)
        if SHOTS:
            page.screenshot(path=Path(SHOTS) / f"{name}-{size}.png", full_page=True)
    width, height = SIZES["desktop"]
    page.set_viewport_size({"width": width, "height": height})


def look_at_wall(page: Page, name: str, slug: str = SLUG) -> None:
    """The projector's page, in the size of a projector."""
    width, height = WALL
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{slug}wall/")
    expect(page.locator("h1").first).to_be_visible()
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")
    width, height = SIZES["desktop"]
    page.set_viewport_size({"width": width, "height": height})


def papers(page: Page, *kinds: str, slug: str = SLUG) -> None:
    """Papers are documents with something in them."""
    for kind in kinds:
        answer = page.request.get(f"{slug}print/{kind}.pdf")
        assert answer.ok, kind
        body = answer.body()
        assert body.startswith(b"%PDF"), kind
        if SHOTS:
            (Path(SHOTS) / f"{slug.strip('/').replace('/', '-')}-{kind}.pdf").write_bytes(body)


def planned(page: Page, server: str) -> Event:
    """The event from the form, with 37 players on its list."""
    enter_as(page.context, UserFactory(is_superuser=True), server)
    page.goto("/events/new/")
    page.get_by_label("Name", exact=True).fill("Pod Cup")
    page.get_by_role("button", name="Bankrupt", exact=True).click()
    page.get_by_text("Pods (more than two at a table)").click()
    page.locator("#id_pod_size").fill("4")
    page.locator("#id_cut").select_option("16")
    look(page, "form")
    page.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/e/pod-cup/desk/people/**")
    event = Event.objects.get(slug="pod-cup")
    EventRole.objects.create(event=event, user=event.created_by, role=Role.HEAD_JUDGE)
    for number in range(1, 38):
        name = NAMES[number - 1] if number <= len(NAMES) else f"Player {number:02d}"
        EntryFactory(event=event, number=number, player__name=name, status=EntryStatus.CHECKED_IN)
    page.goto(f"{SLUG}desk/settings/")
    page.get_by_role("button", name="Open the public page").click()
    expect(page.get_by_text("The public page is now open to everyone.")).to_be_visible()
    return event


def played(page: Page, number: int, slug: str = SLUG) -> None:
    """A round at the desk: paired, published, all results typed, closed."""
    page.goto(f"{slug}desk/")
    page.get_by_role("button", name=re.compile("^Pair ")).click()
    page.wait_for_url("**/desk/rounds/*/*/")
    if number != 2:
        look(page, f"draft-{number}")
    page.get_by_role("button", name="Publish", exact=True).click()
    page.get_by_role("button", name="Start the clock").click()
    expect(page.get_by_role("button", name="Call time")).to_be_visible()
    round_ = Round.objects.get(status=RoundStatus.RUNNING)
    if number == 1:
        tapped(page, round_)
    page.goto(f"{slug}desk/results/")
    field = page.get_by_label("Result", exact=False).first
    open_matches = Match.objects.filter(round=round_, table__isnull=False).exclude(results__status="confirmed")
    for match in open_matches.order_by("table"):
        lines = LINES[match.seats.count()]
        field.fill(f"{match.table} {lines[match.table % len(lines)]}")
        if number == 1 and match.table == 3:
            look(page, "results")
        field.press("Enter")
        expect(page.locator("[data-outcomes] li").first).to_contain_text(f"Table {match.table}:")
        expect(field).to_have_value("")
    page.goto(f"{slug}desk/")
    page.get_by_role("button", name="Close the round").click()
    page.wait_for_url("**/desk/rounds/*/*/")


def tapped(page: Page, round_: Round) -> None:
    """Two players of table 1 report the same order from their phones; a judge enters table 2."""
    people = list(Seat.objects.filter(round=round_, match__table=1).select_related("entry__player").order_by("index"))
    for seat in people[:2]:
        page.goto(f"/p/{make_player_link(actor=any_organiser(), entry=seat.entry).token}/")
        for one in reversed(people):
            page.locator("a.order-tap", has_text=one.entry.player.name).first.click()
        look(page, "phone")
        page.get_by_role("button", name="Report", exact=True).click()
        expect(page.locator(".me-now .message").first).to_be_visible()
    expect(page.get_by_text("The result stands.")).to_be_visible()
    look(page, "phone-done")
    table = Match.objects.get(round=round_, table=2)
    page.goto(f"{SLUG}judge/table/{table.pk}/result/")
    for left in range(table.seats.count(), 0, -1):
        expect(page.locator("a.order-tap")).to_have_count(left)
        page.locator("a.order-tap").first.click()
    look(page, "judge-result")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(f"**/judge/table/{table.pk}/")
    look(page, "judge-table")
    for name, address in (
        ("judge-grid", f"{SLUG}judge/"),
        ("round", f"{SLUG}desk/rounds/1/1/"),
        ("public", SLUG),
        ("wall", f"{SLUG}wall/"),
        ("desk", f"{SLUG}desk/"),
    ):
        page.goto(address)
        expect(page.locator("h1").first).to_be_visible()
        look(page, name)


@pytest.mark.long
def test_thirty_seven_players_are_seated_ranked_and_shown(server: str, page: Page) -> None:
    event = planned(page, server)
    stage = event.stages.get(order=1)
    stage.rounds_planned = 2
    stage.options = {}
    stage.save()
    for number in (1, 2):
        played(page, number)
    event.refresh_from_db()
    assert event.finished_at is None
    assert Match.objects.filter(round__stage=stage, kind="played").count() == 20
    page.goto(f"{SLUG}standings/")
    expect(page.get_by_text("Opp%").first).to_be_visible()
    look(page, "standings")
    page.goto(f"{SLUG}players/1/")
    expect(page.get_by_text("Opponents’ share of points").first).to_be_visible()
    look(page, "player")
    cut_and_final(page)
    event.refresh_from_db()
    assert event.finished_at is not None


def cut_and_final(page: Page) -> None:
    """Sixteen go on to four tables, their winners to the final; everything shows who won."""
    played(page, 3)
    page.goto(f"{SLUG}bracket/")
    expect(page.get_by_role("heading", name="Round of 16")).to_be_visible()
    look(page, "cut")
    look_at_wall(page, "cut-wall")
    page.goto(f"{SLUG}desk/")
    look(page, "desk-before-final")
    played(page, 4)
    page.goto(f"{SLUG}bracket/")
    expect(page.get_by_text("wins the event.")).to_be_visible()
    look(page, "cut-final")
    look_at_wall(page, "final-wall")
    page.goto(f"{SLUG}standings/")
    expect(page.get_by_text("Final standings").first).to_be_visible()
    look(page, "final-standings")
    papers(page, "bracket", "standings")


def test_players_sit_at_tables_of_five_and_six_to_a_final(server: str, page: Page) -> None:
    enter_as(page.context, UserFactory(is_superuser=True), server)
    page.goto("/events/new/")
    page.get_by_label("Name", exact=True).fill("Long Tables")
    page.get_by_role("button", name="Bankrupt", exact=True).click()
    page.get_by_text("Pods (more than two at a table)").click()
    for name, number in (("size", "6"), ("least", "5"), ("most", "6")):
        page.locator(f"#id_pod_{name}").fill(number)
    page.locator("#id_pod_points").fill("7-5-3-2-1-0")
    page.locator("#id_rounds").fill(str(ROUNDS))
    page.locator("#id_cut").select_option("6")
    page.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/e/long-tables/desk/people/**")
    event, slug = Event.objects.get(slug="long-tables"), "/e/long-tables/"
    for number in range(1, PLAYERS + 1):
        name = NAMES[number - 1] if number <= len(NAMES) else f"Player {number:02d}"
        EntryFactory(event=event, number=number, player__name=name, status=EntryStatus.CHECKED_IN)
    page.goto(f"{slug}desk/settings/")
    expect(page.get_by_text("The averages differ")).to_be_attached()
    look(page, "long-settings")
    page.get_by_role("button", name="Open the public page").click()
    for number in range(2, ROUNDS + 3):  # and the final
        played(page, number, slug)
    first, *later, final = (
        sorted(match.seats.count() for match in round_.matches.all())
        for round_ in Round.objects.filter(stage__event=event).order_by("pk")
    )
    assert (first, final) == ([5, 6, 6] if LONG else [5, 6], [6])
    assert len(later) == ROUNDS - 1
    assert all(sizes in ([5, 6, 6], [5, 5, 6]) for sizes in later)  # who did not come to an odd table of five is out
    event.refresh_from_db()
    assert event.finished_at is not None
    page.goto(f"{slug}bracket/")
    expect(page.get_by_text("wins the event.")).to_be_visible()
    look(page, "long-final")
    look_at_wall(page, "long-wall", slug)
    page.goto(f"{slug}standings/")
    look(page, "long-standings")
    papers(page, "bracket", "standings", slug=slug)
