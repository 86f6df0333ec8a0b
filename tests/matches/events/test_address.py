"""The address for players: the event's own, the site's, or a guess; never the host name of a request."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from matches.enums import Role
from matches.events.declarations.address import address_on_paper, players_address, why_only_here
from matches.live.site_queries import site_address
from matches.models import Event
from tests.factories import EntryFactory, EventFactory, staff
from tests.matches.setup.test_views import event, given, organiser, settings_url, user  # noqa: F401


@pytest.fixture(autouse=True)
def _no_setting(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SITE_URL, settings.PORT, settings.BEHIND_TLS = "", 8123, False
    settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS = ["*", "testserver"], []
    monkeypatch.setattr("matches.site_address.lan_address", lambda: "192.168.7.5")


def test_without_a_setting_it_is_this_machine_in_the_local_network(monkeypatch: pytest.MonkeyPatch) -> None:
    assert site_address() == "http://192.168.7.5:8123"
    monkeypatch.setattr("matches.site_address.lan_address", lambda: None)
    assert site_address() == "http://localhost:8123"


def test_what_is_known_of_the_site_comes_before_the_guess(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", ".open.example", "open.example"]
    assert site_address() == "http://open.example:8123"
    settings.BEHIND_TLS = True
    assert site_address() == "https://open.example"
    settings.CSRF_TRUSTED_ORIGINS = ["https://cards.example"]
    assert site_address() == "https://cards.example"
    settings.SITE_URL = "https://play.example"
    assert site_address() == "https://play.example"


@pytest.mark.django_db
def test_the_event_s_own_address_comes_first() -> None:
    assert players_address(EventFactory(public_address="https://hall.example")) == "https://hall.example"
    assert players_address(EventFactory()) == "http://192.168.7.5:8123"


@pytest.mark.django_db
def test_the_organiser_sets_it_and_the_form_names_what_is_used_without(
    organiser: Client,  # noqa: F811
    event: Event,  # noqa: F811
) -> None:
    page = organiser.get(settings_url(event))
    assert "Leave empty for http://192.168.7.5:8123." in page.content.decode()
    assert organiser.post(settings_url(event), given(public_address=" hall.local:8000/ ")).status_code == 302
    event.refresh_from_db()
    assert event.public_address == "http://hall.local:8000"
    wrong = organiser.post(settings_url(event), given(public_address="http://hall.local/open?x=1"))
    assert wrong.status_code == 422
    assert "without a path" in wrong.context["form"].errors["public_address"][0]


@pytest.mark.django_db
def test_the_desk_says_what_it_is_and_where_to_change_it(client: Client) -> None:
    event = EventFactory(slug="open")  # noqa: F811
    client.force_login(staff(event, Role.ORGANISER))
    page = client.get("/e/open/desk/", headers={"host": "evil.example"}).content.decode()
    assert "http://192.168.7.5:8123/e/open/" in page
    assert 'href="/e/open/desk/settings/#id_public_address"' in page
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    assert "#id_public_address" not in client.get("/e/open/desk/").content.decode()


@pytest.mark.django_db
def test_the_api_has_it(account: APIClient) -> None:
    body = {"name": "Spring Open", "date": "2027-04-03", "preset": "competitive"}
    made = account.post("/api/v1/events/", {**body, "public_address": "https://hall.example"})
    assert made.data["public_address"] == "https://hall.example"
    refused = account.patch("/api/v1/events/spring-open/", {"public_address": "ftp://hall.example"})
    assert (refused.status_code, refused.data["field"]) == (422, "public_address")


LAN = "script/run --lan"


def test_without_lan_the_guess_is_this_machine_and_a_set_address_stays(settings: Any) -> None:
    settings.LAN = False
    assert site_address() == "http://localhost:8123"
    assert LAN in why_only_here(site_address())
    settings.SITE_URL = "https://play.example"
    assert (site_address(), why_only_here(site_address())) == ("https://play.example", "")


@pytest.mark.parametrize(
    "address", ["http://localhost:8000", "http://127.0.0.1", "http://[::1]:8000", "http://hall.localhost/e/"]
)
def test_an_address_of_the_machine_itself_is_told_from_others(address: str) -> None:
    assert "hall’s network" in why_only_here(address)
    assert (
        why_only_here(address.replace("localhost", "example").replace("[::1]", "[fd00::2]").replace("127", "10")) == ""
    )


@pytest.mark.django_db
def test_without_lan_no_page_and_no_paper_names_the_local_network(client: Client, settings: Any) -> None:
    event = EventFactory(slug="open", published=True)  # noqa: F811
    EntryFactory(event=event)
    client.force_login(staff(event, Role.ORGANISER))
    seen = ["desk/", "desk/settings/", "print/", "desk/people/links/"]
    for address in seen:
        settings.LAN = True
        assert LAN not in client.get(f"/e/open/{address}").content.decode(), address
        settings.LAN = False
        page = client.get(f"/e/open/{address}").content.decode()
        assert LAN in page, address
        assert "192.168.7.5" not in page, address
    assert "wall-qr" not in client.get("/e/open/wall/").content.decode()
    assert address_on_paper(event) == ""
