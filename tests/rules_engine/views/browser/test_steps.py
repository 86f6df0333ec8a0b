"""A record is stepped through in Chromium: by keyboard, slider, button and token, with and without JavaScript."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright import CreateContextCallback

from rules_engine.games import get, language_of
from rules_engine.record.reading import parse
from rules_engine.record.writing import to_text
from rules_engine.views.drawing import places
from rules_engine.views.steps import judge
from tests.rules_engine.play import play_record

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TEN = "/rules/check/example/ten-faults/"


def shown_cards(page: Page, place: str) -> list[str]:
    return [card.get_attribute("aria-label") or "" for card in page.locator(f'[data-cards="{place}"] .card').all()]


def test_arrow_keys_step_and_the_address_keeps_the_step(server: str, page: Page) -> None:
    page.goto(f"{TEN}?step=0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")

    expect(page.locator("[data-step-number]")).to_have_text("3")
    expect(page.locator('[aria-current="step"]')).to_have_id("r1t1a2")
    expect(page.locator('[data-text="loot"]')).to_have_text("$11")
    expect(page.locator("[data-said-now]")).to_have_text("Draws 4.")
    assert page.url.endswith("?step=2")

    page.keyboard.press("ArrowLeft")
    expect(page.locator('[data-text="loot"]')).to_have_text("$7")
    page.reload()
    expect(page.locator("[data-step-number]")).to_have_text("2")
    expect(page.locator('[data-text="loot"]')).to_have_text("$7")

    # Keys belong to the text while one types.
    page.locator(".again > summary").click()
    page.locator("#id_record").press("ArrowRight")
    expect(page.locator("[data-step-number]")).to_have_text("2")


def test_keys_slider_buttons_and_tokens_lead_to_a_step(server: str, page: Page) -> None:
    page.goto(f"{TEN}?step=0")
    page.keyboard.press("n")
    expect(page.locator('[aria-current="step"]')).to_have_id("r1t1a5")
    expect(page.locator("[data-notes-here] .finding")).to_have_count(1)
    page.keyboard.press("n")
    expect(page.locator('[aria-current="step"]')).to_have_id("r1t2a5")
    page.keyboard.press("p")
    expect(page.locator('[aria-current="step"]')).to_have_id("r1t1a5")
    page.keyboard.press("End")
    expect(page.locator("[data-step-number]")).to_have_text("46")
    expect(page.locator('[data-go="forward"]')).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-step-number]")).to_have_text("46")
    page.keyboard.press("Home")
    expect(page.locator("[data-step-number]")).to_have_text("1")

    page.locator("#r1t4a2").click()
    expect(page.locator("[data-where-now]")).to_have_text("Round 1, turn 4: Bo Lindqvist")
    assert shown_cards(page, "hand-B") == ["King"]
    page.locator('[data-go="back"]').click()
    assert shown_cards(page, "hand-B") == []
    page.locator("[data-slider]").fill("46")
    expect(page.locator('[data-text="bank-A"]')).to_have_text("$48")


@pytest.mark.parametrize("key", ["ten-faults", "blitz"])
@pytest.mark.sampled(2)
def test_every_step_shows_the_table_of_the_referee(server: str, page: Page, key: str) -> None:
    record = parse(get("bankout").notes.examples[key].text, language_of)
    stretch, _step = judge(record, 0)
    page.goto(f"/rules/check/example/{key}/?step=0")

    for step in stretch:
        drawn = places(stretch.view(step))
        seen: dict[str, Any] = page.evaluate(
            """() => ({
                texts: Object.fromEntries([...document.querySelectorAll("[data-text]")].map((one) => [one.dataset.text, one.textContent])),
                cards: Object.fromEntries([...document.querySelectorAll("[data-cards]")].map((one) => [one.dataset.cards, one.children.length])),
            })"""  # noqa: E501
        )
        assert seen["texts"] == {place: drawn.texts[place] for place in seen["texts"]}
        assert seen["cards"] == {place: len(keys) for place, keys in drawn.cards.items()}
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("noise", [0, 4000], ids=["in an address", "posted"])
@pytest.mark.sampled(2)
def test_a_long_record_is_stepped_across_its_parts(
    server: str, page: Page, monkeypatch: pytest.MonkeyPatch, noise: int
) -> None:
    monkeypatch.setattr("rules_engine.views.steps.STRETCH", 100)  # the server is a thread of this process
    monkeypatch.setattr("rules_engine.views.report_page.STRETCH", 100)
    text = to_text(play_record(3, get("bankout").rule_set({"format": "bankout"})), get("bankout").language)
    text += "".join(f"; {number * 7919 % 10007:x}\n" for number in range(noise))
    page.goto("/rules/check/")
    sheet = {"name": "sheet.bo", "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("#id_file").set_input_files(sheet)  # type: ignore[arg-type]
    page.get_by_role("button", name="Check the record").click()
    expect(page.locator(".verdict")).to_be_visible()
    page.wait_for_load_state()  # the verdict is painted before the script listens for keys

    page.keyboard.press("Home")
    expect(page.locator("[data-step-number]")).to_have_text("1")
    for _ in range(99):
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-step-number]")).to_have_text("100")
    assert page.locator("[data-step='100'].token").count() == 0
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-step-number]")).to_have_text("101")
    expect(page.locator("[data-step='100'].token")).to_have_attribute("aria-current", "step")
    page.wait_for_load_state()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-step-number]")).to_have_text("100")
    assert ("/check/r/" in page.url) is (noise == 0)


@pytest.mark.expected_errors("422")
def test_an_unreadable_place_is_shown_in_the_text(server: str, page: Page) -> None:
    page.goto("/rules/check/")
    page.locator("#id_record").fill('[A "😀😀"]\nRound 1, A first\nA: 7 oops B\nB: 5 wrong')
    page.get_by_role("button", name="Check the record").click()
    page.get_by_role("button", name="Show in the text").nth(1).click()

    chosen = page.evaluate("getSelection().toString() || (() => { const one = document.activeElement;"
                           " return one.value.slice(one.selectionStart, one.selectionEnd) })()")  # fmt: skip
    assert chosen == "wrong"


def test_without_javascript_every_step_is_a_link(server: str, new_context: CreateContextCallback) -> None:
    context = new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto("/rules/check/")
    page.locator("#id_record").fill("Round 1, A first\nA: 7 Q J\nB: 5 B")
    page.get_by_role("button", name="Check the record").click()

    page.get_by_role("link", name="First step").click()
    page.get_by_role("link", name="One step forward").click()
    expect(page.locator("[data-step-number]")).to_have_text("2")
    page.locator("#r1t1a2").click()
    expect(page.locator("[data-said-now]")).to_have_text("Draws a Queen, to hand.")
    assert shown_cards(page, "hand-A") == ["Queen"]
    expect(page.locator("[data-slider]")).to_be_hidden()
    context.close()


def test_nothing_runs_off_the_side(server: str, page: Page) -> None:
    for address in ("/rules/", "/rules/BO-5.2/", "/rules/check/", TEN, "/rules/check/example/blitz/"):
        page.goto(address)
        for width in (390, 820, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, width)


def test_a_shield_is_shown_where_it_is_spent(server: str, page: Page) -> None:
    page.goto("/rules/check/example/blitz/?step=0")
    page.locator("#r2t8a5").click()

    expect(page.locator('[data-text="state"]')).to_have_text(
        "The turn is over: the swap was shielded, the Loot is lost."
    )
    expect(page.locator('[data-text="shield-B"]')).to_have_text("")
    expect(page.locator('[data-text="shield-A"]')).to_have_text("Shield")
