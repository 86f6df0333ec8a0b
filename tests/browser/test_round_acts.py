"""What a round costs at the desk: the clicks and keys from pairing it to pairing the next one, with ten results.

``pytest -s tests/browser/test_round_acts.py`` prints the figures of docs/measurements/desk.md. Nothing is timed.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from matches.enums import Role
from matches.models import Round
from tests.browser.test_desk import enter_as
from tests.factories import staff
from tests.matches.playing import event_of

pytestmark = [pytest.mark.browser, pytest.mark.database]  # what a desk does most

TABLES = 10
COUNTER = """
  const add = (name) => sessionStorage.setItem(name, Number(sessionStorage.getItem(name) ?? 0) + 1);
  addEventListener("click", (event) => { if (event.isTrusted && event.detail) add("clicks"); }, true);
  addEventListener("keydown", (event) => { if (event.isTrusted) add("keys"); }, true);
"""
COUNTED = "() => ['clicks', 'keys'].map((name) => Number(sessionStorage.getItem(name) ?? 0))"


def test_clicks_and_keys_of_a_round(server: str, page: Page) -> None:
    event = event_of(2 * TABLES)
    enter_as(page.context, staff(event, Role.ORGANISER), server)
    page.add_init_script(COUNTER)
    page.goto(f"/e/{event.slug}/desk/")
    steps: list[tuple[str, list[int]]] = []

    def count(step: str) -> None:
        steps.append((step, page.evaluate(COUNTED)))

    def press(name: str) -> None:
        page.locator("main").get_by_role("button", name=name, exact=True).or_(
            page.locator("main").get_by_role("link", name=name, exact=True)
        ).first.click()

    def state(status: str) -> None:
        expect(page.locator("main")).to_contain_text(status)

    press("Pair Round 1")
    state("Publish")
    count("draft")
    press("Publish")
    state("Start the clock")
    count("publish")
    press("Start the clock")
    state("Enter results")
    count("start")
    press("Enter results")
    expect(page.get_by_label("Result", exact=False).first).to_be_focused()
    for table in range(1, TABLES + 1):
        page.keyboard.type(f"{table} 2-1\n")
    expect(page.get_by_text("All results are in")).to_be_visible()
    count("ten results")
    press("Close the round")
    state("Pair Round 2")
    count("close")
    press("Pair Round 2")
    state("Publish")
    count("next draft")

    print("\n| step | clicks | keys |\n|---|---|---|")  # noqa: T201 - the figures of docs/measurements/desk.md
    for (step, now), (_step, before) in zip(steps, [("", [0, 0]), *steps[:-1]], strict=True):
        print(f"| {step} | {now[0] - before[0]} | {now[1] - before[1]} |")  # noqa: T201
    round_acts = [total - first for total, first in zip(steps[-1][1], steps[0][1], strict=True)]
    print(f"| **a round** | {round_acts[0]} | {round_acts[1]} |")  # noqa: T201
    assert Round.objects.filter(stage__event=event, number=2).exists()
    assert round_acts[0] <= 5
