"""Events of the other games that two play at a table, in real Chromium: from the form to the last paper.

With a late entry, a drop and a no-show on the way; the form of a correction is looked at, not sent.
``GAME_SHOTS=FOLDER`` keeps pictures of the pages.
"""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from matches.attendance.services import drop_entry
from matches.enums import EntryStatus, Role, RoundStatus
from matches.models import Event, EventRole, Match, Round
from matches.people.services.entries import add_entry
from matches.people.services.links import make_player_link
from tests.browser.conftest import SIZES
from tests.browser.test_desk import enter_as
from tests.factories import EntryFactory, UserFactory, any_organiser
from tests.forms import in_form

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.expected_errors("422", "409")]

SHOTS = os.environ.get("GAME_SHOTS", "")
LINES = ("41-35", "12-58", "40-40", "7-0")
"""Points of two players, as a desk types them."""


def look(page: Page, name: str) -> None:
    """No page scrolls sideways in three sizes; keep pictures where somebody wants to look at them."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, (name, size, wide)
        if SHOTS:
            page.screenshot(path=Path(SHOTS) / f"{name}-{size}.png", full_page=True)
    width, height = SIZES["desktop"]
    page.set_viewport_size({"width": width, "height": height})


def made(page: Page, server: str, game: str, preset: str, players: int, rounds: int, cut: str) -> Event:
    """The event from the form, with its players checked in."""
    enter_as(page.context, UserFactory(is_superuser=True), server)
    page.goto("/events/new/")
    page.get_by_label("Name", exact=True).fill("Game Day")
    page.get_by_role("button", name=game, exact=True).click()
    page.get_by_role("radio", name=re.compile(preset)).first.check()
    page.get_by_label("Rounds", exact=True).fill(str(rounds))
    page.get_by_label("Cut", exact=True).select_option(cut)
    look(page, f"{game}-form")
    page.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/e/game-day/desk/**")
    event = Event.objects.get(slug="game-day")
    EventRole.objects.create(event=event, user=event.created_by, role=Role.HEAD_JUDGE)
    for number in range(1, players + 1):
        EntryFactory(event=event, number=number, player__name=f"Player {number:02d}", status=EntryStatus.CHECKED_IN)
    page.goto("/e/game-day/desk/settings/")
    page.get_by_role("button", name="Open the public page").click()
    expect(page.get_by_text("The public page is now open to everyone.")).to_be_visible()
    return event


def begun(page: Page) -> Round:
    """The next round, paired, published and started at the desk."""
    page.goto("/e/game-day/desk/")
    page.get_by_role("button", name=re.compile("^(Pair|Assign tables for) ")).click()
    page.wait_for_url("**/desk/rounds/*/*/")
    page.get_by_role("button", name="Publish", exact=True).click()
    page.get_by_role("button", name="Start the clock").click()
    expect(page.get_by_role("button", name="Call time")).to_be_visible()
    return Round.objects.select_related("stage").get(status=RoundStatus.RUNNING)


def typed(page: Page, round_: Round, first: str = "") -> None:
    """All results as the desk types them, ``first`` at table 1; then the round is closed."""
    page.goto("/e/game-day/desk/results/")
    field = page.get_by_label("Result", exact=False).first
    tables = Match.objects.filter(round=round_, table__isnull=False).order_by("table").values_list("table", flat=True)
    for table in tables:
        line = LINES[(table + round_.number) % len(LINES)]
        if round_.stage.is_bracket and line == "40-40":
            line = "41-40"
        field.fill(f"{table} {first if first and table == 1 else line}")
        field.press("Enter")
        expect(page.locator("[data-outcomes] li").first).to_contain_text(f"Table {table}:")
        expect(field).to_have_value("")
    page.goto("/e/game-day/desk/")
    page.get_by_role("button", name="Close the round").click()
    page.wait_for_url("**/desk/rounds/*/*/")


def printed(page: Page, kind: str) -> str:
    answer = page.context.request.get(f"/e/game-day/print/{kind}.pdf")
    assert answer.status == 200, kind
    if SHOTS:
        (Path(SHOTS) / f"{kind}.pdf").write_bytes(answer.body())
    return "\n".join(part.extract_text() for part in PdfReader(io.BytesIO(answer.body())).pages)


def seen(page: Page, game: str, round_: Round) -> None:
    """Desk, judges' pages, public page, wall, phone and papers of a running round."""
    match = Match.objects.filter(round=round_, table=2).get()
    token = make_player_link(actor=any_organiser(), entry=match.seats.get(index=0).entry).token
    for name, address in (
        ("round", f"/e/game-day/desk/rounds/1/{round_.number}/"),
        ("results", "/e/game-day/desk/results/"),
        ("grid", "/e/game-day/judge/"),
        ("table", f"/e/game-day/judge/table/{match.pk}/"),
        ("result", f"/e/game-day/judge/table/{match.pk}/result/"),
        ("turns", f"/e/game-day/judge/table/{match.pk}/turns/"),
        ("public", "/e/game-day/"),
        ("wall", "/e/game-day/wall/"),
        ("phone", f"/p/{token}/"),
    ):
        page.goto(address)
        expect(page.locator("h1").first).to_be_visible()
        look(page, f"{game}-{name}")
    for kind in ("tables", "names", "slips", "score_sheets", "fallback"):
        assert "Player 02" in printed(page, kind), kind


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("game", "preset", "players", "cut"),
    [
        ("Bank", "Bank, simple", in_form(gate=6, long=16), f"{in_form(gate=2, long=4)}"),
        ("Bank! (the stage game)", "Classic", 24, "0"),
    ],
)
def test_an_event_from_the_form_to_the_last_paper(
    server: str, page: Page, game: str, preset: str, players: int, cut: str
) -> None:
    event = made(page, server, game, preset, players, 2, cut)
    desk = any_organiser()
    first = begun(page)
    seen(page, game, first)
    typed(page, first, first="x2")
    # Who did not show at table 1 is out already, and that may be the last player.
    drop_entry(entry=event.entries.filter(status=EntryStatus.CHECKED_IN).latest("number"), actor=desk)
    add_entry(event=event, actor=desk, name="Late Comer", checked_in=True)
    second = begun(page)
    typed(page, second)
    corrected = Match.objects.filter(round=first, table=2).get()
    page.goto(f"/e/game-day/desk/table/{corrected.pk}/")
    look(page, f"{game}-correction")
    while not event.stages.latest("order").finished_at:
        typed(page, begun(page))
    page.goto("/e/game-day/standings/")
    expect(page.get_by_text("Final standings").first).to_be_visible()
    look(page, f"{game}-final")
    assert "Player" in printed(page, "final")
    assert "Late Comer" in printed(page, "standings")
    if cut != "0":
        page.goto("/e/game-day/bracket/")
        look(page, f"{game}-bracket")
        assert "Player" in printed(page, "bracket")
