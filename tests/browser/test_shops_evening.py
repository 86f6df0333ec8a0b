"""A shop's evening in short form: sign-up by phone, the waiting list, a walk-in, the fee, the scanner, round 1."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_playwright import CreateContextCallback

from matches.audit.services import verify_audit
from matches.enums import EntryStatus, Role
from matches.models import Event, EventRole, SignUp, User
from matches.people.queries.codes import code_for
from tests.browser.test_main_job import PASSWORD, sign_in
from tests.browser.test_offline import OFFLINE_ERRORS
from tests.factories import EventFactory, StageFactory

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SHIRT = {"key": "shirt", "label": "Shirt size", "kind": "choice", "required": True, "choices": ["S", "M", "L"]}
PLACES = 3


def shop_event() -> Event:
    start = timezone.now() + timedelta(minutes=40)
    options = {
        "page": {"start_time": f"{start:%H:%M}", "description": "Bring a **deck** of your own.", "fee": "5 €"},
        "sign_up": {"is_open": True, "capacity": PLACES, "questions": [SHIRT], "must_pay": True},
        "check_in": {"self": True, "code": "oak"},
    }
    event = EventFactory(name="Friday", slug="friday", date=start.date(), venue="The back room", options=options)
    StageFactory(event=event, rounds_planned=3)
    return event


def sign_up_by_phone(phone: Page, name: str) -> str:
    """Sign up from the code on the door; the personal page's address."""
    phone.goto("/e/friday/")
    phone.get_by_role("link", name="Sign up").click()
    phone.get_by_label("Name", exact=True).fill(name)
    phone.get_by_label("Shirt size").select_option("M")
    phone.get_by_role("button", name="Sign up").click()
    phone.wait_for_url("**/code/")
    phone.get_by_role("link", name="Open your page").click()
    phone.wait_for_url(re.compile(r"/p/[\w-]+/$"))
    return phone.url


def tick(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("checkbox", name=name, exact=True).check()


@pytest.mark.expected_errors(*OFFLINE_ERRORS, "422")
def test_a_shops_evening(server: str, page: Page, new_context: CreateContextCallback) -> None:
    event = shop_event()
    olga = User.objects.create_user(username="olga", password=PASSWORD, name="Olga")
    EventRole.objects.create(event=event, user=olga, role=Role.ORGANISER)
    phones = [new_context().new_page() for _ in range(4)]
    for phone in phones:
        phone.set_viewport_size({"width": 390, "height": 844})

    phones[0].goto("/e/friday/")
    expect(phones[0].get_by_text("The back room")).to_be_visible()
    for phone, name in zip(phones, ("Ada", "Bo", "Cy", "Di"), strict=True):
        sign_up_by_phone(phone, name)
    expect(phones[0].get_by_role("heading", name="Ada")).to_be_visible()
    expect(phones[3].get_by_text("number 1 on the waiting list")).to_be_visible()

    # One cannot come: the first of the waiting list sees at once that there is a place.
    phones[1].get_by_role("link", name="Change your details or withdraw").click()
    phones[1].get_by_role("link", name="Withdraw from the event").click()
    phones[1].get_by_role("button", name="Withdraw").click()
    expect(phones[1].get_by_text("You have withdrawn.")).to_be_visible()
    expect(phones[3].get_by_role("link", name="Your link and code")).to_be_visible()

    # The desk: a walk-in beyond the last place, the fee, the scanner.
    sign_in(page, "olga")
    page.goto("/e/friday/desk/people/add/")
    page.get_by_label("Name", exact=True).fill("Walk-in")
    page.get_by_label("Check in now").uncheck()
    page.get_by_role("button", name="Add").first.click()
    page.goto("/e/friday/desk/people/sign-ups/")
    tick(page, "Ada", "Di")
    page.get_by_text("Payment", exact=True).click()
    page.get_by_label("Amount").fill("5 €")
    page.get_by_role("button", name="Mark as paid").click()
    expect(page.get_by_text("2 people marked as paid.")).to_be_visible()

    page.goto("/e/friday/desk/people/scan/")
    field = page.get_by_label("Code", exact=True)
    entries = {entry.player.name: entry for entry in event.entries.select_related("player")}
    for name, said in (("Ada", "Checked in, paid."), ("Cy", "not marked as paid")):
        field.fill(code_for(entries[name]))
        field.press("Enter")
        expect(page.locator(".scan-line").first).to_contain_text(said)
        person = reverse("matches:person", args=[event.slug, entries[name].number])
        expect(page.locator(".scan-line").first.get_by_role("link", name=name)).to_have_attribute("href", person)
        expect(field).to_have_value("")
    page.locator(".scan-line").nth(1).get_by_role("button", name="Undo").click()
    expect(page.locator(".scan-line").nth(1)).to_contain_text("Check-in undone.")
    expect(page.locator("[data-scan-count]")).to_have_text("0")
    expect(page.locator(".scan-line").first).to_contain_text("not marked as paid")  # the list stays
    for name, said in (("Ada", "Checked in, paid."), ("Cy", "not marked as paid")):
        field.fill(code_for(entries[name]))
        field.press("Enter")
        expect(page.locator(".scan-line").first).to_contain_text(said)
    page.context.set_offline(True)
    field.fill(code_for(entries["Ada"]))
    field.press("Enter")
    expect(page.locator(".scan-line").first).to_contain_text("Waiting for the network.")
    page.context.set_offline(False)
    expect(page.locator(".scan-line").first).to_contain_text("Already checked in.")

    # Di has paid and checks in by phone, with the code at the door.
    phones[3].get_by_role("link", name="Check in").click()
    phones[3].get_by_label("Code at the door").fill("elm")
    phones[3].get_by_role("button", name="Check in").click()
    expect(phones[3].get_by_text("This is not the code.")).to_be_visible()
    phones[3].get_by_label("Code at the door").fill("oak")
    phones[3].get_by_role("button", name="Check in").click()
    phones[3].wait_for_url(re.compile(r"/p/[\w-]+/$"))

    here = event.entries.filter(status=EntryStatus.CHECKED_IN).values_list("player__name", flat=True)
    assert sorted(here) == ["Ada", "Di"]
    assert sorted(SignUp.objects.values_list("state", flat=True)) == ["confirmed"] * 3 + ["withdrawn"]
    page.goto("/e/friday/desk/")
    page.get_by_role("button", name=re.compile("^Pair ")).click()
    page.wait_for_url("**/desk/rounds/*/*/")
    assert verify_audit(event) is None
