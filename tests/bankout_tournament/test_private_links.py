"""A personal link stands in no referrer and in no error report."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils.log import AdminEmailHandler
from pytest_django.fixtures import Settings

from matches.audit.services import SYSTEM
from matches.models import Entry
from matches.people.services.links import make_player_link, revoke_player_links
from tests.factories import EntryFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> Entry:
    found: Entry = EntryFactory(event__published=True)
    return found


@pytest.fixture
def token(entry: Entry) -> str:
    return make_player_link(actor=SYSTEM, entry=entry).token


@pytest.fixture
def addresses(entry: Entry, token: str) -> list[str]:
    own = reverse("matches:me", args=[token])
    judge = reverse("judging:mine", args=[entry.event.slug, token])
    return [own, own.rstrip("/"), judge, judge.rstrip("/"), f"{judge}call/", f"/e/nothing/judge/mine/{token}/"]


def _policies(client: Client, addresses: list[str]) -> set[str]:
    return {client.get(url).headers["Referrer-Policy"] for url in addresses}


def test_a_browser_names_only_the_site_whether_the_link_is_valid_or_not(
    client: Client, entry: Entry, addresses: list[str]
) -> None:
    assert _policies(client, addresses) == {"strict-origin"}
    assert Client(enforce_csrf_checks=True).post(addresses[0]).headers["Referrer-Policy"] == "strict-origin"
    revoke_player_links(event=entry.event, actor=SYSTEM)
    assert client.get(addresses[0]).status_code == 404
    assert _policies(client, addresses) == {"strict-origin"}
    assert client.get("/p/never-given/").headers["Referrer-Policy"] == "strict-origin"
    assert client.get(reverse("matches:login")).headers["Referrer-Policy"] == "same-origin"


def test_also_when_the_page_fails(client: Client, addresses: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("matches.me.views.read_players", _fail)
    answer = client.get(addresses[0])
    assert (answer.status_code, answer.headers["Referrer-Policy"]) == (500, "strict-origin")


def _fail(*_arguments: object, **_options: object) -> None:
    raise ValueError("no such thing")


@pytest.fixture
def _mailed(settings: Settings) -> Iterator[None]:
    settings.ADMINS = [("Ada", "ada@open.example.org")]
    handler = AdminEmailHandler(include_html=True)
    logging.getLogger("django").addHandler(handler)
    yield
    logging.getLogger("django").removeHandler(handler)


@pytest.mark.usefixtures("_mailed")
def test_a_mailed_report_does_not_hold_it(
    client: Client, addresses: list[str], token: str, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMessage]
) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("matches.me.views.read_players", _fail)
    monkeypatch.setattr("judging.me.views.public_context", _fail)
    for url in (addresses[0], addresses[2]):
        assert client.get(url, {"from": addresses[0]}, headers={"referer": f"https://x{url}"}).status_code == 500
    assert len(mailoutbox) >= 2
    for message in mailoutbox:
        assert "no such thing" in message.body
        said = f"{message.subject} {message.message()} {message.body} {message.alternatives}"  # type: ignore[attr-defined]
        assert token not in said
