"""Two events with staff of their own: whatever is asked at one, with whatever keys, the other's people stay its own.

Reading addresses are asked for with keys of the hidden event's rows, below both events' slugs, by staff of the other
event. Every change of the rights sweep is sent to the other event about the hidden one's things. No answer
holds a name, an id or an address of the hidden event's people, and no row of theirs changes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import models
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from matches.enums import EntryStatus, JobState, Role
from matches.models import Event, Job, Player
from matches.people.services.links import make_player_link
from tests.factories import EntryFactory, EventRoleFactory, StageFactory, any_organiser, staff
from tests.forms import LONG, sample
from tests.scenes import Scene, with_incident
from tests.test_rights_sweep import ATTEMPTS, JSON, Try, signed_in

pytestmark = pytest.mark.django_db

WHO = [*map(str, Role), "all roles", "player", "nobody"] if LONG else ["all roles", "player"]
"""Who asks: in the gate one person with all roles at the other event, and one of its players."""
SECRET = b"xqzwvkjh"  # of eight letters: four stand in a random token once in some thousand pages
"""Stands in every name, id and address of the hidden event's people, and in nothing else."""


def hide(event: Event) -> None:
    """Give the event's people names, ids and addresses that are nowhere else, and take it off the public pages."""
    for player in Player.objects.filter(entries__event=event):
        player.name, player.external_id = f"Xqzwvkjh{player.pk} Hidden", f"XQZWVKJH-{player.pk}"
        player.last_name, player.email = "Hidden", f"xqzwvkjh{player.pk}@hidden.example"
        player.save()
    Event.objects.filter(pk=event.pk).update(name="Xqzwvkjh Invitational", published=False)
    event.refresh_from_db()


def rows_of(event: Event) -> dict[str, list[Any]]:
    """All rows that hang on an event, and its people."""
    found: dict[str, list[Any]] = {"player": list(Player.objects.filter(entries__event=event).order_by("pk").values())}
    for model, path in shared_models():
        found[model._meta.label] = list(model._default_manager.filter(**{path: event.pk}).order_by("pk").values())
    return found


def shared_models() -> Iterator[tuple[type[models.Model], str]]:
    """The models of both apps whose rows belong to an event, and the way there."""
    known: dict[type[models.Model], str] = {Event: "pk"}
    everything = [model for label in ("matches", "judging") for model in apps.get_app_config(label).get_models()]
    while True:
        found = {
            model: one.name if known[one.related_model] == "pk" else f"{one.name}__{known[one.related_model]}"
            for model in everything
            if model not in known
            for one in model._meta.get_fields()
            if isinstance(one, models.ForeignKey) and one.related_model in known
        }
        if not found:
            return iter(known.items())
        known |= found


@dataclass
class Two:
    """A hidden event, another one, and the clients of those who belong to the other."""

    hidden: Scene
    other: Event
    clients: dict[str, Client] = field(default_factory=dict)


def two(hidden: Scene) -> Two:
    hide(hidden.event)
    other = StageFactory().event
    mine = EntryFactory(event=other, number=1, status=EntryStatus.CHECKED_IN)
    everything = staff(other, Role.ORGANISER)
    for role in set(Role) - {Role.ORGANISER}:
        EventRoleFactory(event=other, user=everything, role=role)
    clients = {str(role): signed_in(staff(other, role)) for role in Role}
    clients["all roles"] = signed_in(everything)
    link = make_player_link(entry=mine, actor=any_organiser())
    clients["player"] = Client(headers={"authorization": f"Link {link.token}"})
    clients["nobody"] = Client()
    return Two(hidden, other, clients)


def addresses(patterns: list[Any], space: str = "") -> Iterator[tuple[str, list[str]]]:
    """The names of all addresses of both apps with the parameters that they take."""
    for one in patterns:
        if isinstance(one, URLResolver):
            inner = f"{space}{one.namespace}:" if one.namespace else space
            if one.namespace != "admin":
                yield from addresses(one.url_patterns, inner)
        elif isinstance(one, URLPattern) and one.name:
            name = space + one.name
            for _route, parameters in get_parameters(one, space):
                yield name, parameters


def get_parameters(pattern: URLPattern, space: str) -> list[tuple[str, list[str]]]:
    resolver: Any = get_resolver()
    for part in space.split(":")[:-1]:
        resolver = resolver.namespace_dict[part][1]
    return [possibility for found in resolver.reverse_dict.getlist(pattern.name) for possibility in found[0]]


def keys_of(scene: Scene) -> list[str]:
    """The keys by which the first row of each model that hangs on the event can be named."""
    keys: set[str] = {"1"}
    for rows in rows_of(scene.event).values():
        for row in rows[:1]:
            keys |= {str(row[name]) for name in ("id", "key", "record_ptr_id") if row.get(name)}
    return sorted(keys)


def readings(slug: str, keys: list[str]) -> list[str]:
    """The addresses of an event with these keys in them, and those that take a key without an event."""
    found = set()
    for name, parameters in addresses(get_resolver().url_patterns):
        others = [parameter for parameter in parameters if parameter not in ("slug", "event")]
        for key in keys if len(others) == 1 else ["1"]:
            try:
                given = {one: slug if one in ("slug", "event") else key for one in parameters}
                found |= {reverse(name, kwargs=given)} if parameters else set()
            except NoReverseMatch:
                continue
    return sorted(found)


def body_of(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def tells(answer: Any) -> bool:
    return SECRET in body_of(answer).lower() or SECRET in str(answer.headers).encode().lower()


ELSEWHERE = {
    "matches.EventDeletion": "the log of the site, for its owner; test_deletions asks who reads it",
    "matches.Organisation": "test_clubs_apart compares what belongs to a club",
    "matches.Member": "as the club",
    "matches.Series": "as the club",
    "matches.Suspension": "as the club",
    "matches.OrganisationAct": "as the club",
    "matches.HallDay": "test_halls_apart compares what belongs to a hall day",
    "matches.HallTable": "as the hall day",
    "matches.HallRole": "as the hall day",
    "matches.HallAct": "as the hall day",
    "matches.SiteAct": "the log of the site, for its owner",
    "matches.WorkerSeen": "the processes that work, of the whole site",
    "matches.Player": "is compared with the event's people",
    "matches.User": "an account, of the whole site",
    "matches.ApiToken": "hangs on an account",
    "matches.MatchSample": "matches of simulated players",
    "matches.Submission": "the answer to a form that was sent twice, for who has its key",
}
"""The models whose rows hang on no event, and why they are not compared."""


def test_every_model_hangs_on_an_event_or_is_placed() -> None:
    everything = {
        model._meta.label for label in ("matches", "judging") for model in apps.get_app_config(label).get_models()
    }
    assert everything - {model._meta.label for model, _path in shared_models()} == set(ELSEWHERE)


def test_no_reading_address_tells_of_a_hidden_event() -> None:
    """With the keys of the hidden event's rows below the other event, and below the hidden one's own slug.

    Its own organiser is told much at the same addresses, so that the walk shows something.
    """
    scene = with_incident()
    make_player_link(entry=scene.entry(), actor=any_organiser())
    Job.objects.create(event=scene.event, kind="paper", state=JobState.DONE, result={"name": "Xqzwvkjh"})
    there = two(scene)
    before, told = rows_of(scene.event), []
    keyed = readings(there.other.slug, keys_of(scene))
    direct = readings(scene.event.slug, ["1", str(scene.match.key)])
    whole = [*product(sample(9, keyed), WHO), *product(sample(7, direct), WHO)]
    for url, who in whole:
        answer = there.clients[who].get(url)
        if tells(answer):
            told.append((who, url, answer.status_code))
    assert told == []
    assert rows_of(scene.event) == before
    own = signed_in(scene.hall.user(Role.ORGANISER))
    pages = [reverse(f"matches:{name}", args=[scene.event.slug]) for name in ("desk", "people", "standings")]
    assert [url for url in pages if not tells(own.get(url))] == []


def test_a_list_over_all_events_answers_of_what_is_hidden_as_of_what_is_not_there(subtests: pytest.Subtests) -> None:
    for question in ["q=Xqzwvkjh{pk}", "q=%23{pk}", "external_id=XQZWVKJH-{pk}", "player={key}", "event={slug}"]:
        with subtests.test(question=question):
            hidden = EntryFactory(event=StageFactory().event)
            hide(hidden.event)
            client = signed_in(staff(StageFactory().event, Role.ORGANISER))
            there = {"pk": hidden.player_id, "key": hidden.player.key, "slug": hidden.event.slug}
            free = {"pk": hidden.player_id + 1_000, "key": UUID(int=7), "slug": "nowhere"}
            for name in ("api-people", "api-events"):
                answers = [client.get(f"{reverse(name)}?{question.format(**values)}") for values in (there, free)]
                assert answers[0].content == answers[1].content, name
            assert client.get(f"{reverse('api-people')}?q=").json()["count"] == 0


@pytest.mark.sampled(4)
@pytest.mark.parametrize("attempts", ATTEMPTS.values(), ids=ATTEMPTS)
def test_no_change_at_another_event_reaches_a_hidden_one(attempts: list[Try]) -> None:
    there = two(attempts[0].scene())
    # What a change needs, such as a role to revoke, is made before the rows are read.
    made = [(attempt, attempt.args(there.hidden), attempt.data(there.hidden)) for attempt in attempts]
    before, wrong = rows_of(there.hidden.event), []
    for (attempt, args, data), who in product(made, WHO):
        for slug in (there.other.slug, there.hidden.event.slug):
            answer = sent(attempt, there.clients[who], reverse(attempt.url, args=[slug, *args]), data)
            if tells(answer):
                wrong.append((str(attempt), slug, who, answer.status_code))
        cache.clear()
    assert wrong == []
    assert rows_of(there.hidden.event) == before


def sent(attempt: Try, client: Client, url: str, data: Any) -> Any:
    """Make the change at an event's address, about the hidden event's things."""
    if attempt.api:
        return client.generic(attempt.method, url, json.dumps(data), content_type=JSON)
    return client.post(url, data)
