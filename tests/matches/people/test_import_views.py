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
from matches.people.services.imports import preview_import
from tests.factories import EntryFactory, StageFactory, any_organiser, staff
from tests.forms import in_form
from tests.told import error_codes, levels
from tests.undone import undone

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


def confirm(client: Client, event: Event, text: str, act: str = "import", **more: Any) -> Any:
    """Send the preview's form as it was shown, with ``more`` chosen or edited in it."""
    seen = preview_import(event=event, actor=any_organiser(), data=text).fingerprint if text else ""
    address = reverse("matches:people_import_confirm", args=[event.slug])
    given = {"text": text, "act": act, "seen": seen, "submission": uuid.uuid4(), **more}
    return client.post(address, given, follow=True)


def told(page: Any) -> list[str]:
    return [str(message) for message in page.context["messages"]]


def test_looking_stores_nothing_and_names_every_bad_line(organiser: Client, event: Event) -> None:
    EntryFactory(event=event, number=8, player__name="Bo Derek")
    page = look(organiser, event, MIXED)
    text = page.content.decode()
    assert event.entries.count() == 1
    for said in ("Line 4", "Line 5", "A spreadsheet would run", "whole number of 1 or more", "Number 8 in the event"):
        assert said in text
    assert [(line.line, line.name, line.choice) for line in page.context["attention"]] == [
        (3, "Bo Derek", "same"),
        (4, "=1+1", None),
        (5, "Cy Young", "add"),
    ]
    assert MIXED.splitlines()[1] in text


def test_a_file_is_read_in_its_encoding_and_the_guess_is_said(organiser: Client, event: Event) -> None:
    page = look(organiser, event, file="name\nZoë Åström\n".encode("cp1252"))
    text = page.content.decode()
    assert "Zoë Åström" in text
    assert "read as Windows-1252" in text
    assert "Import 1 player" in text


def test_a_file_is_read_again_in_the_encoding_that_is_chosen(organiser: Client, event: Event) -> None:
    page = look(organiser, event, file="name\nKateřina Šímová\n".encode("windows-1250"))
    assert "Kateøina Šímová" in page.content.decode()
    chosen = {"was": page.context["was"], "encoding": "windows-1250"}
    again = confirm(organiser, event, page.context["text"], "encoding", **chosen)
    assert again.context["was"] == "windows-1250"
    assert "Kateřina Šímová" in again.content.decode()
    assert confirm(organiser, event, again.context["text"], was="windows-1250").status_code == 200
    assert event.entries.get().player.name == "Kateřina Šímová"


def test_a_file_that_cannot_be_in_the_chosen_encoding_stays_as_it_was(organiser: Client, event: Event) -> None:
    page = confirm(organiser, event, "name\nZoë ˜\n", "encoding", was="windows-1252", encoding="windows-1251")
    assert page.status_code == 422
    assert "Choose another one" in page.content.decode()
    assert page.context["text"] == "name\nZoë ˜\n"


def test_names_in_a_wrong_encoding_are_repaired_together(organiser: Client, event: Event) -> None:
    text = "name,id\nJosÃ© NÃºÃ±ez,X1\nZoë Bell,X2\n"
    page = look(organiser, event, text)
    assert "José Núñez?" in page.content.decode()
    page = confirm(organiser, event, text, "encoding", encoding="repaired")
    assert page.context["text"] == "name,id\nJosé Núñez,X1\nZoë Bell,X2\n"


def test_a_name_with_a_control_character_from_a_wrong_encoding_is_imported_repaired(
    organiser: Client, event: Event
) -> None:
    text = "name\nÅ\u0081ukasz Nowak\nAda\n"
    page = look(organiser, event, text)
    (line,) = page.context["attention"]
    assert (line.problem, line.choice, [value for value, _ in line.choices]) == (False, "add", ["add", "out"])
    assert any(value == "repaired" for value, _ in page.context["encodings"])
    confirm(organiser, event, text)
    assert list(event.entries.order_by("number").values_list("player__name", flat=True)) == ["Łukasz Nowak", "Ada"]


def test_a_known_id_with_another_name_waits_for_a_choice(organiser: Client, event: Event) -> None:
    EntryFactory(event=event, player__name="Bo Derek", player__external_id="B1")
    text = "name,id\nSomeone Else,B1\nAda,\n"
    page = confirm(organiser, event, text)
    assert page.status_code == 422
    assert "line 2." in page.content.decode()
    assert event.entries.count() == 1
    confirm(organiser, event, text, **{"decision-2": "add"})
    names = event.entries.order_by("number").values_list("player__name", "player__external_id")
    assert list(names) == [("Bo Derek", "B1"), ("Someone Else", ""), ("Ada", "")]


def test_a_file_that_is_no_list_is_refused_at_its_field(
    subtests: pytest.Subtests, organiser: Client, event: Event
) -> None:
    for file, said in [
        (b"", "is empty"),
        (b"PK\x03\x04zip", "choose Save as, CSV UTF-8"),
        (b"Ada,Lovelace,7\n", "does not name the columns (found: Ada, Lovelace, 7)"),
        (b"name,id\n", "column names, but no players"),
    ]:
        with subtests.test(file=file, said=said), undone():
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
    assert "no_list" in str(error_codes(page))


def test_a_clean_list_is_imported(organiser: Client, event: Event) -> None:
    page = confirm(organiser, event, "name\nAda\nBo\n", checked_in="on")
    assert told(page) == ["2 players imported."]
    assert [entry.is_in for entry in event.entries.all()] == [True, True]


def test_lines_are_imported_as_chosen_and_the_message_counts_those_left_out(organiser: Client, event: Event) -> None:
    EntryFactory(event=event, number=8, player__name="Bo Derek")
    text = MIXED + "Di Ana,,x\nEd Wood,,\n"
    page = confirm(organiser, event, text, **{"decision-3": "add", "decision-5": "add", "decision-6": "out"})
    [said] = told(page)
    assert said.startswith("4 players ")
    assert "problem" in said.split("(line 4)")[0]
    assert "chose" in said.split("(line 4)")[1].split("(line 6)")[0]
    names = list(event.entries.filter(number__gt=8).values_list("player__name", "seed"))
    assert names == [("Ada Lovelace", 1), ("Bo Derek", None), ("Cy Young", None), ("Ed Wood", None)]


def test_the_same_person_is_not_added_twice_unless_chosen(organiser: Client, event: Event) -> None:
    EntryFactory(event=event, number=8, player__name="Bo Derek")
    page = confirm(organiser, event, "name\nBo Derek\nAda\n")
    [said] = told(page)
    assert said.startswith("1 player imported. 1 player ")
    assert "known (line 2)" in said


def test_a_refused_line_is_corrected_in_place(organiser: Client, event: Event) -> None:
    edits = {"line-4": "Grace Hopper,,", "line-5": "Cy Young,,9"}
    looked = confirm(organiser, event, MIXED, "check", **edits)
    assert looked.context["attention"] == []
    assert not event.entries.exists()
    unasked = confirm(organiser, event, MIXED, "import", **edits)
    assert levels(unasked) != ["success"]
    assert not event.entries.exists()
    confirm(organiser, event, looked.context["text"])
    assert list(event.entries.values_list("player__name", "seed")) == [
        ("Ada Lovelace", 1),
        ("Bo Derek", None),
        ("Grace Hopper", None),
        ("Cy Young", 9),
    ]


def test_columns_with_unknown_heads_are_named_on_the_page(organiser: Client, event: Event) -> None:
    text = "Vorname;Nachname;Nr\nAda;Lovelace;7\n"
    asked = look(organiser, event, text)
    assert asked.status_code == 422
    assert asked.context["columns"][1].cells == ["Nachname", "Lovelace"]
    address = reverse("matches:people_import_columns", args=[event.slug])
    wrong = organiser.post(address, {"text": text, "column-0": "id", "column-1": "id", "column-2": ""})
    assert wrong.status_code == 422
    assert error_codes(wrong) == {"__all__": ["no_names"]}
    chosen = {"column-0": "first name", "column-1": "last name", "column-2": "seed", "has_heads": "on"}
    named = organiser.post(address, {"text": text, **chosen})
    line = named.context["lines"][0].line
    assert (line.name, line.last_name, line.seed) == ("Ada Lovelace", "Lovelace", 7)


def test_columns_can_be_chosen_again_from_the_preview(organiser: Client, event: Event) -> None:
    page = confirm(organiser, event, "name,club\nAda,Chess\n", "columns")
    assert [one.field.value() for one in page.context["columns"]] == ["name", None]


def test_the_list_sent_twice_is_imported_once(organiser: Client, event: Event) -> None:
    key = uuid.uuid4()
    first, second = (confirm(organiser, event, "name\nAda\nBo\n", submission=key) for _ in range(2))
    assert (levels(first), told(first)[0].startswith("2 players")) == (["success"], True)
    assert levels(second) not in ([], ["success"])
    assert event.entries.count() == 2


def test_when_the_event_changed_meanwhile_the_list_is_shown_again(organiser: Client, event: Event) -> None:
    EntryFactory(event=event, player__name="Ada")
    page = confirm(organiser, event, "name\nAda\nBo\n", seen="0123456789abcdef")
    assert page.status_code == 422
    assert "The event has changed" in page.content.decode()
    assert [line.line for line in page.context["attention"]] == [2]
    assert event.entries.count() == 1


@pytest.mark.parametrize("act", ["", "all"])
def test_an_act_that_was_not_offered_imports_nothing(organiser: Client, event: Event, act: str) -> None:
    assert confirm(organiser, event, "name\nAda\n", act).status_code == 422
    assert not event.entries.exists()


def test_a_confirmed_list_that_cannot_be_read_leads_back(organiser: Client, event: Event) -> None:
    page = confirm(organiser, event, "")
    assert page.redirect_chain[-1][0] == reverse("matches:people_import", args=[event.slug])


LINES = in_form(gate=2_000, long=10_000)


def test_thousands_of_lines_are_looked_at_on_a_page_of_bearable_size(organiser: Client, event: Event) -> None:
    bad = "".join(f"Player {number},,0\n" for number in range(LINES))
    page = look(organiser, event, "name,id,seed\n" + bad)
    assert page.context["attention_count"] == LINES
    assert len(re.findall(r"<b>\s*Line ", page.content.decode())) == 200
