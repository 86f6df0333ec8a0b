"""What the commonest rulings cost on a tablet, in taps and seconds, from the table's sheet until they are stored.

``pytest -s tests/browser/test_judge_acts.py`` prints the figures of docs/measurements/judges.md. The driver taps as
soon as it sees a button, so its seconds are what pages and server take. No figure of time is asserted.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from judging.models import Infraction, Ruling
from judging.recorder.queries.recorded import recorded
from judging.recorder.services.recording import start_record
from matches.enums import Role
from matches.models import ClockEvent, Result
from tests.browser.test_judges import floor, sheet_of
from tests.browser.test_round_acts import COUNTED, COUNTER
from tests.judging.conftest import Floor
from tests.patience import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

__all__ = ["floor"]

Act = Callable[[Page], None]


def hand_limit(page: Page) -> None:
    """A warning for a hand limit exceeded."""
    page.locator("a.big-button", has_text="Hand limit").first.click()
    page.locator("section.fault", has_text="Hand limit exceeded").locator("a.big-button").first.click()
    page.locator("button.big-button--primary").click()


def slow_play(page: Page) -> None:
    """A caution for slow play."""
    page.locator("a.big-button", has_text="Slow play").first.click()
    page.locator("section.fault").first.locator("a.big-button").first.click()
    page.locator("button.big-button--primary").click()


def counter_joker(page: Page) -> None:
    """The counter came too late."""
    page.locator("a.big-button", has_text="Counter-Joker").first.click()
    page.get_by_text("late", exact=False).first.click()
    page.get_by_role("button", name="Log the ruling").click()


def more_time(page: Page) -> None:
    """Three minutes, typed."""
    page.get_by_role("link", name="Add time").first.click()
    page.get_by_label("Minutes to add").click()
    page.keyboard.press("Control+a")
    page.keyboard.type("3")
    page.get_by_role("button", name="Add time").click()


def result(page: Page) -> None:
    """A result of 2-1."""
    page.get_by_role("link", name="Result").first.click()
    page.get_by_role("button", name="2–1").first.click()


def logged(floor: Floor) -> tuple[int, int, int, int]:
    return (
        Infraction.objects.count(),
        Ruling.objects.count(),
        ClockEvent.objects.filter(match=floor.match).count(),
        Result.objects.count(),
    )


@pytest.mark.parametrize("role", [Role.FLOOR_JUDGE])
def test_taps_and_seconds(server: str, page: Page, floor: Floor, role: Role) -> None:
    page.add_init_script(COUNTER)
    address = sheet_of(page, floor, role, server)
    acts: list[tuple[str, Act]] = [
        ("warning for the hand limit", hand_limit),
        ("caution for slow play", slow_play),
        ("counter-Joker: too late", counter_joker),
        ("three minutes more", more_time),
        ("result 2–1", result),
    ]
    rows = []
    for name, act in acts:
        page.goto(address)
        expect(page.locator("[data-sync][data-ready]")).to_be_visible()
        before, stored = page.evaluate(COUNTED), logged(floor)
        began = time.monotonic()
        act(page)
        wait_until(lambda: logged(floor) != stored, problem=lambda: name)  # noqa: B023 - waited for at once
        taken = time.monotonic() - began
        expect(page).to_have_url(re.compile(r"/table/\d+/$|[?&]then="))
        page.wait_for_load_state()
        after = page.evaluate(COUNTED)
        rows.append((name, after[0] - before[0], after[1] - before[1], taken))
    rows.append(recorded_turn(page, floor, address))
    print("\n| ruling | taps | keys | seconds |\n|---|---|---|---|")  # noqa: T201 - figures of docs/measurements/judges.md
    for name, taps, keys, taken in rows:
        print(f"| {name} | {taps} | {keys} | {taken:.1f} |")  # noqa: T201
    assert all(taps <= 4 for _name, taps, _keys, _taken in rows[:-1])


def recorded_turn(page: Page, floor: Floor, address: str) -> tuple[str, int, int, float]:
    """A turn of four cards and the bank on the recorder, until all of it is stored."""
    start_record(match=floor.matches[1], actor=floor.judge, first="A", device="other")
    page.goto(address.replace(f"/{floor.match.pk}/", f"/{floor.matches[1].pk}/") + "turns/")
    take_over = page.locator("form[action$='/tap/take-over/'] button")
    take_over.click()
    expect(take_over).to_be_hidden()
    expect(page.locator("[data-recorder][data-ready]")).to_be_visible()
    before, began = page.evaluate(COUNTED), time.monotonic()
    for token in ("7", "4", "J", "9", "B"):
        page.locator(f'.recorder-keys button[value="{token}"]').click()

    def tokens() -> list[str]:
        found = recorded(floor.event, floor.matches[1])
        turns = found.record.rounds[-1].turns if found else ()
        return [token for turn in turns for token in turn.actions if not token.startswith("@")]

    wait_until(lambda: tokens() == ["7", "4", "J", "9", "B"], problem=tokens)
    after = page.evaluate(COUNTED)
    return ("a turn of four cards and the bank", after[0] - before[0], after[1] - before[1], time.monotonic() - began)
