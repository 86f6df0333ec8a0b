"""E-mail addresses are for the organiser and the scorekeeper: on every page, in every export, paper and API answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import cycle
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.exceptions import NoReverseMatch

from judging.calls.services import call_judge
from judging.papers.registry import PAPERS
from matches.enums import Role
from matches.plugins import registry
from tests.forms import LONG
from tests.matches.conftest import Hall, running

pytestmark = pytest.mark.django_db

MAIL = b"@a.example"


@pytest.fixture
def hall() -> Hall:
    return running()


DESK = (Role.ORGANISER, Role.SCOREKEEPER)
OTHERS = (Role.HEAD_JUDGE, Role.DEPUTY_HEAD, Role.FLOOR_JUDGE, None)


def _named(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in patterns:
        if isinstance(one, URLResolver):
            name = f"{space}{one.namespace}:" if one.namespace else space
            yield from _named(one.url_patterns, name)
        elif one.name:
            yield f"{space}{one.name}", one


def addresses(hall: Hall) -> list[str]:
    """Every address below the event that can be named from what is there; of papers and exports each kind."""
    match = hall.matches[0]
    values: dict[str, Any] = {"slug": hall.event.slug, "number": 1, "order": 1, "stage": 1, "player": 1}
    values |= {"key": match.key, "match_id": match.pk, "pk": match.pk}
    kinds = [{"key": one, "kind": kind.key} for one, export in registry.exports.items() for kind in export.formats]
    kinds += [{"kind": paper} for paper in PAPERS]
    found = set()
    for name, pattern in _named(get_resolver().url_patterns):
        names = {"slug", *pattern.pattern.regex.groupindex}
        for more in [{}, *kinds] if "kind" in names else [{}]:
            with suppress(NoReverseMatch, KeyError):
                found.add(reverse(name, kwargs={key: {**values, **more}[key] for key in names}))
    return sorted(found)


def showing(hall: Hall, role: Role | None, asked: Iterable[str]) -> list[str]:
    """Those of the addresses whose answers show an e-mail address to this role."""
    client = Client(raise_request_exception=False)
    if role is not None:
        client.force_login(hall.user(role))
    return [url for url in asked if MAIL in client.get(url).content]


def searched(urls: Iterable[str]) -> list[str]:
    """Each address as it is, with a search and narrowed to a round, in the gate with one of the two in turn; papers
    know neither."""
    found = []
    for url, first in zip(urls, cycle((True, False))):
        queries = ["?q=a.example", "?round=1"] if first else ["?round=1", "?q=a.example"]
        found += [url] if url.endswith(".pdf") else [url, *(f"{url}{query}" for query in queries[: 2 if LONG else 1])]
    return found


@pytest.mark.parametrize("role", OTHERS)
@pytest.mark.sampled(4)
@pytest.mark.slow
def test_no_page_and_no_answer_shows_one_to_others(hall: Hall, role: Role | None) -> None:
    call_judge(match=hall.matches[0], actor=hall.actor(Role.FLOOR_JUDGE))
    assert showing(hall, role, searched(addresses(hall))) == []


@pytest.mark.parametrize("role", DESK)
@pytest.mark.sampled(4)
@pytest.mark.slow
def test_the_desk_sees_them(hall: Hall, role: Role) -> None:
    person = reverse("matches:person", args=[hall.event.slug, 1])
    asked = [hall.url("entries"), hall.url("entry", 1), person]
    assert showing(hall, role, asked) == asked
    assert set(asked) <= set(addresses(hall)), "which the others are asked for as well"


def test_a_judge_who_drops_a_player_is_not_told_the_address(hall: Hall) -> None:
    answer = hall.post("entry-drop", 1, role=Role.FLOOR_JUDGE)
    assert (answer.status_code, answer.data["staff"]["email"]) == (200, None)
    assert hall.post("entry-return", 1, role=Role.SCOREKEEPER).data["staff"]["email"] == "ada@a.example"


def test_the_copies_of_desk_and_judges_are_told_apart(hall: Hall) -> None:
    url = hall.url("entries")
    tag = hall.client(Role.ORGANISER).get(url)["ETag"]
    assert hall.client(Role.SCOREKEEPER).get(url, headers={"if-none-match": tag}).status_code == 304
    judge = hall.client(Role.HEAD_JUDGE).get(url, headers={"if-none-match": tag})
    assert judge.status_code == 200
    assert judge.data["results"][0]["staff"]["email"] is None


def test_nobody_finds_a_player_by_the_address(hall: Hall) -> None:
    assert hall.get("entries", role=Role.FLOOR_JUDGE, q="a.example").data["count"] == 0
