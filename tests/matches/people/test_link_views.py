"""Players' links: made, shown once as a sheet, taken as a list."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.audit.services import SYSTEM
from matches.enums import Role
from matches.models import Event
from matches.pages.qr_views import qr_picture
from matches.people.services.links import make_player_links, resolve_player_link
from tests.factories import EntryFactory, StageFactory, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return StageFactory().event


@pytest.fixture
def organiser(client: Client, event: Event) -> Client:
    client.force_login(staff(event, Role.ORGANISER))
    return client


def links_url(event: Event, name: str = "people_links") -> str:
    return reverse(f"matches:{name}", args=[event.slug])


def test_links_are_shown_once_with_a_code_to_scan(organiser: Client, event: Event) -> None:
    entry = EntryFactory(event=event, player__name="Ada & Bo")
    page = organiser.post(links_url(event), {"which": "missing"})
    [slip] = page.context["sheet"]
    token = slip.address.rstrip("/").rpartition("/")[2]
    assert resolve_player_link(token) == entry
    assert slip.code in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    again = organiser.get(links_url(event))
    assert token not in again.content.decode()
    assert (again.context["with_link"], again.context["without_link"]) == (1, 0)


def test_the_code_is_a_picture_that_the_pages_policy_allows() -> None:
    picture = qr_picture("https://example.org/p/abc/")
    assert re.fullmatch(r'<svg[^<>]*class="qr"[^<>]*><path[^<>]*/></svg>', picture)
    assert "style" not in picture


def test_a_second_click_makes_no_second_links(organiser: Client, event: Event) -> None:
    EntryFactory(event=event)
    organiser.post(links_url(event), {"which": "missing"})
    page = organiser.post(links_url(event), {"which": "missing"}, follow=True)
    assert [str(message) for message in page.context["messages"]] == ["Every player already has a link."]


def test_the_list_holds_the_links_and_runs_no_formula(organiser: Client, event: Event) -> None:
    EntryFactory(event=event, number=5, player__name="=HYPERLINK(1)", player__email="a@example.org")
    sheet = organiser.post(links_url(event), {"which": "missing"})
    response = organiser.post(
        reverse("matches:export", args=[event.slug, "links", "csv"]), {"tokens": sheet.context["tokens"]}
    )
    rows = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert rows[1] == ["5", "'=HYPERLINK(1)", "a@example.org", sheet.context["sheet"][0].address]
    assert response["Content-Disposition"] == f'attachment; filename="{event.slug}-links.csv"'


def test_the_list_holds_no_link_of_another_event(organiser: Client, event: Event) -> None:
    other = EntryFactory()
    [link] = make_player_links(event=other.event, actor=SYSTEM)
    response = organiser.post(
        reverse("matches:export", args=[event.slug, "links", "csv"]), {"tokens": f"{link.token}\nguess"}
    )
    assert link.token not in response.content.decode()


def test_every_link_is_replaced_or_ended(organiser: Client, event: Event) -> None:
    EntryFactory(event=event)
    first = organiser.post(links_url(event), {"which": "missing"}).context["tokens"]
    second = organiser.post(links_url(event), {"which": "all"}).context["tokens"]
    assert resolve_player_link(first) is None
    organiser.post(links_url(event, "people_links_revoke"))
    assert resolve_player_link(second) is None
