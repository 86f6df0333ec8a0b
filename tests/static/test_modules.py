"""The small modules do what docs/design-system.md says, in real Chromium: results, lists, forms and jobs."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Locator, Page, expect

from tests.static import guide, samples
from tests.static.hall import Hall

pytestmark = pytest.mark.browser


STORED = re.compile(r"Table 12: 2-1")


def latest(page: Page) -> Locator:
    """What became of the line that was sent last."""
    return page.locator("[data-outcomes] li").first


@pytest.fixture
def entry(page: Page, hall: Hall) -> Page:
    """The desk's page, ready to type a result."""
    page.goto("/guide")
    page.get_by_label("Result", exact=False).first.focus()
    return page


def test_a_result_is_typed_stored_lit_and_the_next_can_follow(entry: Page, hall: Hall) -> None:
    entry.keyboard.type("12 2-1")
    expect(entry.locator("#result-preview")).to_have_text(
        "Table 12Ada Lovelace 2 – Bo Diddley 1".replace("Ada Lovelace", samples.NAMES[8]).replace(
            "Bo Diddley", samples.NAMES[9]
        )
    )
    entry.keyboard.press("Enter")

    expect(latest(entry)).to_contain_text(STORED)
    expect(entry.locator("#result-line")).to_have_value("")
    expect(entry.locator("#result-line")).to_be_focused()
    expect(entry.locator("#pairings tr[data-table='12']")).to_have_class(re.compile("lit"))
    assert [form["line"] for path, form in hall.posted if path == "/results"] == ["12 2-1"]

    entry.keyboard.type("13 2-0")
    entry.keyboard.press("Enter")
    expect(latest(entry)).to_contain_text("Table 13: 2-0")
    expect(entry.locator("#pairings tr[data-table='12']")).not_to_have_class(re.compile("lit"))


def test_what_is_wrong_is_said_at_the_field_and_nothing_is_lost(entry: Page, hall: Hall) -> None:
    entry.keyboard.press("Enter")
    expect(entry.locator("#result-error")).to_contain_text("for example 12 2-1")
    assert hall.posted == []

    entry.keyboard.type("99 2-1")
    expect(entry.locator("#result-preview")).to_contain_text("There is no table 99")
    entry.keyboard.press("Enter")
    expect(entry.locator("#result-error")).to_contain_text("There is no table 99 in this round.")
    expect(entry.locator("#result-line")).to_have_value("99 2-1")
    expect(entry.locator("#result-line")).to_have_attribute("aria-invalid", "true")
    entry.keyboard.press("Backspace")
    expect(entry.locator("#result-error")).to_be_hidden()


def test_what_differs_from_a_report_is_stored_all_the_same_and_undone(entry: Page, hall: Hall) -> None:
    entry.keyboard.type("3 2-0")
    entry.keyboard.press("Enter")
    override = entry.get_by_role("button", name="Save anyway")
    expect(override).to_be_visible()
    override.click()
    expect(latest(entry)).to_contain_text("Table 3: 2-0")
    assert hall.posted[-1][1]["override"] == "report_differs"

    latest(entry).get_by_role("button", name="Undo").click()
    expect(latest(entry)).to_contain_text("open again")
    assert hall.posted[-1][0] == "/undo"
    expect(entry.locator("#result-line")).to_be_focused()


def test_a_server_that_is_away_loses_nothing(entry: Page, hall: Hall) -> None:
    hall.down = True
    entry.keyboard.type("12 2-1")
    entry.keyboard.press("Enter")

    expect(entry.locator("#result-error")).to_contain_text("It may have been saved.")
    expect(latest(entry)).to_have_text("12 2-1 · waiting")
    entry.keyboard.type("13 2-0")
    entry.keyboard.press("Enter")
    hall.down = False
    expect(latest(entry)).to_contain_text("Table 13: 2-0")
    expect(entry.locator("#result-error")).to_be_hidden()
    assert [form["line"] for path, form in hall.posted if path == "/results"] == ["12 2-1", "13 2-0"]


def test_lines_typed_while_one_is_being_saved_are_sent_in_order(entry: Page, hall: Hall) -> None:
    hall.slow = 0.2
    lines = [f"{table} 2-1" for table in (5, 6, 7, 99, 8, 9, 10, 11, 12, 13)]
    for line in lines:
        entry.keyboard.type(line)
        entry.keyboard.press("Enter")

    outcomes = entry.locator("[data-outcomes] li")
    expect(entry.locator("[data-outcomes] [data-outcome=waiting]")).to_have_count(0)
    assert [form["line"] for path, form in hall.posted if path == "/results"] == lines
    expect(entry.locator("#result-line")).to_have_value("99 2-1")
    expect(entry.locator("#result-error")).to_contain_text("There is no table 99")
    assert entry.evaluate("document.getSelection().toString()") == "99 2-1"
    stored = [text.split(":")[0] for text in outcomes.all_inner_texts() if text.startswith("Table 1")]
    assert stored == ["Table 13", "Table 12", "Table 11", "Table 10"]

    entry.keyboard.type("14 2-1")  # over the selected line, which stays in the list
    expect(entry.locator("[data-outcome=refused]")).to_contain_text("99 2-1 · There is no table 99 in this round.")
    entry.keyboard.press("Enter")
    expect(latest(entry)).to_contain_text("Table 14: 2-1")
    entry.locator("[data-outcome=refused]").get_by_role("button", name="Edit").click()
    entry.keyboard.press("Home")
    entry.keyboard.press("Delete")
    entry.keyboard.press("Enter")
    expect(latest(entry)).to_contain_text("Table 9: 2-1")
    expect(entry.locator("[data-outcome=refused]")).to_have_count(0)


def test_filter_ignores_accents_and_case_counts_and_does_not_stay_for_the_next_visit(page: Page) -> None:
    page.goto("/guide")
    field = page.locator("[data-table-filter=standings]")
    field.fill("ZOE suil")

    expect(page.locator("[data-table-count=standings]")).to_have_text("2 of 24")
    shown = page.locator("#standings tbody tr:not([hidden]) th")
    assert all("Zoë" in name for name in shown.all_inner_texts())
    page.reload()
    expect(field).to_have_value("ZOE suil")
    expect(page.locator("[data-table-count=standings]")).to_have_text("2 of 24")
    page.goto("/guide?again")
    expect(field).to_have_value("")
    expect(page.locator("[data-table-count=standings]")).to_have_text("24 of 24")


def test_a_list_is_filtered_like_a_table(page: Page, hall: Hall) -> None:
    tools = render_to_string("components/table_tools.html", {"table": "own-list"})
    rows = render_to_string("components/matches.html", {"matches": samples.matches(24)})
    hall.pages["/list"] = lambda: guide.render("login").replace(
        "</main>", f'{tools}<div data-table-list id="own-list">{rows}</div></main>'
    )
    page.goto("/list")
    page.locator("[data-table-filter]").fill("lukasz")

    expect(page.locator("[data-table-count]")).to_have_text("3 of 24")
    expect(page.locator("#own-list li:visible")).to_have_count(3)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#own-list li:visible a").nth(1)).to_be_focused()


def test_up_and_down_walk_the_rows_one_opens_to_its_explanation_and_heads_sort(page: Page, hall: Hall) -> None:
    hall.pages["/explain.html"] = lambda: "<p>66.6667 is the mean of three shares.</p>"
    page.goto("/guide")
    page.locator("[data-table-filter=standings]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#player-1 a")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-table-filter=standings]")).to_be_focused()

    link = page.locator("#player-0 a")
    link.click()
    expect(page.locator("#player-0 + tr.explain")).to_contain_text("mean of three shares")
    expect(link).to_have_attribute("aria-expanded", "true")
    link.click()
    expect(page.locator("tr.explain")).to_have_count(0)

    ranks = page.locator("#standings tbody tr:not([hidden]) td:first-child")
    head = page.locator("#standings th", has_text="Rank")
    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "descending")
    assert ranks.all_inner_texts()[:3] == ["24", "23", "22"]


def test_light_and_dark_by_choice_outlast_the_page(page: Page) -> None:
    page.goto("/guide")
    page.locator(".board .menu > summary").click()
    page.get_by_role("button", name="Dark").click()
    page.reload()

    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator(".board .menu > summary").click()
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Same as the device").click()
    expect(page.locator("html")).not_to_have_attribute("data-theme", re.compile("."))
    page.keyboard.press("Escape")
    expect(page.locator(".board .menu")).not_to_have_attribute("open", re.compile(".*"))


def test_a_dangerous_act_asks_with_its_consequence(page: Page, hall: Hall) -> None:
    page.goto("/guide")
    page.get_by_role("button", name="Take back result").click()
    dialog = page.get_by_role("dialog")

    expect(dialog).to_contain_text("3 later pairings would change.")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    assert hall.posted == []
    page.get_by_role("button", name="Take back result").click()
    page.get_by_role("dialog").get_by_role("button", name="Take back result").click()
    expect(page.locator("h1")).to_have_text("stored")
    assert hall.posted[-1] == ("/x", hall.posted[-1][1] | {"confirmed": "1"})


def form_page(hall: Hall, more: str = "") -> None:
    form = render_to_string(
        "components/form.html",
        {"form": samples.LoginForm(), "submit": "Send", "action": "/sent", "keep": "log-in"},
    )
    form = form.replace("</form>", f"{more}</form>")
    hall.pages["/form"] = lambda: guide.render("login").replace("</main>", f"{form}</main>")


@pytest.mark.parametrize("field", ["", "<input type='hidden' name='matches' value='2000'>"])
def test_a_form_is_sent_once(page: Page, hall: Hall, field: str) -> None:
    """Also one whose field has the name of something that every element can do."""
    form_page(hall, field)
    thrown: list[str] = []
    page.on("pageerror", lambda error: thrown.append(str(error)))
    page.goto("/form")
    page.evaluate(
        "() => { const b = [...document.querySelectorAll('.form .button--primary')].at(-1); b.click(); b.click(); }"
    )

    expect(page.locator("h1")).to_have_text("stored")
    assert thrown == []
    assert [path for path, _ in hall.posted] == ["/sent"]


def test_what_was_typed_outlasts_a_reload_but_never_a_password(page: Page, hall: Hall) -> None:
    form_page(hall)
    page.goto("/form")
    form = page.locator("form[data-keep]")
    form.locator("[name=username]").fill("noor")
    form.locator("[name=password]").fill("secret words")
    page.reload()

    expect(form.locator("[name=username]")).to_have_value("noor")
    expect(form.locator("[name=password]")).to_have_value("")
    assert "secret" not in page.evaluate("JSON.stringify({...sessionStorage, ...localStorage})")


def test_a_task_is_followed_to_its_end(page: Page, hall: Hall) -> None:
    hall.jobs = [{"state": "running", "done": done, "total": 1000, "text": "Making slips"} for done in (500, 900)]
    hall.jobs.append({"state": "done", "done": 1000, "total": 1000, "url": "/login"})
    page.goto("/guide")

    page.wait_for_url("**/login")


def test_a_task_that_failed_says_so(page: Page, hall: Hall) -> None:
    hall.jobs = [{"state": "failed", "done": 3, "total": 10, "error": "The disk is full."}]
    page.goto("/guide")

    expect(page.locator("[data-task-error]")).to_have_text("The disk is full.")


def test_a_form_without_an_answer_may_have_been_stored(page: Page, hall: Hall) -> None:
    """The browser shows its own page; on coming back, the form's page says what is known."""
    form_page(hall)
    page.goto("/form")
    send, toasts = page.locator(".form .button--primary").last, page.locator("#toasts")
    hall.down = True
    send.click()
    page.wait_for_url("chrome-error://chromewebdata/")
    hall.down = False
    page.go_back()
    expect(toasts).to_contain_text("It may have been saved")

    page.reload()
    send.click()
    expect(page.locator("h1")).to_have_text("stored")
    page.goto("/form")
    expect(send).to_be_visible()
    assert toasts.inner_text() == ""


def test_a_form_is_not_sent_without_a_connection(page: Page, hall: Hall) -> None:
    form_page(hall)
    page.goto("/form")
    page.evaluate("document.documentElement.dataset.connection = 'lost'")
    send = page.locator(".form .button--primary").last
    hall.down = True
    send.click()
    expect(page.locator("#toasts")).to_contain_text("the form was not sent")
    assert hall.posted == []

    hall.down = False
    send.click()
    expect(page.locator("h1")).to_have_text("stored")
