"""The recorder in real Chromium: taps faster than they are stored, a correction, reading along, the report."""

from __future__ import annotations

import pytest
from django.db import transaction
from playwright.sync_api import APIResponse, Browser, Locator, Page, Route, expect

from judging.recorder.queries.recorded import recorded
from judging.recorder.services.recording import start_record, take_over_record
from matches.audit.services import raise_versions
from matches.enums import Role
from tests.browser.test_desk import enter_as
from tests.browser.test_offline import OFFLINE_ERRORS
from tests.judging.conftest import Floor, make_floor
from tests.patience import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def floor(server: str) -> Floor:
    return make_floor()


def lines(floor: Floor) -> list[str]:
    found = recorded(floor.event, floor.match)
    assert found is not None
    return [
        f"{turn.seat}: {' '.join(token for token in turn.actions if not token.startswith('@'))}"
        for turn in found.record.rounds[-1].turns
    ]


def tap(page: Page, token: str) -> None:
    page.locator(f'.recorder-keys button[value="{token}"]').click()


@pytest.mark.expected_errors("422", "409")
def test_a_turn_is_tapped_corrected_and_read_along(
    server: str, page: Page, floor: Floor, browser: Browser, browser_context_args: dict[str, object]
) -> None:
    enter_as(page.context, floor.user(Role.FLOOR_JUDGE), server)
    page.set_viewport_size({"width": 820, "height": 1180})
    page.goto(f"/e/{floor.event.slug}/judge/table/{floor.match.pk}/")
    page.get_by_role("link", name="Record turns").click()
    page.get_by_text(floor.player.unique_name, exact=True).last.click()
    page.get_by_role("button", name="Start recording").click()

    expect(page.locator("[data-recorder][data-ready]")).to_be_visible()
    # Faster than the server answers: every tap is on screen at once, no key moves, and all count, in order.
    seen, before, after = page.evaluate(
        """() => { const key = (token) => document.querySelector(`.recorder-keys button[value="${token}"]`);
             const before = key("7").getBoundingClientRect().y;
             for (const token of ["7", "4", "J", "9"]) key(token).click();
             const seen = document.querySelector("[data-recorder-kept]").innerText;
             return [seen, before, key("7").getBoundingClientRect().y]; }"""
    )
    assert (seen, after) == ("Not saved yet: 7 4 J 9", before)
    expect(page.locator(".recorder-turn").last).to_contain_text("9")
    expect(page.locator(".felt-big dd")).to_have_text("$20")
    tap(page, "B")
    expect(page.locator(".recorder-status")).to_contain_text("$20 to the Bank")
    tap(page, "J")
    expect(page.locator(".recorder-turn")).to_have_count(2)
    undo = page.locator(".recorder-dock").get_by_role("button", name="Undo")
    for height in (1180, 700):
        page.set_viewport_size({"width": 820, "height": height})
        expect(undo).to_be_in_viewport(ratio=1)
        see(undo, "Undo is covered")
        if height == 1180:
            see(page.locator(".recorder-token").last, "the turn is covered")
    page.set_viewport_size({"width": 1024, "height": 768})
    see(page.locator(".recorder-token").last, "the turn is covered on a tablet that lies")
    page.set_viewport_size({"width": 820, "height": 1180})
    wait_until(lambda: lines(floor) == ["A: 7 4 J 9 B", "B: J"], problem=lambda: lines(floor))

    page.locator("#barred summary").click()
    expect(page.locator("#barred li").first).to_be_visible()
    page.locator("#barred summary").click()

    page.locator(".recorder-token summary", has_text="4").click()
    correction = page.locator(".recorder-token[open]")
    for button in correction.get_by_role("button").all():
        expect(button).to_be_in_viewport(ratio=1)
    correction.get_by_label("What happened instead").fill("7 5")
    correction.get_by_role("button", name="Change").click()
    expect(correction.get_by_text("This is not a valid token in this game.")).to_be_visible()
    expect(correction.get_by_label("What happened instead")).to_be_focused()
    correction.get_by_label("What happened instead").fill("5")
    correction.get_by_role("button", name="Change").click()
    expect(page.locator(".recorder-turn").first).to_contain_text("5")
    wait_until(lambda: lines(floor)[0] == "A: 7 5 J 9 B", problem=lambda: lines(floor))

    other = browser.new_context(**browser_context_args)  # type: ignore[arg-type]
    enter_as(other, floor.user(Role.HEAD_JUDGE), server)
    reader = other.new_page()
    reader.goto(page.url)
    expect(reader.get_by_text("You are watching.")).to_be_visible()
    tap(page, "8")
    expect(reader.locator(".recorder-turn").last).to_contain_text("8")
    reader.locator("form[action$='/tap/take-over/'] button").click()
    tap(reader, "2")
    expect(reader.locator(".recorder-turn").last).to_contain_text("2")
    expect(page.get_by_text("You are watching.")).to_be_visible()
    other.close()

    page.get_by_role("link", name="Report and replay").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(floor.player.unique_name)


COVERED = """(button) => {
  const box = button.getBoundingClientRect();
  const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !(seen && button.contains(seen));
}"""


def see(button: Locator, problem: str) -> None:
    """Wait until nothing covers it. While the board is replaced there is nothing to see for a moment."""
    wait_until(lambda: not button.evaluate(COVERED), problem=lambda: problem)


def board_comes_again(page: Page, floor: Floor) -> None:
    """Something of the record changed elsewhere, so that the board is replaced."""
    page.locator("[data-pad]").evaluate("(pad) => { pad.dataset.before = ''; }")
    parts = page.locator("[data-recorder]").get_attribute("data-live-part") or ""
    raise_versions({(floor.event.pk, part) for part in parts.split(",")})
    expect(page.locator("[data-pad][data-before]")).to_have_count(0)


@pytest.mark.expected_errors(*OFFLINE_ERRORS)
def test_on_a_phone_without_a_network_kept_taps_are_seen_and_no_key_is_covered(
    server: str, page: Page, floor: Floor
) -> None:
    enter_as(page.context, floor.user(Role.FLOOR_JUDGE), server)
    page.set_viewport_size({"width": 390, "height": 844})
    floor.event.options = {**floor.event.options, "record_suits": True}
    floor.event.save()
    player = floor.player.player
    player.name = "Maximiliane von Hohenlohe-Waldenburg-Schillingsfürst-" * 2
    player.save()
    start_record(match=floor.match, actor=floor.judge, first="A", device="")
    page.goto(f"/e/{floor.event.slug}/judge/table/{floor.match.pk}/turns/")
    page.locator("form[action$='/tap/take-over/'] button").click()
    expect(page.get_by_label("No suit")).to_be_checked()  # the keys of the page that has come
    name = page.locator(".felt-seat bdi").first.bounding_box()
    assert name is not None
    assert name["height"] < 60, "two lines, so that the Loot is above the keys"
    page.locator("label.suit", has_text="Hearts").click()
    tap(page, "7")
    expect(page.locator(".recorder-turn").last).to_contain_text("7h")
    expect(page.get_by_label("No suit")).to_be_checked()
    page.context.set_offline(True)
    expect(page.locator("[data-sync]")).to_have_attribute("data-state", "offline")
    expect(page.get_by_text("Not updated since")).to_be_visible()
    for token in ["4", "J", "9"] * 5:
        tap(page, token)
    kept = page.locator("[data-recorder-kept]")
    expect(kept).to_contain_text("Not saved yet: … 4 J 9 4 J 9 4 J 9 4 J 9")
    for down in (0, 5_000):
        page.mouse.wheel(0, down)
        expect(kept).to_be_in_viewport(ratio=1)
        for name in ("Undo", "Time is called"):
            button = page.locator(".recorder-dock").get_by_role("button", name=name)
            expect(button).to_be_in_viewport(ratio=1)
            see(button, f"{name} is covered")
    page.locator(".recorder-dock").get_by_role("button", name="Undo").click()
    expect(kept).to_contain_text("… 9 4 J 9")
    page.context.set_offline(False)
    expect(kept).to_be_hidden()


@pytest.mark.expected_errors("422", *OFFLINE_ERRORS)
def test_a_token_is_typed_as_on_a_sheet_and_a_card_tapped_with_what_happens_to_it(
    server: str, page: Page, floor: Floor
) -> None:
    floor.event.game, floor.event.preset, floor.event.rules = "bank", "simple", {"preset": "simple", "thieves": "both"}
    floor.event.save()
    enter_as(page.context, floor.user(Role.FLOOR_JUDGE), server)
    start_record(match=floor.match, actor=floor.judge, first="A", device="")
    page.goto(f"/e/{floor.event.slug}/judge/table/{floor.match.pk}/turns/")
    page.locator("form[action$='/tap/take-over/'] button").click()
    typed, written = page.locator("#typed-token"), page.locator(".recorder-turn")

    page.set_viewport_size({"width": 390, "height": 844})
    tap(page, "7")
    refusal = page.get_by_role("alert").get_by_text("Choose the suit first, then the card.")
    expect(refusal).to_be_in_viewport(ratio=1)
    see(refusal, "the refusal is covered")
    board_comes_again(page, floor)
    expect(refusal).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator("[data-sync]")).to_have_attribute("data-state", "offline")
    tap(page, "7")
    expect(page.locator("[data-recorder-kept]")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.locator("[data-sync]")).to_have_attribute("data-state", "online")
    page.locator("label.suit", has_text="Hearts").click()
    tap(page, "7")
    expect(written.last).to_contain_text("7h")
    typed.fill("b3:kh+qs")
    typed.press("Enter")
    expect(written.last).to_contain_text("B3:Kh+Qs")
    expect(typed).to_be_focused()
    typed.fill("H>B:5c6d")
    typed.press("Enter")
    expect(page.get_by_text("A thief is written")).to_be_visible()
    expect(typed).to_have_value("H>B:5c6d")
    page.locator("label.mark", has_text="Discard").click()
    page.locator("label.suit", has_text="Clubs").click()
    tap(page, "4")
    expect(written.last).to_contain_text("-4c")
    assert lines(floor) == ["A: 7h B3:Kh+Qs -4c"]


@pytest.mark.expected_errors(*OFFLINE_ERRORS)
def test_the_first_taps_can_be_taken_back_without_a_network(server: str, page: Page, floor: Floor) -> None:
    enter_as(page.context, floor.user(Role.FLOOR_JUDGE), server)
    page.set_viewport_size({"width": 820, "height": 1180})
    start_record(match=floor.match, actor=floor.judge, first="A", device="")
    page.goto(f"/e/{floor.event.slug}/judge/table/{floor.match.pk}/turns/")
    page.locator("form[action$='/tap/take-over/'] button").click()
    undo = page.locator(".recorder-dock").get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    page.context.set_offline(True)
    expect(page.locator("[data-sync]")).to_have_attribute("data-state", "offline")
    tap(page, "7")
    tap(page, "8")
    expect(page.locator("[data-recorder-kept]")).to_contain_text("7 8")
    undo.click()
    expect(page.locator("[data-recorder-tokens]")).to_have_text("7")
    undo.click()
    expect(page.locator("[data-recorder-kept]")).to_be_hidden()
    expect(undo).to_be_disabled()
    page.context.set_offline(False)
    tap(page, "5")
    expect(undo).to_be_enabled()
    wait_until(lambda: lines(floor) == ["A: 5"], problem=lambda: lines(floor))


class LateBoard:
    """Fetches the board of a page once, as it is now, and brings it later."""

    def __init__(self, page: Page, floor: Floor) -> None:
        self.page = page
        self.held: list[tuple[Route, APIResponse]] = []
        page.route(page.url, self._hold)
        found = recorded(floor.event, floor.match)
        assert found is not None
        # The page is told to fetch the board again. In one transaction, so that no request under way brings the board
        # of the other device.
        with transaction.atomic():
            for device in ("another", found.row.device):
                take_over_record(recorded=found, actor=floor.judge, device=device)
        wait_until(lambda: page.evaluate("1") and self.held, problem=lambda: "the board was not fetched")

    def _hold(self, route: Route) -> None:
        if route.request.method == "GET" and not self.held:
            self.held.append((route, route.fetch()))
        else:
            route.fallback()

    def bring(self) -> None:
        [(route, response)] = self.held
        with self.page.expect_response(self.page.url) as brought:
            route.fulfill(response=response)
        brought.value.finished()


def write_here(page: Page, floor: Floor) -> None:
    start_record(match=floor.match, actor=floor.judge, first="A", device="")
    page.goto(f"/e/{floor.event.slug}/judge/table/{floor.match.pk}/turns/")
    page.locator("form[action$='/tap/take-over/'] button").click()
    expect(page.locator(".recorder-keys").first).to_be_visible()


def test_a_key_that_is_down_while_the_board_changes_counts(server: str, page: Page, floor: Floor) -> None:
    enter_as(page.context, floor.user(Role.FLOOR_JUDGE), server)
    page.set_viewport_size({"width": 820, "height": 1180})
    write_here(page, floor)

    def press(token: str) -> None:
        page.locator(f'.recorder-keys button[value="{token}"]').hover()
        page.mouse.down()

    late = LateBoard(page, floor)
    press("7")
    late.bring()
    page.mouse.up()
    wait_until(lambda: lines(floor) == ["A: 7"], problem=lambda: lines(floor))
    expect(page.locator(".recorder-token", has_text="7")).to_be_visible()

    # The answer to one tap comes while the next key is down; no key has moved meanwhile.
    with page.expect_response(lambda answer: "/turns/tap/" in answer.url) as stored:
        tap(page, "8")
        press("9")
    stored.value.finished()
    page.mouse.up()
    wait_until(lambda: lines(floor) == ["A: 7 8 9"], problem=lambda: lines(floor))


def test_a_board_from_before_a_tap_does_not_replace_its_answer(server: str, page: Page, floor: Floor) -> None:
    enter_as(page.context, floor.user(Role.FLOOR_JUDGE), server)
    write_here(page, floor)
    late = LateBoard(page, floor)
    page.evaluate(
        """() => { window.boards = [];
          new MutationObserver(() => window.boards.push(document.querySelector("[data-revision]").dataset.revision))
            .observe(document.querySelector("[data-recorder]"), { childList: true }); }"""
    )
    tap(page, "7")
    expect(page.locator(".recorder-turn").last).to_contain_text("7")
    late.bring()

    def since_the_tap() -> list[str]:
        boards: list[str] = page.evaluate("window.boards")
        return boards[boards.index("1") :] if "1" in boards else []

    wait_until(lambda: len(since_the_tap()) > 1)
    assert "0" not in since_the_tap()
