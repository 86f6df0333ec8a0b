"""What lies on a page keeps its distance: fields side by side stand on one line, nothing touches what is above it."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from matches.enums import Role
from matches.models import Event
from tests.browser.conftest import SIZES
from tests.browser.test_desk import enter_as
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, match_at, played, running

pytestmark = [pytest.mark.browser, pytest.mark.slow]
# Fields of one line of a row of fields whose controls do not stand at one height.
ASKEW = """() => [...document.querySelectorAll(".form-row, .plan-fields")].flatMap((row) => {
  const fields = [...row.querySelectorAll(":scope > .field:not(fieldset, .field--check)")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one, one.querySelector("input:not([type=hidden]), select, textarea")])
    .map(([one, control]) => [one, one.getBoundingClientRect(), control.getBoundingClientRect()]);
  return fields.filter(([, box, control]) => fields.some(([, other, beside]) => box.left < other.left
    && box.top < other.bottom - 1 && box.bottom > other.top + 1 && Math.abs(control.top - beside.top) > 1))
    .map(([one]) => one.textContent.trim().replace(/\\s+/g, " ").slice(0, 40));
})"""
# What stands less than 8 pixels below a text, a list or a box.
TOUCHING = """() => {
  const boxes = ".message, .empty, .figures, .table-wrap, .acts, .inline-form, [data-table-list], .exports";
  const shown = (one) => one?.checkVisibility() && one.getBoundingClientRect().height > 1
    && !one.closest(".messages, .announcements") && getComputedStyle(one).position !== "absolute";
  const touch = ([above, below]) => {
    if (!shown(above) || !shown(below)) return false;
    if (!above.matches(`p, ${boxes}`) || !below.matches(`p, h2, ${boxes}`)) return false;
    if (above.matches(".note, .soft") && below.matches("p")) return false;
    const [a, b] = [above, below].map((box) => box.getBoundingClientRect());
    return b.top < a.bottom + 8 && b.top > a.top && b.left < a.right && b.right > a.left;
  };
  return [...document.querySelectorAll(boxes)].filter((one) => one.closest("main"))
    .flatMap((one) => [[one.previousElementSibling, one], [one, one.nextElementSibling]]).filter(touch)
    .map((pair) => pair.map((one) => one.outerHTML.slice(0, 60)).join(" | "));
}"""


def hall() -> tuple[Event, Event]:
    """An event under way, and one that takes sign-ups."""
    event, coming = event_of(8, rounds=3, cut=4), event_of(4)
    played(event, any_organiser())
    Event.objects.filter(pk=coming.pk).update(
        date=timezone.localdate() + dt.timedelta(days=3),
        options={**coming.options, "sign_up": {"is_open": True, "capacity": 8}},
    )
    return event, coming


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_fields_stand_on_one_line_and_nothing_touches_what_is_above_it(server: str, page: Page, size: str) -> None:
    event, coming = hall()
    round_ = running(event, any_organiser())
    enter_as(page.context, staff(event, Role.ORGANISER), server)
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    desk = (
        "people/add",
        "people/1",
        "people/links",
        "schedule",
        "prizes",
        "plan",
        "forecast",
        "walls",
        "staff",
        "settings",
    )
    table = match_at(round_, 1).pk
    places = [
        *(f"/e/{event.slug}/desk/{place}/" for place in desk),
        *(f"/e/{event.slug}/{place}" for place in ("print/", "", "standings/", "round/1/1/draw/", "schedule/")),
        *(f"/e/{event.slug}/judge/{place}" for place in (f"table/{table}/", "rules/", "calls/")),
        *(f"/e/{coming.slug}/{place}" for place in ("", "about/")),
        *("/", "/events/", "/rules/odds/"),
    ]
    found: dict[str, list[str]] = {}
    for place in places:
        page.goto(place)
        for name, script in (("askew", ASKEW), ("touching", TOUCHING)):
            if wrong := page.evaluate(script):
                found[f"{place} {name}"] = wrong
    assert found == {}


def test_a_choice_beside_a_search_is_as_wide_as_its_words(server: str, page: Page) -> None:
    owner = any_organiser().user
    assert owner is not None
    enter_as(page.context, owner, server)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/site/")
    box = page.get_by_role("combobox", name="Show").bounding_box()
    assert box is not None
    assert box["width"] < 400
