"""A list of players on its way in: looked at, then imported, and nothing lost between."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from matches.enums import Role
from matches.models import Event
from tests.factories import EntryFactory, StageFactory, staff

pytestmark = pytest.mark.django_db

MIXED = "name,id,seed\nAda Lovelace,A1,1\nBo Derek,,\n=1+1,,\nCy Young,,zero\n"


@pytest.fixture
def event() -> Event:
    return StageFactory().event


@pytest.fixture
def organiser(client: Client, event: Event) -> Client:
    client.force_login(staff(event, Role.ORGANISER))
    return client


def look(client: Client, event: Event, text: str = "", file: bytes | None = None) -> Any:
    given: dict[str, Any] = {"text": text}
    if file is not None:
        given["file"] = SimpleUploadedFile("players.csv", file)
    return client.post(reverse("matches:people_import", args=[event.slug]), given)


def confirm(client: Client, event: Event, text: str, choice: str, **more: Any) -> Any:
    address = reverse("matches:people_import_confirm", args=[event.slug])
    given = {"text": text, "choice": choice, "submission": uuid.uuid4(), **more}
    return client.post(address, given, follow=True)


def test_looking_stores_nothing_and_names_every_bad_line(organiser: Client, event: Event) -> None:
    EntryFactory(event=event, number=8, player__name="Bo Derek")
    page = look(organiser, event, MIXED)
    text = page.content.decode()
    assert event.entries.count() == 1
    for said in ("Line 4", "Line 5", "A spreadsheet would run", "not a whole number", "Number 8 in the event"):
        assert said in text
    assert [choice["take"] for choice in page.context["choices"]] == ["good", "asked"]
    assert MIXED.splitlines()[1] in text


def test_a_file_is_read_in_its_encoding_and_the_guess_is_said(organiser: Client, event: Event) -> None:
    page = look(organiser, event, file="name\nZoë Åström\n".encode("cp1252"))
    text = page.content.decode()
    assert "Zoë Åström" in text
    assert "read as Windows-1252" in text
    assert page.context["choices"] == [{"take": "all", "expected": 1, "label": "Import 1 player"}]


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (b"", "The list is empty."),
        (b"PK\x03\x04zip", "choose Save as, CSV UTF-8"),
        (b"Ada,Lovelace,7\n", "does not name the columns (found: Ada, Lovelace, 7)"),
        (b"name,id\n", "column names, but no players"),
    ],
)
def test_a_file_that_is_no_list_is_refused_at_its_field(
    organiser: Client, event: Event, file: bytes, said: str
) -> None:
    page = look(organiser, event, file=file)
    assert page.status_code == 422
    assert said in page.content.decode()


def test_a_rejected_paste_is_kept_as_it_was_typed(organiser: Client, event: Event) -> None:
    page = look(organiser, event, "\n  a,b,c\n1,2,3\n")
    assert page.status_code == 422
    assert "\n\n  a,b,c\n1,2,3\n</textarea>" in page.content.decode()


def test_neither_file_nor_text(organiser: Client, event: Event) -> None:
    page = look(organiser, event)
    assert page.status_code == 422
    assert "Choose a file or paste a list." in page.content.decode()


def test_a_clean_list_is_imported(organiser: Client, event: Event) -> None:
    page = confirm(organiser, event, "name\nAda\nBo\n", "all:2", checked_in="on")
    assert [str(message) for message in page.context["messages"]] == ["2 players imported."]
    assert [entry.is_in for entry in event.entries.all()] == [True, True]


def test_the_good_lines_are_imported_only_when_chosen(organiser: Client, event: Event) -> None:
    page = confirm(organiser, event, MIXED, "all:4")
    assert page.status_code == 422
    assert "Nothing was imported" in page.content.decode()
    assert not event.entries.exists()
    confirm(organiser, event, MIXED, "good:2")
    assert event.entries.count() == 2


def test_the_list_sent_twice_is_imported_once(organiser: Client, event: Event) -> None:
    key = uuid.uuid4()
    for text in ("2 players imported.", "This list was imported before. Nothing was imported this time."):
        assert text in confirm(organiser, event, "name\nAda\nBo\n", "all:2", submission=key).content.decode()
    assert event.entries.count() == 2


def test_when_the_event_changed_meanwhile_the_list_is_shown_again(organiser: Client, event: Event) -> None:
    EntryFactory(event=event, player__name="Ada")
    page = confirm(organiser, event, "name\nAda\nBo\n", "good:2")
    assert page.status_code == 422
    assert "The event has changed" in page.content.decode()
    assert [(choice["take"], choice["expected"]) for choice in page.context["choices"]] == [("good", 1), ("asked", 2)]
    assert event.entries.count() == 1


@pytest.mark.parametrize("choice", ["", "all", "all:x", "every:2", "all:9999999"])
def test_a_choice_that_was_not_offered_imports_nothing(organiser: Client, event: Event, choice: str) -> None:
    assert confirm(organiser, event, "name\nAda\n", choice).status_code == 422
    assert not event.entries.exists()


def test_a_confirmed_list_that_cannot_be_read_leads_back(organiser: Client, event: Event) -> None:
    page = confirm(organiser, event, "", "all:1")
    assert page.redirect_chain[-1][0] == reverse("matches:people_import", args=[event.slug])


def test_ten_thousand_lines_are_looked_at_on_a_page_of_bearable_size(organiser: Client, event: Event) -> None:
    bad = "".join(f"Player {number},,0\n" for number in range(10_000))
    page = look(organiser, event, "name,id,seed\n" + bad)
    assert page.context["groups"][0]["count"] == 10_000
    assert len(re.findall(r"<li>\s*<b>\s*Line ", page.content.decode())) == 200
