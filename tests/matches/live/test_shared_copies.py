"""A copy that everyone gets holds nothing of the request it was made for: not its host, its language or its user."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import MessageEncoder
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.exceptions import NoReverseMatch

from matches.enums import Role
from matches.models import Event, User
from tests.factories import UserFactory, any_organiser, staff
from tests.matches.playing import event_of, played, published

pytestmark = pytest.mark.django_db

PLAIN = {"host": "hall.example"}
OTHERS: dict[str, dict[str, str]] = {
    "another host": {"host": "evil.example"},
    "localhost": {"host": "localhost:8000"},
    "a forwarded host": {"host": "hall.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https"},
    "another language": {"host": "hall.example", "accept-language": "de"},
    "another browser": {"host": "hall.example", "user-agent": "evil/1", "referer": "http://evil.example/"},
    "a script of another page": {
        "host": "hall.example",
        "hx-request": "true",
        "hx-current-url": "http://evil.example/",
    },
}
KEPT = {
    "about",
    "announcements",
    "bracket",
    "clock_part",
    "draw",
    "explained",
    "player",
    "players",
    "public",
    "public_round",
    "schedule",
    "standings",
    "standings_after",
    "wall",
    "wall_numbered",
}
"""The names of all addresses that are answered from a copy, or with the mark of one."""


@pytest.fixture(autouse=True)
def _a_site_with_two_languages(settings: Any) -> Iterator[None]:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    settings.SITE_URL, settings.PORT, settings.ALLOWED_HOSTS = "", 8000, ["*"]
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def event() -> Event:
    actor = any_organiser()
    event = event_of(6, rounds=1, cut=4)
    played(event, actor)
    published(event, actor, order=2)  # the clock stands: what two renderings show does not depend on the second
    return event


def addresses(event: Event) -> dict[str, str]:
    """Every address below the event that visitors open without a log-in, by name."""
    values: dict[str, Any] = {"slug": event.slug, "number": 1, "order": 1, "player": 1}
    found: dict[str, str] = {}
    for pattern in _patterns(get_resolver("matches.urls").url_patterns):
        names = set(pattern.pattern.regex.groupindex)
        if not pattern.name or "slug" not in names or not names <= values.keys():
            continue
        try:
            url = reverse(f"matches:{pattern.name}", kwargs={name: values[name] for name in names})
        except NoReverseMatch:
            continue
        found[pattern.name] = url
    return found


def _patterns(patterns: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from _patterns(one.url_patterns)
        else:
            yield one


def kept(event: Event) -> dict[str, str]:
    """The addresses of ``KEPT``."""
    return {name: url for name, url in addresses(event).items() if name in KEPT}


def is_kept(url: str) -> bool:
    answer = Client().get(url)
    return answer.status_code == 200 and answer.headers.get("ETag", "").startswith('W/"')


def got(url: str, headers: Mapping[str, str], client: Client | None = None) -> tuple[bytes, str]:
    answer = (client or Client()).get(url, headers=dict(headers))
    assert answer.status_code == 200
    assert b"Printed" not in answer.content  # it would be the minute in which the copy was made
    return answer.content, answer.headers.get("ETag", "")


def test_the_pages_tried_here_are_all_that_are_kept(event: Event) -> None:
    assert {name for name, url in addresses(event).items() if is_kept(url)} == KEPT


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.sampled(3)
def test_what_one_visitor_sends_is_not_in_the_copy_of_the_next(event: Event, other: str) -> None:
    for name, url in kept(event).items():
        cache.clear()
        fresh = got(url, PLAIN)
        cache.clear()
        first = got(url, OTHERS[other])
        assert got(url, PLAIN) == fresh, name
        assert got(url, OTHERS[other]) == first, name
        assert not re.search(rb"evil\.example|localhost", first[0]), name
        if "host" in other:
            assert first == fresh, name


def test_what_was_asked_behind_the_path_is_not_in_the_copy(event: Event) -> None:
    for name, url in kept(event).items():
        cache.clear()
        fresh = got(url, PLAIN)
        cache.clear()
        got(f"{url}?next=http://evil.example/&round=99", PLAIN)
        assert got(url, PLAIN) == fresh, name


@pytest.mark.parametrize("role", [*Role, None])
@pytest.mark.sampled(3)
def test_no_copy_is_made_for_or_given_to_somebody_who_is_signed_in(event: Event, role: Role | None) -> None:
    signed_in = Client()
    user = staff(event, role) if role else UserFactory()
    User.objects.filter(pk=user.pk).update(name="Zacharias Zimt")
    signed_in.force_login(user)
    for name, url in kept(event).items():
        cache.clear()
        fresh = got(url, PLAIN)
        cache.clear()
        own = signed_in.get(url, headers={"host": "evil.example"})
        assert own.status_code == 200, name
        assert "ETag" not in own, name
        assert "private" in own["Cache-Control"], name
        assert got(url, PLAIN) == fresh, name
        assert b"Zacharias" not in fresh[0], name


def test_a_waiting_message_is_in_no_copy(event: Event) -> None:
    for name, url in kept(event).items():
        visitor = Client()
        session = visitor.session
        session["_messages"] = MessageEncoder().encode([Message(constants.INFO, "Only for you")])
        session.save()
        cache.clear()
        fresh = got(url, PLAIN)
        cache.clear()
        assert "ETag" not in visitor.get(url, headers=PLAIN), name
        assert got(url, PLAIN) == fresh, name
        assert b"Only for you" not in fresh[0], name


def test_the_wall_shows_the_address_for_players_and_follows_it(
    event: Event, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = reverse("matches:wall", args=[event.slug])
    monkeypatch.setattr("matches.site_address.lan_address", lambda: "192.168.7.5")
    assert f"http://192.168.7.5:8000/e/{event.slug}/" in got(url, {"host": "evil.example"})[0].decode()
    monkeypatch.setattr("matches.site_address.lan_address", lambda: "192.168.7.6")
    assert f"http://192.168.7.6:8000/e/{event.slug}/" in got(url, PLAIN)[0].decode()
    settings.SITE_URL = "https://play.example"
    assert f"https://play.example/e/{event.slug}/" in got(url, PLAIN)[0].decode()
    Event.objects.filter(pk=event.pk).update(public_address="https://hall.example")
    assert f"https://hall.example/e/{event.slug}/" in got(url, PLAIN)[0].decode()
