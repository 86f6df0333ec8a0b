"""An address that only takes a form tells a person so, and where to go on."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.enums import Role
from tests.factories import EventFactory, staff

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
pytestmark = pytest.mark.django_db


def test_a_person_is_led_back_to_the_desk(client: Client) -> None:
    event = EventFactory()
    client.force_login(staff(event, Role.ORGANISER))
    answer = client.get(reverse("matches:pair", args=[event.slug]), headers=BROWSER)
    page = answer.content.decode()
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert "Nothing was changed" in page
    assert f'href="/e/{event.slug}/desk/"' in page


def test_outside_an_event_the_way_leads_to_all_events(client: Client) -> None:
    page = client.get(reverse("matches:logout"), headers=BROWSER).content.decode()
    assert "All events" in page
    assert "Go to desk" not in page


def test_a_program_gets_the_bare_refusal(client: Client) -> None:
    answer = client.get(reverse("matches:logout"), headers={"Accept": "application/json"})
    assert (answer.status_code, answer.content) == (405, b"")
