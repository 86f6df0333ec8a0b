"""The recorder's keys in real Chromium: acts of several taps, the focus after a tap, and the system's own colours."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from judging.recorder.services.recording import start_record
from matches.enums import Role
from tests.browser.test_desk import enter_as
from tests.browser.test_offline import OFFLINE_ERRORS
from tests.browser.test_recorder import LateBoard, lines, see, tap
from tests.judging.conftest import Floor, make_floor
from tests.patience import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHOTS = os.environ.get("RECORDER_SHOTS", "")
PHONE, TABLET = {"width": 390, "height": 844}, {"width": 820, "height": 1180}


@pytest.fixture
def floor(server: str) -> Floor:
    return make_floor()


def begin(server: str, page: Page, floor: Floor, game: str, rules: dict[str, object]) -> Page:
    """A record of the game that this device writes."""
    floor.event.game, floor.event.rules = game, rules
    floor.event.save()
    enter_as(page.context, floor.user(Role.FLOOR_JUDGE), server)
    start_record(match=floor.match, actor=floor.judge, first="A", device="")
    page.goto(f"/e/{floor.event.slug}/judge/table/{floor.match.pk}/turns/")
    page.locator("form[action$='/tap/take-over/'] button").click()
    expect(page.locator("[data-recorder][data-ready] .recorder-keys")).to_be_visible()
    return page


def shoot(page: Page, name: str) -> None:
    """Pictures of the page on a phone and a tablet, light and dark, where somebody wants to look at them."""
    for theme in ("light", "dark") if SHOTS else ():
        for size, box in (("phone", PHONE), ("tablet", TABLET)):
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.set_viewport_size(box)  # type: ignore[arg-type]
            page.screenshot(path=Path(SHOTS) / f"{name}-{size}-{theme}.png")


def choose(page: Page, kind: str) -> None:
    page.locator("label.mark").filter(has_text=kind).first.click()


def card(page: Page, suit: str, face: str) -> None:
    page.locator(f'label.suit[data-suit="{suit}"]').click()
    tap(page, face)


def written(page: Page, floor: Floor, expected: list[str]) -> None:
    wait_until(lambda: lines(floor) == expected, problem=lambda: lines(floor))
    expect(page.locator("[data-recorder]:not([aria-busy])")).to_be_visible()


@pytest.mark.expected_errors(*OFFLINE_ERRORS)
def test_a_trick_and_a_thief_are_tapped_card_by_card(server: str, page: Page, floor: Floor) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    begin(server, page, floor, "bank", {"preset": "simple", "thieves": "both"})
    begun = page.locator("[data-begun-text]")
    # Faster than the server answers: what is begun outlasts the board that comes meanwhile.
    page.evaluate(
        """() => { const key = (name) => document.querySelector(`.recorder-keys ${name}`);
          key('button[value="?"]').click();
          for (const name of ['[value="B4:"]', '[name=suit][value="h"]', 'button[value="K"]']) key(name).click(); }"""
    )
    expect(begun).to_have_text("Quad: Kh + … + … + …")
    written(page, floor, ["A: ?"])
    expect(begun).to_have_text("Quad: Kh + … + … + …")
    expect(page.get_by_role("radio", name="Quad")).to_be_checked()
    shoot(page, "bank-quad")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    # Undo takes back a card of it first.
    card(page, "s", "9")
    page.locator(".recorder-dock").get_by_role("button", name="Undo").click()
    expect(begun).to_have_text("Quad: Kh + … + … + …")
    for suit, face in (("d", "K"), ("c", "9"), ("s", "8")):
        card(page, suit, face)
    written(page, floor, ["A: ? B4:Kh+Kd+9c+8s"])
    expect(page.get_by_role("radio", name="Discard")).to_be_checked()
    choose(page, "Thief: hand")
    for suit, face in (("c", "5"), ("d", "6"), ("h", "7")):
        card(page, suit, face)
    page.get_by_role("button", name="Done").click()
    written(page, floor, ["A: ? B4:Kh+Kd+9c+8s H>B:5c+6d+7h"])
    tap(page, "+?")
    written(page, floor, ["A: ? B4:Kh+Kd+9c+8s H>B:5c+6d+7h +?"])

    page.context.set_offline(True)
    expect(page.locator("[data-sync]")).to_have_attribute("data-state", "offline")
    choose(page, "Trio")
    card(page, "c", "A")
    card(page, "d", "A")
    expect(page.locator("[data-recorder-tokens]")).to_have_text("B3:Ac+Ad")
    page.locator(".recorder-dock").get_by_role("button", name="Undo").click()
    card(page, "c", "4")
    expect(page.locator("[data-recorder-tokens]")).to_have_text("-4c")
    page.context.set_offline(False)
    written(page, floor, ["A: ? B4:Kh+Kd+9c+8s H>B:5c+6d+7h +? -4c"])


def above_the_keys(page: Page, *parts: Locator) -> None:
    """Nothing covers the parts, whose page has not been scrolled."""
    page.evaluate("scrollTo(0, 0)")
    for part in parts:
        expect(part).to_be_in_viewport(ratio=1)
        see(part, f"{part} is covered")


def test_a_showdown_is_two_taps_below_the_table(server: str, page: Page, floor: Floor) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    begin(server, page, floor, "bankrupt", {"fewest": 2})
    for token in ("H", "H", "P"):
        tap(page, token)
    written(page, floor, ["B: H", "A: H", "B: P"])
    undo = page.locator(".recorder-dock").get_by_role("button", name="Undo")
    above_the_keys(page, page.locator(".felt-seat").first, page.locator(".felt-middle"), undo)
    assert page.locator(".recorder-dock button:visible").count() < 25
    shoot(page, "bankrupt-show")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    tap(page, "K")
    expect(page.locator("[data-begun-text]")).to_have_text("Show: K + …")
    tap(page, "4")
    written(page, floor, ["B: H", "A: H", "B: P", "B: SK+4"])
    tap(page, "3")
    tap(page, "A")
    written(page, floor, ["B: H", "A: H", "B: P", "B: SK+4", "A: S3+A"])


def test_on_a_phone_who_acts_the_loot_and_alert_stay_in_sight(server: str, page: Page, floor: Floor) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    begin(server, page, floor, "bankout", {})
    for token in ("9", "J"):
        tap(page, token)
    written(page, floor, ["A: 9 J"])
    shoot(page, "bankout")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    glance = page.locator(".recorder-glance")
    for down in (0, 120, 5_000):
        page.mouse.wheel(0, down)
        for text in (floor.player.unique_name, "$9", "Alert"):
            said = glance.get_by_text(text)
            expect(said).to_be_in_viewport(ratio=1)
            see(said, f"{text} is covered")


def test_a_space_of_the_stage_is_tapped_and_then_what_lies_there(server: str, page: Page, floor: Floor) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    begin(server, page, floor, "stage", {})
    choose(page, "b1")
    shoot(page, "stage-move")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    above_the_keys(page, page.locator(".recorder-dock").get_by_role("button", name="Undo"))
    tap(page, "A")
    written(page, floor, ["A: b1:A"])
    expect(page.locator("[data-begun-text]")).to_have_text("Bank: … + …")
    tap(page, "10")
    tap(page, "9")
    written(page, floor, ["A: b1:A B10+9"])
    shoot(page, "stage-effect")
    tap(page, "+?")
    written(page, floor, ["A: b1:A B10+9 +?"])


def focused(page: Page) -> str:
    """The value of the key that has the focus."""
    found: str = page.evaluate("document.activeElement.value ?? document.activeElement.localName")
    return found


def test_the_focus_stays_on_the_keys(server: str, page: Page, floor: Floor) -> None:
    page.set_viewport_size(TABLET)  # type: ignore[arg-type]
    begin(server, page, floor, "bankout", {})
    page.locator('.recorder-pad button[value="7"]').focus()
    for count in (1, 2):
        page.keyboard.press("Enter")
        written(page, floor, ["A: " + " ".join(["7"] * count)])
        assert focused(page) == "7"
    # What was tapped is gone: the next key that can be tapped.
    page.locator('.recorder-keys button[value="B"]').focus()
    page.keyboard.press("Enter")
    written(page, floor, ["A: 7 7 B"])
    assert page.evaluate("document.activeElement.matches('.recorder-keys .key')")
    # Undo down to the first token, where it can no longer be tapped itself.
    undo = page.locator(".recorder-dock").get_by_role("button", name="Undo")
    undo.focus()
    for left in (["A: 7 7"], ["A: 7"]):
        page.keyboard.press("Enter")
        written(page, floor, left)
        expect(undo).to_be_focused()
    page.keyboard.press("Enter")
    written(page, floor, [])
    assert page.evaluate("document.activeElement.matches('.recorder-keys .key')")
    # A correction leaves it on the token, and a refusal on the key.
    tap(page, "8")
    written(page, floor, ["A: 8"])
    page.locator(".recorder-token summary").click()
    page.locator(".recorder-token[open]").get_by_label("What happened instead").fill("9")
    page.keyboard.press("Enter")
    written(page, floor, ["A: 9"])
    expect(page.locator(".recorder-token summary")).to_be_focused()
    # So does a button of the correction, which is folded away with it.
    page.locator(".recorder-token summary").click()
    correction = page.locator(".recorder-token[open]")
    correction.get_by_label("What happened instead").fill("8")
    correction.get_by_role("button", name="Change").focus()
    page.keyboard.press("Enter")
    written(page, floor, ["A: 8"])
    expect(page.locator(".recorder-token summary")).to_be_focused()
    # What the stream brings leaves it where it is as well.
    page.locator('.recorder-pad button[value="7"]').focus()
    late = LateBoard(page, floor)
    page.evaluate("document.querySelector('.recorder-board').dataset.old = 'yes'")
    late.bring()
    expect(page.locator(".recorder-board[data-old]")).to_have_count(0)
    assert focused(page) == "7"


def test_in_forced_colours_what_is_chosen_and_what_is_barred_can_be_told(server: str, page: Page, floor: Floor) -> None:
    page.set_viewport_size(TABLET)  # type: ignore[arg-type]
    page.emulate_media(forced_colors="active")
    begin(server, page, floor, "bank", {"preset": "simple"})

    def looks(key: Locator) -> tuple[str, str]:
        found: list[str] = key.evaluate(
            "(key) => { const s = getComputedStyle(key); return [s.backgroundColor, s.color]; }"
        )
        return found[0], found[1]

    chosen, other = page.locator("label.mark:has(:checked)"), page.locator("label.mark:not(:has(:checked))").first
    assert looks(chosen) != looks(other)
    hearts = page.locator('label.suit[data-suit="h"]')
    before = looks(hearts)
    hearts.click()
    assert looks(hearts) != before
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / "bank-forced-colours.png")
