"""Names as long as they can be, of one word and of many, on the pages that list players: on a phone and at the desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from matches.enums import Role
from matches.models import Event, Player
from matches.rounds.services.rounds import pair_round
from tests.browser.conftest import SIZES
from tests.browser.test_desk import enter_as
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, match_at, played, report, running, stage_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ONE_WORD = "Llanfairpwllgwyngyll" * 5
MANY_WORDS = "Maria Esperanza Guadalupe " * 4
OVERPRINTED = """() => {
  const rows = [...document.querySelectorAll("table tbody tr")].map((row) => [row, row.getBoundingClientRect()]);
  return rows.flatMap(([row, box]) => [...row.querySelectorAll("bdi")]
    .filter((name) => name.checkVisibility() && name.getBoundingClientRect().bottom > box.bottom + 1)
    .map((name) => name.textContent.slice(0, 30)));
}"""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def named(event: Event) -> None:
    for number in range(1, 8):
        name = f"{number}{MANY_WORDS if number == 2 else ONE_WORD}"[:100].strip()
        Player.objects.filter(entries__event=event, entries__number=number).update(name=name)


def check(page: Page, address: str) -> None:
    for size in ("phone", "desktop"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address)
        assert page.evaluate(WIDER) <= 0, (address, size)
        assert page.evaluate(OVERPRINTED) == [], (address, size)


def test_names_stay_in_their_rows_and_the_pages_within_the_window(server: str, page: Page) -> None:
    event, desk = event_of(7), any_organiser()
    named(event)
    enter_as(page.context, staff(event, Role.ORGANISER), server)
    played(event, desk)
    draft = pair_round(stage=stage_of(event), actor=desk)
    check(page, f"/e/{event.slug}/desk/rounds/1/2/")
    assert draft.status == "draft"


@pytest.mark.parametrize(
    "place",
    [
        *("", "desk/", "desk/results/", "desk/results/?show=all", "desk/rounds/1/2/", "desk/rounds/1/2/seats/"),
        *("desk/rounds/1/1/", "judge/"),
        *("desk/people/", "desk/standings/", "standings/", "players/", "find/?name=llan"),
    ],
)
@pytest.mark.sampled(2)
def test_pages_of_a_running_round_take_long_names(server: str, page: Page, place: str) -> None:
    event, desk = event_of(7), any_organiser()
    named(event)
    enter_as(page.context, staff(event, Role.ORGANISER), server)
    played(event, desk)
    round_ = running(event, desk)
    report(round_, desk, tables=[match_at(round_, 1).table or 1])
    check(page, f"/e/{event.slug}/{place}")
