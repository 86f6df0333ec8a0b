"""A refusal that no view has caught is answered in one place, for a page, a script and a device that keeps entries."""

from __future__ import annotations

import uuid

import pytest
from django.forms import Form
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from matches.attendance.services import disqualify_entry
from matches.enums import Role
from matches.errors import Refused
from matches.models import Entry, PlayerLink
from matches.pages.refusal_views import show_refusal
from tests.factories import EntryFactory, any_organiser, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> Entry:
    """A disqualified player, who can have no link."""
    entry = EntryFactory()
    disqualify_entry(actor=any_organiser(), entry=entry, reason="aggressive behaviour")
    return entry


@pytest.fixture
def desk(client: Client, entry: Entry) -> Client:
    client.force_login(staff(entry.event, Role.ORGANISER))
    return client


def link_url(entry: Entry) -> str:
    return reverse("matches:person_link", args=[entry.event.slug, entry.number])


def person_url(entry: Entry) -> str:
    return reverse("matches:person", args=[entry.event.slug, entry.number])


def test_the_page_with_the_form_shows_it_on_top(desk: Client, entry: Entry) -> None:
    page = desk.post(link_url(entry), headers={"referer": f"http://testserver{person_url(entry)}"}, follow=True)
    assert page.redirect_chain == [(person_url(entry), 302)]
    assert "A player who is no longer paired gets no link." in page.content.decode()
    assert not PlayerLink.objects.exists()


@pytest.mark.parametrize(
    "referer", ["", "http://testserver/", "http://elsewhere.example/a/", "http://testserver//evil"]
)
def test_without_that_page_it_has_a_page_of_its_own(desk: Client, entry: Entry, referer: str) -> None:
    page = desk.post(link_url(entry), headers={"referer": referer} if referer else {})
    assert page.status_code == 409
    assert "This cannot be done now" in page.content.decode()
    assert page["Cache-Control"] == "no-store"


@pytest.mark.parametrize("header", [{"accept": "application/json"}, {"hx-request": "true"}])
def test_a_script_gets_the_sentence(desk: Client, entry: Entry, header: dict[str, str]) -> None:
    answer = desk.post(link_url(entry), headers={**header, "referer": f"http://testserver{person_url(entry)}"})
    assert answer.status_code == 409
    assert set(answer.json()) == {"error", "code"}


def test_a_device_that_keeps_entries_is_told_that_it_was_refused(desk: Client, entry: Entry) -> None:
    """Such an entry must not count as stored."""
    user = desk.session["_auth_user_id"]
    headers = {"x-entry": str(uuid.uuid4()), "x-entry-user": user, "x-entry-mode": "later"}
    answer = desk.post(link_url(entry), headers={**headers, "referer": f"http://testserver{person_url(entry)}"})
    assert (answer.status_code, answer.json()["code"]) == (409, "refused")


@pytest.mark.parametrize(
    ("details", "text"),
    [
        (["3", "7"], "Wrong: 3, 7"),
        (["Table 3 is broken.", "Table 7 is taken."], "Wrong: Table 3 is broken. Table 7 is taken."),
    ],
)
def test_sentences_follow_one_another_and_names_stand_between_commas(details: list[str], text: str) -> None:
    form = Form({})
    show_refusal(HttpRequest(), Refused("wrong", "Wrong:", details=details), form)
    assert form.non_field_errors() == [text]
