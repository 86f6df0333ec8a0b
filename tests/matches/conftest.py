"""A hall: an event in its second round, with a draft's event beside it, and everyone who may ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse
from rest_framework.response import Response
from rest_framework.test import APIClient

from matches.accounts.token_services import make_token
from matches.audit.services import Actor
from matches.clock.services import start_clock
from matches.enums import EntryStatus, MatchKind, Role, Source, StageKind
from matches.models import Entry, Event, Match, Round, User
from matches.people.services.links import make_player_link
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from matches.tables.score import Duel
from tests.factories import EntryFactory, EventFactory, PlayerFactory, StageFactory, UserFactory, staff

TWO_ONE = Duel(rounds=(2, 1), winner=0)


@dataclass
class Hall:
    """An event with the people who use it. ``client(None)`` is anonymous."""

    event: Event
    users: dict[Role, User] = field(default_factory=dict)
    tokens: dict[Role, str] = field(default_factory=dict)

    def user(self, role: Role) -> User:
        if role not in self.users:
            self.users[role] = staff(self.event, role)
        return self.users[role]

    def actor(self, role: Role = Role.ORGANISER) -> Actor:
        return Actor(user=self.user(role))

    def client(self, role: Role | None = Role.ORGANISER) -> APIClient:
        client = APIClient()
        if role is not None:
            client.credentials(HTTP_AUTHORIZATION=f"Token {self.token(role)}")
        return client

    def token(self, role: Role) -> str:
        if role not in self.tokens:
            self.tokens[role] = make_token(user=self.user(role), label="test").secret
        return self.tokens[role]

    def player(self, entry: Entry) -> APIClient:
        """A program that holds a player's link."""
        link = make_player_link(actor=self.actor(), entry=entry)
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Link {link.token}")
        return client

    @property
    def round(self) -> Round:
        return Round.objects.select_related("stage__event").filter(stage__event=self.event).latest("pk")

    @property
    def matches(self) -> list[Match]:
        found = Match.objects.filter(round=self.round, kind=MatchKind.PLAYED).select_related("round__stage__event")
        return list(found.order_by("table"))

    def seated(self, match: Match) -> list[Entry]:
        return [seat.entry for seat in match.seats.select_related("entry__player").order_by("index")]

    def url(self, name: str, *args: Any) -> str:
        return reverse(f"api-{name}", args=[self.event.slug, *args])

    def get(self, name: str, /, *args: Any, role: Role | None = Role.ORGANISER, **query: Any) -> Response:
        return self.client(role).get(self.url(name, *args), query)

    def post(self, name: str, /, *args: Any, role: Role | None = Role.ORGANISER, **body: Any) -> Response:
        return self.client(role).post(self.url(name, *args), body)


def make_event(players: int = 5, **given: Any) -> Hall:
    """Two rounds of Swiss with a cut to two; the players are checked in, one more is only registered."""
    event = EventFactory(**given)
    StageFactory(event=event, rounds_planned=2)
    StageFactory(event=event, order=2, kind=StageKind.SINGLE_ELIMINATION, rounds_planned=0, cut_to=2)
    for number in range(1, players + 1):
        player = PlayerFactory(
            name=f"Ada Lovelace{number}", external_id=f"{event.slug}-{number}", email="ada@a.example"
        )
        EntryFactory(event=event, player=player, number=number)
    waiting = PlayerFactory(name="Late Comer", email="late@a.example")
    EntryFactory(event=event, player=waiting, number=players + 1, status=EntryStatus.REGISTERED, checked_in_at=None)
    return Hall(event)


def play(hall: Hall) -> Round:
    """Pair, publish, start and close the next round; the first seat always wins."""
    start(hall)
    for match in hall.matches:
        report_result(match=match, score=TWO_ONE, actor=hall.actor(), source=Source.DESK)
    return close_round(round=hall.round, actor=hall.actor())


def start(hall: Hall) -> Round:
    """Pair, publish and start the next round."""
    stage = hall.event.stages.select_related("event").filter(finished_at__isnull=True).earliest("order")
    publish_round(round=pair_round(stage=stage, actor=hall.actor(), seed=7), actor=hall.actor())
    return start_clock(round=hall.round, actor=hall.actor())


def running(**given: Any) -> Hall:
    """The first round closed, the second running without a result."""
    hall = make_event(**given)
    play(hall)
    start(hall)
    return hall


@pytest.fixture
def hall(db: None) -> Hall:
    return running()


def with_draft() -> Hall:
    hall = make_event()
    play(hall)
    stage = hall.event.stages.select_related("event").get(order=1)
    pair_round(stage=stage, actor=hall.actor(), seed=7)
    return hall


@pytest.fixture
def draft(db: None) -> Hall:
    """The first round closed, the second a draft."""
    return with_draft()


@pytest.fixture
def stranger(db: None) -> APIClient:
    """The organiser of another event."""
    client = APIClient()
    client.force_authenticate(staff(EventFactory(), Role.ORGANISER))
    return client


@pytest.fixture
def account(db: None) -> APIClient:
    """A member of staff who works nowhere yet."""
    client = APIClient()
    client.force_authenticate(UserFactory())
    return client


@pytest.fixture(autouse=True)
def _fresh_counts() -> Iterator[None]:
    """Throttles count in the cache, which tests share."""
    cache.clear()
    yield
    cache.clear()


def names(response: Response) -> list[str]:
    """The names on a page of entries."""
    return [row["name"] for row in response.data["results"]]
