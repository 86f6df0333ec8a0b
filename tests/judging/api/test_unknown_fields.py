"""A field that a request of the API does not have is refused by name: everywhere, and without any effect."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.urls import URLPattern, reverse
from rest_framework.test import APIClient

from judging import api_urls as judging_urls
from judging.calls.services import call_judge
from judging.recorder.services.recording import start_record
from judging.rulings.services.infractions import Fault, log_infraction
from judging.rulings.services.rulings import log_ruling
from matches.api import urls as matches_urls
from matches.enums import Role
from matches.models import AuditRow, Suspension, User
from matches.organisations.services.events import set_organisation
from matches.organisations.services.members import create_organisation
from matches.organisations.services.suspensions import suspend
from tests.forms import sample
from tests.matches.conftest import Hall, running
from tests.undone import undone

pytestmark = pytest.mark.django_db

METHODS = ("post", "put", "patch")


def writes() -> dict[str, tuple[URLPattern, str]]:
    """Every address that takes a body, with its method."""
    return {
        f"{method} {pattern.name}": (pattern, method)
        for pattern in [*matches_urls.urlpatterns, *judging_urls.urlpatterns]
        for method in METHODS
        if hasattr(pattern.callback.view_class, method)  # type: ignore[attr-defined]
    }


@pytest.fixture
def hall() -> Hall:
    made = running()
    for role in Role:
        made.event.roles.get_or_create(user=made.user(Role.ORGANISER), role=role)
    return made


@pytest.fixture
def client(hall: Hall) -> APIClient:
    return hall.client()


def suspended(hall: Hall) -> Suspension:
    """Somebody whom the event's club has suspended."""
    actor = hall.actor()
    club = create_organisation(actor=actor, name="Club")
    set_organisation(event=hall.event, actor=actor, organisation=club)
    return suspend(organisation=club, actor=actor, name="Ada", since=hall.event.date, reason="x")


def address(hall: Hall, pattern: URLPattern) -> str:
    match, actor = hall.matches[0], hall.actor()
    known: dict[str, Any] = {"slug": hall.event.slug, "key": match.key, "number": 1, "order": 1, "stage": 1}
    if pattern.name == "api-seeds":
        known["order"] = 2  # the bracket
    names = set(pattern.pattern.regex.groupindex)
    if "pk" in names and "call" in str(pattern.name):
        known["pk"] = call_judge(match=match, actor=actor).pk
    elif "pk" in names and "ruling" in str(pattern.name):
        known["pk"] = log_ruling(event=hall.event, actor=actor, match=match, matter="other", outcome="x").pk
    elif "pk" in names:
        entry = hall.seated(match)[0]
        known["pk"] = log_infraction(
            event=hall.event, actor=actor, fault=Fault(entry=entry, code="GP-HAND", match=match), penalty="W"
        ).pk
    if pattern.name == "api-suspension-override" or "club" in names:
        suspension = suspended(hall)
        known |= {"key": suspension.key, "club": suspension.organisation.slug}
    if "turns-" in str(pattern.name):
        start_record(match=match, actor=actor, first="A", device="api")
    return reverse(str(pattern.name), kwargs={name: known[name] for name in names})


def test_it_is_a_400_that_names_the_field_and_nothing_happens(
    subtests: pytest.Subtests, client: APIClient, hall: Hall
) -> None:
    for name in sample(4, writes()):
        with subtests.test(name=name), undone(client, hall):
            pattern, method = writes()[name]
            url = address(hall, pattern)
            before = AuditRow.objects.count()
            answer = getattr(client, method)(url, {"no_such_field": 1})
            assert answer.status_code == 400, answer.data
            assert answer.data["errors"]["no_such_field"] == ["Unknown field."]
            assert (answer.data["code"], AuditRow.objects.count()) == ("invalid", before)


def test_it_stands_beside_the_other_errors_and_deep_fields_are_named_by_their_path(
    client: APIClient, hall: Hall
) -> None:
    body = {"id": str(uuid.uuid4()), "player": "x", "code": "GP-HAND", "penalty": "W", "statments": {}}
    answer = client.post(hall.url("infractions"), {**body, "statements": {"players": "x"}})
    assert answer.status_code == 400
    assert {"player", "statments", "statements.players"} <= set(answer.data["errors"])
    many = client.patch(hall.url("entry", 1), {"e-mail": "a@b.example", "name": "Ada"})
    assert (many.status_code, many.data["field"]) == (400, "e-mail")
    assert User.objects.exists()


def test_a_body_that_is_empty_or_absent_is_as_before(client: APIClient, hall: Hall) -> None:
    assert client.post(hall.url("entry-check-in", 6)).status_code == 200
    assert client.post(hall.url("entry-undo-check-in", 6), {}).status_code == 200
