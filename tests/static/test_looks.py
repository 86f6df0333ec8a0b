"""Pages fit their screens: nothing runs off sideways, targets are large enough, the policy refuses nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright import CreateContextCallback

from tests.forms import in_form
from tests.static import guide, samples
from tests.static.hall import Hall

pytestmark = pytest.mark.browser

SIZES = {"phone": (390, 844), "small phone": (320, 640), "tablet": (820, 1180), "desktop": (1440, 900)}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
TARGETS = "main :is(a, button, summary, input:not([type=hidden])), .rail a, .board a, .board summary"
SMALL = """([targets, least]) => [...document.querySelectorAll(targets)]
  .filter((target) => target.offsetParent)
  .map((target) => [target.getBoundingClientRect(), target.outerHTML.slice(0, 90)])
  .filter(([box]) => box.height < least || box.width < least)
  .map(([box, html]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${html}`)"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page_name", ["guide", "public", "judge", "login"])
@pytest.mark.sampled(4)
def test_nothing_runs_off_sideways(page: Page, size: str, page_name: str) -> None:
    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    page.goto(f"/{page_name}")

    assert page.evaluate(OVERFLOW) == 0


def fits_a_phone(page: Page, hall: Hall, rows: int) -> None:
    hall.pages["/rows"] = lambda: guide.render("guide", rows=rows)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/rows")

    assert page.evaluate(OVERFLOW) == 0
    expect(page.locator("[data-table-count=pairings]")).to_have_text(f"{rows} of {rows}")


@pytest.mark.parametrize("rows", [0, 4])
def test_few_rows(page: Page, hall: Hall, rows: int) -> None:
    fits_a_phone(page, hall, rows)


def test_many_rows_whose_head_stays_in_view(page: Page, hall: Hall) -> None:
    fits_a_phone(page, hall, in_form(gate=150, long=400))
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator("#player-100").scroll_into_view_if_needed()

    head = page.locator("#standings thead th").first.bounding_box()
    assert head is not None
    assert head["y"] == pytest.approx(56, abs=1)


@pytest.mark.parametrize("page_name", ["guide", "public", "judge", "projector", "login"])
def test_the_policy_refuses_nothing_and_text_at_double_size_fits(
    page: Page, complaints: list[str], page_name: str
) -> None:
    page.goto(f"/{page_name}")
    page.wait_for_timeout(300)

    assert complaints == []
    if page_name in ("public", "judge"):
        page.set_viewport_size({"width": 820, "height": 1180})
        page.evaluate("document.documentElement.style.fontSize = '200%'")

        assert page.evaluate(OVERFLOW) == 0


def test_judges_targets_are_never_under_48(page: Page, hall: Hall) -> None:
    hall.pages["/floor"] = lambda: guide.render("judge", messages=[])
    page.set_viewport_size({"width": 820, "height": 1180})
    page.goto("/floor")

    assert page.evaluate(SMALL, [TARGETS, 48]) == []


def test_a_strip_of_tabs_too_long_for_a_phone_shows_the_current_one(page: Page, hall: Hall) -> None:
    rounds = [{"label": f"Round {number}", "url": "#", "current": number == 2} for number in range(9, 0, -1)]
    hall.pages["/rounds"] = lambda: guide.render("guide", tabs=rounds)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/rounds")

    strip, tab = (page.locator(".tabs", has_text="Round 9").locator(part) for part in ("xpath=.", "[aria-current]"))
    here, at = strip.bounding_box(), tab.bounding_box()
    assert here is not None
    assert at is not None
    assert here["x"] <= at["x"]
    assert at["x"] + at["width"] <= here["x"] + here["width"]


def test_rows_have_two_lines_on_a_phone_and_nothing_is_out_of_sight(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/guide")
    for table in ("standings", "pairings"):
        cells = page.locator(f"#{table} tbody tr").first.locator("> *")
        boxes = [cell.bounding_box() for cell in cells.all()]
        assert len(boxes) >= 5
        for box in boxes:
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 390
        outside = f"#{table} tbody tr > * :is(bdi, b, .chip)"
        rights = page.locator(outside).evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)")
        assert max(rights) <= 390
        wrap = page.locator(f".table-wrap:has(#{table})")
        assert wrap.evaluate("box => box.scrollWidth - box.clientWidth") == 0


def test_the_wall_turns_its_pages(page: Page, hall: Hall) -> None:
    names = [{"name": f"{samples.NAMES[n % 16]} {n}", "table": n // 2 + 1} for n in range(200)]
    hall.pages["/wall"] = lambda: guide.render("projector", wall_names=names)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.clock.install()
    page.goto("/wall")

    expect(page.locator("[data-wall-page]")).to_have_text(re.compile(r"^. – . · 1 / \d+$"))
    page.clock.run_for(10_000)  # a page of 14 names
    expect(page.locator("[data-wall-page]")).to_have_text(re.compile(r"2 / \d+$"))
    assert page.evaluate(OVERFLOW) == 0


CAPITALS = """(row) => {
  const pen = document.createElement("canvas").getContext("2d");
  const style = getComputedStyle(row);
  pen.font = `${style.fontSize} ${style.fontFamily}`;
  return pen.measureText("H").actualBoundingBoxAscent * 2400 / innerWidth;
}"""


def test_names_on_the_wall_are_read_from_15_metres_and_a_wall_may_have_some_letters(page: Page, hall: Hall) -> None:
    names = [{"name": f"{first}a Player", "table": n} for n, first in enumerate("ADEÉKLMZ", start=1)]
    hall.pages["/wall"] = lambda: guide.render("projector", wall_names=names)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto("/wall")
    shown = page.locator(".wall-names li:visible bdi")
    assert shown.first.evaluate(CAPITALS) >= 75  # in millimetres on a picture 2.4 m wide
    assert [name[0] for name in shown.all_inner_texts()] == list("ADEÉKLMZ")
    page.goto("/wall?names=A-K&density=more")
    assert [name[0] for name in shown.all_inner_texts()] == list("ADEÉK")
    assert shown.first.evaluate(CAPITALS) < 40


def test_everything_is_there_without_javascript(new_context: CreateContextCallback) -> None:
    context = new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto("/guide")

    expect(page.locator(".js-only").first).to_be_hidden()
    expect(page.locator("#standings tbody tr")).to_have_count(24)
    page.locator(".board .menu > summary").click()
    expect(page.locator(".board .menu-list")).to_be_visible()
    page.locator("#result-line").fill("12 2-1")
    page.locator("#result-line").press("Enter")
    expect(page.locator("h1")).to_have_text("stored")
    context.close()


@pytest.mark.parametrize("page_name", ["public", "judge"])
def test_dark_is_the_same_however_it_is_asked_for(page: Page, page_name: str) -> None:
    colours = """() => [...document.querySelectorAll("body *")].map((one) => getComputedStyle(one))
      .map((style) => [style.color, style.backgroundColor, style.borderTopColor, style.boxShadow].join())"""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")  # no colour on its way to another
    page.goto(f"/{page_name}")
    light = page.evaluate(colours)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    chosen = page.evaluate(colours)
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(colours) == light
    page.evaluate("delete document.documentElement.dataset.theme")
    assert page.evaluate(colours) == chosen != light


def test_paper_is_black_on_white_and_without_the_frame(page: Page) -> None:
    page.goto("/public")
    page.emulate_media(media="print", color_scheme="dark")

    expect(page.locator(".board")).to_be_hidden()
    expect(page.locator(".rail")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    expect(page.locator(".print-head")).to_contain_text("Autumn Open")
