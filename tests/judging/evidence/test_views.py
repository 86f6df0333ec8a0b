"""The pages of an incident, a deck check, and the photos."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from judging.evidence.queries import DECK_CHECK, file_of, incident_file
from judging.evidence.services import attach_photo
from judging.models import Attachment, Incident
from judging.rulings.services.rulings import log_incident
from matches.enums import Role
from tests.judging.conftest import Floor
from tests.judging.evidence.pictures import photo
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(client: Client, floor: Floor) -> Client:
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


@pytest.fixture
def incident(floor: Floor) -> Incident:
    return log_incident(event=floor.event, actor=floor.judge, match=floor.match, summary="a card on the floor")


def at_table(floor: Floor, name: str) -> str:
    return reverse(f"judging:{name}", args=[floor.event.slug, floor.match.pk])


def of(incident: Incident, name: str = "incident") -> str:
    return reverse(f"judging:{name}", args=[incident.event.slug, incident.pk])


def send(judge: Client, url: str, **data: Any) -> HttpResponse:
    return judge.post(url, {"record": uuid.uuid4(), **data})


def test_an_incident_with_statements_photos_and_what_was_ruled(judge: Client, floor: Floor) -> None:
    answer = send(judge, at_table(floor, "incident_start"), summary="a card on the floor")
    row = Incident.objects.get()
    assert answer.headers["Location"] == of(row)
    fault = floor.infraction()
    send(judge, of(row, "incident_statement"), who=floor.player.number, statement="it <b>fell</b>")
    send(judge, of(row, "incident_statement"), who="witness", statement="I saw it")
    send(judge, of(row, "incident_photo"), photo=SimpleUploadedFile("x.jpg", photo()))
    send(judge, of(row, "incident_join"), joined=[str(fault.pk)])
    page = judge.get(of(row))
    text = page.content.decode()
    assert "it &lt;b&gt;fell&lt;/b&gt;" in text
    assert [said.who for said in page.context["statements"]] == [floor.player.unique_name, "a witness"]
    assert [line.url for line in page.context["rows"] if line.url] == [
        reverse("judging:infraction", args=[floor.event.slug, fault.pk])
    ]
    assert "join" not in page.context["forms"], "nothing else at the table"
    picture = judge.get(page.context["photos"][0].url)
    assert (picture.headers["Content-Type"], picture.headers["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    assert picture.content == file_of(Attachment.objects.get()).read_bytes()
    table = judge.get(at_table(floor, "table"))
    assert of(row) in table.content.decode()


def test_what_cannot_be_is_said_at_its_field(
    subtests: pytest.Subtests, judge: Client, floor: Floor, incident: Incident
) -> None:
    for name, data, field in [
        ("incident_statement", {"who": "witness", "statement": ""}, "statement"),
        ("incident_statement", {"who": "999", "statement": "x"}, "who"),
        ("incident_photo", {}, "photo"),
        ("incident_photo", {"photo": SimpleUploadedFile("x.jpg", b"%PDF-1.7")}, "photo"),
        ("incident_photo", {"photo": SimpleUploadedFile("x.jpg", photo() + bytes(12 * 1024 * 1024))}, "photo"),
        ("incident_join", {}, "joined"),
        ("incident_join", {"joined": [str(uuid.uuid4())]}, "joined"),
    ]:
        with subtests.test(name=name, data=data, field=field), undone(floor):
            floor.infraction()
            answer = send(judge, of(incident, name), **data)
            assert answer.status_code == 422
            (wrong,) = [form for form in answer.context["forms"].values() if form.errors]
            assert set(wrong.errors) == {field}


def test_a_deleted_photo_leaves_its_place(judge: Client, floor: Floor, incident: Incident) -> None:
    row = attach_photo(of=incident, photo=photo(), actor=floor.judge)
    file_of(row).unlink()
    assert "This photo was deleted." in judge.get(of(incident)).content.decode()
    gone = judge.get(reverse("judging:photo", args=[floor.event.slug, row.pk]))
    assert gone.status_code == 404


def test_the_sheet_of_a_deck_check(judge: Client, floor: Floor) -> None:
    url = at_table(floor, "deck_check")
    empty = send(judge, url)
    checked = {name: str(field.label) for name, field in empty.context["form"].fields.items()}
    assert (empty.status_code, list(empty.context["form"].errors)) == (422, ["__all__"])
    answer = send(judge, url, marks="wrong", backs="right", counted="53", remarks="the Jack of hearts is bent")
    row = Incident.objects.get()
    assert (row.finding, answer.headers["Location"]) == (DECK_CHECK, of(row))
    assert row.summary.splitlines() == [
        "Problem: " + checked["marks"] + ".",
        "OK: " + checked["backs"] + ".",
        "Cards counted: 53.",
        "the Jack of hearts is bent",
    ]
    page = judge.get(of(row))
    assert page.context["heading"] == f"Deck check no. {row.sequence}"
    assert at_table(floor, "time") in page.content.decode()


def test_the_log_and_appeals_name_them_as_what_they_are(judge: Client, floor: Floor, incident: Incident) -> None:
    fault = floor.infraction()
    send(judge, of(incident, "incident_statement"), who=floor.player.number, statement="it fell")
    send(judge, of(incident, "incident_join"), joined=[str(fault.pk)])
    attach_photo(of=incident, photo=photo(), actor=floor.judge)
    rows = judge.get(at_table(floor, "table")).context["rows"]
    texts = [row.text for row in rows]
    assert texts[1:3] == [
        f"Belongs to the incident: no. {fault.sequence}",
        f"Statement: {floor.player.unique_name}",
    ]
    assert texts[0].startswith("Photo, ")
    assert texts[-1] == "Incident: a card on the floor"
    offered = judge.get(at_table(floor, "appeal")).context["form"].fields["of"].choices
    assert [key for key, _label in offered] == [str(fault.pk), ""]


def test_the_organiser_sees_and_a_scorekeeper_does_not(client: Client, floor: Floor, incident: Incident) -> None:
    floor.infraction()
    client.force_login(floor.user(Role.ORGANISER))
    page = client.get(of(incident))
    assert (page.status_code, page.context["forms"]) == (200, {})
    client.force_login(floor.user(Role.SCOREKEEPER))
    assert client.get(of(incident)).status_code == 403
    assert of(incident) not in client.get(at_table(floor, "table")).content.decode()


def test_more_rows_cost_no_more_queries(
    judge: Client, floor: Floor, incident: Incident, django_assert_max_num_queries: Any
) -> None:
    def add(penalty: str, comment: str = "") -> None:
        floor.infraction(incident=incident, penalty=penalty, comment=comment)
        send(judge, of(incident, "incident_statement"), who=floor.player.number, statement="x")
        attach_photo(of=incident, photo=photo(), actor=floor.judge)

    add("W")
    judge.get(of(incident))
    with CaptureQueriesContext(connection) as first:
        judge.get(of(incident))
    needed = len(first)
    add("W")
    add("RL", "third time today")
    assert len(incident_file(incident).photos) == 3
    with django_assert_max_num_queries(needed):
        judge.get(of(incident))
