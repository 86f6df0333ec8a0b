"""Answers have one place: the sign-up until somebody is in, the player from then on; and the desk's note."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from matches.audit.services import SYSTEM, Actor
from matches.enums import Admission, Role
from matches.errors import Refused
from matches.imports import Decision
from matches.models import Entry, Event, SignUp
from matches.people.queries.privacy import personal_data
from matches.people.services.contact_data import drop_contact_data
from matches.people.services.entries import update_entry
from matches.people.services.imports import import_entries
from matches.people.services.privacy import forget_player
from matches.signups.services.admission import accept_sign_ups
from matches.signups.services.declining import decline_sign_ups
from matches.signups.services.signing import change_sign_up, sign_up
from tests.factories import EntryFactory, EventFactory, any_organiser, staff

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SHIRT = {"key": "shirt", "label": "Shirt size", "kind": "choice", "choices": ["S", "M"]}
BUS = {"key": "bus", "label": "By bus?", "kind": "yes_no"}


@pytest.fixture
def event() -> Event:
    return EventFactory(options={"sign_up": {"is_open": True, "questions": [SHIRT, BUS]}})


def held(event: Event) -> tuple[dict[str, str], dict[str, str]]:
    """The answers of the one sign-up, and of its entry."""
    row = SignUp.objects.select_related("entry").get(event=event)
    return row.answers, row.entry.answers if row.entry is not None else {}


def test_answers_go_with_the_person_into_the_event_and_out_again(event: Event) -> None:
    actor = Actor(user=staff(event, Role.ORGANISER))
    new = sign_up(event=event, name="Ada", answers={"shirt": "M", "bus": "yes"})
    assert held(event) == ({}, {"shirt": "M", "bus": "yes"})
    row = SignUp.objects.get(pk=new.sign_up.pk)
    change_sign_up(sign_up=row, actor=Actor(sign_up=row), name="Ada", answers={"shirt": "S", "bus": "yes"})
    assert held(event) == ({}, {"shirt": "S", "bus": "yes"})
    decline_sign_ups(event=event, actor=actor, sign_ups=[row])
    assert held(event) == ({"shirt": "S", "bus": "yes"}, {})


def test_an_answer_that_nobody_must_give_can_be_taken_back(client: Client, event: Event) -> None:
    new = sign_up(event=event, name="Ada", answers={"shirt": "M", "bus": "yes"})
    url = reverse("matches:own_sign_up", args=[new.token])
    form = client.get(url).context["form"]
    bus, key = form["answer_bus"], form["submission"].value()
    assert [(button.data["value"], button.data["selected"]) for button in bus] == [
        ("yes", True),
        ("no", False),
        ("", False),
    ]
    sent = {"submission": key, "name": "Ada", "answer_shirt": "M", "answer_bus": ""}
    assert client.post(url, sent).status_code == 302
    assert held(event) == ({}, {"shirt": "M", "bus": ""})
    event.options["sign_up"]["questions"] = [SHIRT, {**BUS, "required": True}]
    event.save()
    assert [button.data["value"] for button in client.get(url).context["form"]["answer_bus"]] == ["yes", "no"]


def test_who_is_accepted_later_keeps_the_answers(event: Event) -> None:
    event.options["sign_up"]["approval"] = True
    event.save()
    row = sign_up(event=event, name="Ada", answers={"shirt": "M"}).sign_up
    change_sign_up(sign_up=row, actor=Actor(sign_up=row), name="Ada", answers={"shirt": "S", "bus": "no"})
    assert held(event) == ({"shirt": "S", "bus": "no"}, {})
    accept_sign_ups(event=event, actor=Actor(user=staff(event, Role.ORGANISER)), sign_ups=[row])
    assert held(event) == ({}, {"shirt": "S", "bus": "no"})


def test_a_list_fills_answers_and_note_of_players_without_a_sign_up(event: Event) -> None:
    actor = any_organiser()
    data = "name,Shirt size,note\nAda,m,vegan\nBo,XL,\n"
    with pytest.raises(Refused) as caught:
        import_entries(event=event, actor=actor, data=data)
    assert [detail[:6] for detail in caught.value.details] == ["Line 3"]
    ada, bo = import_entries(event=event, actor=actor, data=data, questions=True)
    assert (ada.answers, ada.note, bo.answers, bo.note) == ({"shirt": "M"}, "vegan", {}, "")


def test_a_list_completes_somebody_who_is_there_and_overwrites_nothing(event: Event) -> None:
    entry = EntryFactory(event=event, player__name="Bo Derek", answers={"shirt": "S", "bus": ""}, note="")
    data = "name,Shirt size,By bus?,note\nBo Derek,M,yes,vegan\nAda,,,\n"
    import_entries(event=event, actor=any_organiser(), data=data, only_good=True, decisions={2: Decision.SAME})
    entry.refresh_from_db()
    assert (entry.answers, entry.note) == ({"shirt": "S", "bus": "yes"}, "vegan")


def test_columns_are_named_on_the_page_and_the_preview_shows_them(client: Client, event: Event) -> None:
    client.force_login(staff(event, Role.ORGANISER))
    columns = reverse("matches:people_import_columns", args=[event.slug])
    text = "who;By bus?;club;town\nAda;x;Go;Bern\n"
    asked = client.post(reverse("matches:people_import", args=[event.slug]), {"text": text})
    assert asked.context["form"]["column-1"].value() == "answers.bus"
    chosen = {"column-0": "name", "column-1": "answers.bus", "column-2": "note", "column-3": "note"}
    page = client.post(columns, {"text": text, "has_heads": "on", **chosen})
    assert page.context["heads"] == ["By bus?", "Note"]
    [ready] = page.context["lines"]
    assert ready.cells == ["Yes", "Go; Bern"]
    twice = client.post(columns, {"text": text, **chosen, "column-2": "answers.bus"})
    assert twice.status_code == 422


def test_the_desk_sees_answers_and_note_and_judges_do_not(client: Client, event: Event) -> None:
    entry = EntryFactory(event=event, number=1, answers={"shirt": "M", "gone": "x"}, note="vegan")
    url = reverse("matches:person", args=[event.slug, 1])
    client.force_login(staff(event, Role.SCOREKEEPER))
    page = client.get(url)
    assert [(shown.label, shown.text) for shown in page.context["answers"]] == [("Shirt size", "M")]
    assert "vegan" in page.content.decode()
    form = {"name": entry.player.name, "note": "  no   nuts "}
    client.post(reverse("matches:person_act", args=[event.slug, 1, "edit"]), form)
    entry.refresh_from_db()
    assert entry.note == "no nuts"
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    seen = client.get(url)
    assert seen.context["answers"] == []
    assert "no nuts" not in seen.content.decode()


@pytest.mark.parametrize(("note", "code"), [("x" * 501, "note_long"), ("a\x07", "note_control")])
def test_a_note_that_cannot_be_kept_is_refused(event: Event, note: str, code: str) -> None:
    entry = EntryFactory(event=event)
    with pytest.raises(Refused) as caught:
        update_entry(actor=SYSTEM, entry=entry, name="Ada", note=note)
    assert (caught.value.code, caught.value.parameter) == (code, "note")


def rows_of(client: APIClient, event: Event, name: str) -> list[dict[str, str]]:
    content = client.get(reverse(name, args=[event.slug]), {"format": "csv"}).content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(content)))


def test_exports_have_them_and_an_exported_list_brings_them_back(event: Event) -> None:
    EntryFactory(
        event=event, number=1, player__name="Ada Okafor", answers={"shirt": "M"}, note="vegan", paid_amount="5"
    )
    client = APIClient()
    client.force_authenticate(staff(event, Role.ORGANISER))
    [row] = rows_of(client, event, "api-entries")
    assert (row["answers.shirt"], row["note"], row["paid_amount"]) == ("M", "vegan", "5")
    other = EventFactory(options=event.options)
    exported = client.get(reverse("api-entries", args=[event.slug]), {"format": "csv"}).content
    [entry] = import_entries(event=other, actor=any_organiser(), data=exported)
    assert (entry.answers, entry.note) == ({"shirt": "M"}, "vegan")
    client.force_authenticate(staff(event, Role.FLOOR_JUDGE))
    [hidden] = rows_of(client, event, "api-entries")
    assert (hidden["answers"], hidden["note"], hidden["paid_amount"]) == ("", "", "")


def test_the_list_of_sign_ups_reads_the_answers_where_they_are(client: Client, event: Event) -> None:
    sign_up(event=event, name="Ada", answers={"shirt": "M", "bus": "no"})
    client.force_login(user := staff(event, Role.SCOREKEEPER))
    [row] = client.get(reverse("matches:sign_ups", args=[event.slug])).context["rows"]
    assert [(shown.label, shown.text) for shown in row.answers] == [("Shirt size", "M"), ("By bus?", "No")]
    api = APIClient()
    api.force_authenticate(user)
    [data] = api.get(reverse("api-sign-ups", args=[event.slug])).data["results"]
    assert data["answers"] == {"shirt": "M", "bus": "no"}


def test_what_is_stored_of_a_person_has_them_and_forgetting_clears_them(event: Event) -> None:
    entry = sign_up(event=event, name="Ada Okafor", answers={"shirt": "M"}).sign_up.entry
    assert entry is not None
    Entry.objects.filter(pk=entry.pk).update(note="vegan", paid_note="from Bo")
    [stored] = personal_data(entry.player)["events"]
    assert (stored["answers"], stored["note"]) == ({"shirt": "M", "bus": ""}, "vegan")
    Event.objects.filter(pk=event.pk).update(finished_at=timezone.now())
    forget_player(player=entry.player)
    entry.refresh_from_db()
    assert (entry.answers, entry.note, entry.paid_note) == ({}, "", "")
    assert "vegan" not in json.dumps(personal_data(entry.player), default=str)


@pytest.mark.parametrize("words", [{"note": "vegan"}, {"answers": {"shirt": "M"}}])
def test_answers_and_notes_go_with_the_contact_data(event: Event, words: dict[str, Any]) -> None:
    entry = EntryFactory(event=event, **words)
    Event.objects.filter(pk=event.pk).update(finished_at=timezone.now() - timedelta(days=40))
    assert drop_contact_data(days=30) == 1
    entry.refresh_from_db()
    assert (entry.answers, entry.note) == ({}, "")
    assert drop_contact_data(days=30) == 0


def test_a_change_of_a_sign_up_is_seen_in_the_list_of_players(event: Event) -> None:
    row = sign_up(event=event, name="Ada", answers={"shirt": "M", "bus": "no"}).sign_up
    assert row.state == Admission.CONFIRMED
    client = APIClient()
    client.force_authenticate(staff(event, Role.ORGANISER))
    url = reverse("api-entries", args=[event.slug])
    tag = client.get(url).headers["ETag"]
    change_sign_up(sign_up=row, actor=Actor(sign_up=row), name="Ada", answers={"shirt": "S", "bus": "no"})
    again = client.get(url, headers={"If-None-Match": tag})
    assert again.status_code == 200
    assert again.data["results"][0]["staff"]["answers"]["shirt"] == "S"
