"""What may go wrong while there is no network: a device has no room left, two have one queue, a number is gone, the
program is updated before they are back."""

from __future__ import annotations

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from playwright.sync_api import Browser, Page, expect

from judging.head.number_queries import number_gaps
from judging.models import Infraction, Record
from tests.browser.test_offline import OFFLINE_ERRORS, PUT_BACK, READ, Floor, Start, fault, floor, start, tablet

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.expected_errors(*OFFLINE_ERRORS, "422", "409"),
]

__all__ = ["floor", "start"]

NO_WORKER = """Object.defineProperty(ServiceWorkerContainer.prototype, "controller", { get: () => null });"""
NO_ROOM = """window.full = false;
for (const name of ["put", "add"]) {
  const real = IDBObjectStore.prototype[name];
  IDBObjectStore.prototype[name] = function (...given) {
    if (window.full) throw new DOMException("no room", "QuotaExceededError");
    return real.apply(this, given);
  };
}"""


READ_NOTES = """() => new Promise((resolve) => {
  const asked = indexedDB.open("judge-outbox");
  asked.onsuccess = () => {
    const notes = asked.result.transaction("notes").objectStore("notes");
    const keys = notes.getAllKeys();
    const values = notes.getAll();
    notes.transaction.oncomplete = () => resolve(keys.result.map((key, n) => [key, values.result[n]]));
  };
})"""
COPY_NOTES = """(pairs) => new Promise((resolve) => {
  const asked = indexedDB.open("judge-outbox");
  asked.onsuccess = () => {
    const act = asked.result.transaction("notes", "readwrite");
    for (const [key, value] of pairs) if (key !== "lease") act.objectStore("notes").put(value, key);
    act.oncomplete = resolve;
  };
})"""


def log(page: Page, comment: str) -> None:
    page.get_by_label("Comment").fill(comment)
    page.locator("button.big-button--primary").click()


def open_fault(page: Page, base: str) -> None:
    """Go the way of a judge to the form of an infraction at table 2, as far as the device has the pages."""
    page.goto(base)
    page.locator("a.tile", has_text="2").last.click()
    page.locator("a.big-button", has_text="Hand limit").first.click()
    page.locator("section.fault", has_text="Hand limit exceeded").locator("a.big-button").first.click()


def kept_by(page: Page, *comments: str) -> None:
    """Log infractions without a network; the device keeps them."""
    sync = page.locator("[data-sync][data-ready]")
    expect(sync).to_contain_text("Online")
    page.context.set_offline(True)
    expect(sync).to_have_attribute("data-state", "offline")
    for number, comment in enumerate(comments, 1):
        log(page, comment)
        expect(sync).to_have_attribute("data-unsent", str(number))


def test_a_device_without_room_says_so_and_the_text_stays(server: str, page: Page, floor: Floor) -> None:
    base = tablet(page, floor, server)
    page.add_init_script(NO_WORKER)
    page.add_init_script(NO_ROOM)
    page.goto(base + fault(floor))
    sync = page.locator("[data-sync][data-ready]")
    expect(sync).to_contain_text("Online")
    page.evaluate("window.full = true")
    page.context.set_offline(True)
    expect(sync).to_have_attribute("data-state", "offline")
    log(page, "six cards")
    expect(page.get_by_text("This device has no space left, so nothing was kept.")).to_be_visible()
    expect(page.get_by_label("Comment")).to_have_value("six cards")
    page.context.set_offline(False)
    expect(sync).to_have_attribute("data-state", "online")
    page.locator("button.big-button--primary").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Table 1")
    assert [row.comment for row in Infraction.objects.all()] == ["six cards"]


def test_one_queue_on_two_devices_lands_once(server: str, page: Page, floor: Floor, browser: Browser) -> None:
    """A tablet that was copied to another, or a backup that was played back: both send the same at one time."""
    base = tablet(page, floor, server)
    page.add_init_script(NO_WORKER)
    page.goto(base + fault(floor))
    kept_by(page, "first", "second", "third")
    entries = page.evaluate(READ)
    other = browser.new_page(base_url=server, storage_state=page.context.storage_state())
    other.add_init_script(NO_WORKER)
    other.goto(base)
    expect(other.locator("[data-sync][data-ready]")).to_contain_text("Online")
    other.context.set_offline(True)
    expect(other.locator("[data-sync][data-ready]")).to_have_attribute("data-state", "offline")
    other.evaluate(PUT_BACK, entries)
    for device in (page, other):
        device.context.set_offline(False)
    for device in (page, other):
        expect(device.locator("[data-sync][data-ready]")).to_have_attribute("data-unsent", "0", timeout=30_000)
    assert [row.comment for row in Infraction.objects.order_by("sequence")] == ["first", "second", "third"]
    assert Record.objects.filter(kind="infraction").count() == 3
    # Each goes on for itself: the copy counts as the first device does, until it learns that the numbers are another's.
    other.evaluate(COPY_NOTES, page.evaluate(READ_NOTES))
    for device, comments in ((page, ["fourth"]), (other, ["fifth", "sixth"])):
        device.goto(base + fault(floor))
        kept_by(device, *comments)
        device.context.set_offline(False)
        expect(device.locator("[data-sync][data-ready]")).to_have_attribute("data-unsent", "0", timeout=30_000)
    fourth, fifth, sixth = Infraction.objects.order_by("sequence")[3:]
    assert [row.comment for row in (fourth, fifth, sixth)] == ["fourth", "fifth", "sixth"]
    assert (fourth.device_number, fifth.device_number, sixth.device_number) == (4, None, 1)
    assert fourth.device == fifth.device != sixth.device
    assert number_gaps(floor.event) == []
    other.close()


CONTRAST = """dialog => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const [ink, paper] = ["color", "backgroundColor"].map((name) => light(getComputedStyle(dialog)[name]));
  return Math.max(ink, paper) / Math.min(ink, paper);
}"""


def sign_out(page: Page) -> None:
    page.locator("header details.menu summary").click()
    page.get_by_role("button", name="Sign out", exact=True).click()


def test_nobody_is_signed_out_without_a_network_and_another_judge_s_entries_are_left_alone(
    server: str, page: Page, floor: Floor
) -> None:
    base = tablet(page, floor, server)
    page.add_init_script(NO_WORKER)
    page.goto(base + fault(floor))
    kept_by(page, "first")
    page.evaluate("() => caches.open('judge kept')")
    sign_out(page)
    said = "You are offline, so you are still signed in. 1 entry is waiting on this device."
    expect(page.get_by_text(said)).to_be_visible()
    log(page, "second")
    expect(page.locator("[data-sync]")).to_have_attribute("data-unsent", "2")
    sign_out(page)
    expect(page.get_by_text("2 entries are waiting on this device.")).to_be_visible()
    assert page.evaluate("() => caches.keys()") == ["judge kept"]
    first, second = ({**entry, "user": "0", "refused": "It was paired again."} for entry in page.evaluate(READ))
    page.evaluate(PUT_BACK, [first, second])
    page.context.set_offline(False)
    sync = page.locator("[data-sync][data-ready]")
    expect(sync.get_by_text("Someone else made this entry.").first).to_be_visible(timeout=15_000)
    expect(sync.locator(".sync-reason").first).to_have_text("It was paired again.")
    expect(sync.get_by_role("button", name="Correct")).to_have_count(0)
    expect(sync.get_by_role("button", name="Discard")).to_have_count(0)


def test_who_signs_out_is_told_first_what_was_not_sent(server: str, page: Page, floor: Floor) -> None:
    base = tablet(page, floor, server)
    page.add_init_script(NO_WORKER)
    page.goto(base + fault(floor))
    kept_by(page, "first")
    page.evaluate(PUT_BACK, [{**entry, "refused": "It was paired again."} for entry in page.evaluate(READ)])
    page.context.set_offline(False)
    page.goto(f"/e/{floor.event.slug}/desk/")  # also where nothing is kept
    sign_out(page)
    asked = page.get_by_role("dialog", name="Sign out?")
    expect(asked).to_contain_text("1 entry is waiting on this device.")
    assert asked.evaluate(CONTRAST) >= 7, "as on any page, although the head is dark"
    asked.get_by_role("button", name="Stay signed in").click()
    expect(asked).to_be_hidden()
    sign_out(page)
    asked.get_by_role("button", name="Sign out anyway").click()
    expect(page.get_by_role("link", name="Staff sign-in")).to_be_visible()
    assert len(page.evaluate(READ)) == 1, "it is sent when the same person signs in again"


def test_what_was_not_sent_stands_at_its_table(server: str, page: Page, floor: Floor) -> None:
    base = tablet(page, floor, server)
    page.add_init_script(NO_WORKER)
    page.goto(base + fault(floor, 1))
    page.evaluate("() => { window.queue = []; }")
    kept_by(page, "first", "second")
    page.evaluate(PUT_BACK, [{**entry, "refused": "It was paired again."} for entry in page.evaluate(READ)])
    page.context.set_offline(False)
    page.goto(base + f"table/{floor.matches[1].pk}/")
    here = page.get_by_role("region", name="Not sent yet")
    expect(here.get_by_role("listitem")).to_have_count(2)
    name = floor.matches[1].seats.get(index=0).entry.unique_name
    expect(here.get_by_role("listitem").first).to_contain_text(f"Hand limit exceeded · Issue: Warning {name}")
    expect(here).to_contain_text("It was paired again.")
    page.goto(base + f"table/{floor.match.pk}/")
    expect(page.locator("[data-sync][data-ready]")).to_have_attribute("data-unsent", "2")
    expect(here).to_be_hidden()
    page.goto(base)
    expect(page.locator("[data-table='2'] a.tile")).to_contain_text("2 unsent")
    expect(page.locator("[data-table='1'] a.tile")).not_to_contain_text("unsent")
    again = "part => part.dispatchEvent(new CustomEvent('part:loaded', { bubbles: true }))"
    page.locator("[data-live-part*=tables]").evaluate(again)
    expect(page.locator("[data-table='2'] [data-unsent]")).to_have_count(1)


def test_a_number_that_never_arrived_is_told_to_the_head_judge(server: str, page: Page, floor: Floor) -> None:
    base = tablet(page, floor, server)
    page.add_init_script(NO_WORKER)
    page.goto(base + fault(floor))
    kept_by(page, "first", "lost", "third")
    entries = page.evaluate(READ)
    lost = next(entry["id"] for entry in entries if ["comment", "lost"] in entry["fields"])
    page.evaluate(
        """(id) => new Promise((resolve) => { const asked = indexedDB.open("judge-outbox");
          asked.onsuccess = () => { const act = asked.result.transaction("entries", "readwrite");
            act.objectStore("entries").delete(id); act.oncomplete = resolve; }; })""",
        lost,
    )
    page.context.set_offline(False)
    expect(page.locator("[data-sync][data-ready]")).to_have_attribute("data-unsent", "0", timeout=30_000)
    assert [gap.numbers for gap in number_gaps(floor.event)] == ["2"]


def test_the_program_is_updated_between_cut_and_return(
    floor: Floor, start: Start, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, page = start()
    base = f"/e/{floor.event.slug}/judge/"
    page.goto(base)
    sync = page.locator("[data-sync][data-ready]")
    expect(page.locator("[data-sync][data-kept]")).to_be_attached(timeout=180_000)
    context.set_offline(True)
    open_fault(page, base)
    log(page, "before the update")
    expect(sync).to_have_attribute("data-unsent", "1")
    monkeypatch.setattr(staticfiles_storage, "manifest_hash", "next", raising=False)
    context.set_offline(False)
    page.goto(base)  # what the page before was sending goes on at once: this one takes its lease over
    expect(sync).to_have_attribute("data-unsent", "0", timeout=15_000)
    assert [row.comment for row in Infraction.objects.all()] == ["before the update"]
    expect(page.locator("[data-sync][data-kept]")).to_be_attached(timeout=180_000)
    page.wait_for_function("caches.keys().then((names) => names.length === 1 && names[0].endsWith(' next'))")
    context.set_offline(True)
    open_fault(page, base)
    log(page, "after it")
    expect(sync).to_have_attribute("data-unsent", "1")
