"""Points and place from round to round, on the own and on the public page: a chart, and its numbers as a table."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.audit.services import Actor
from matches.enums import Source
from matches.models import Event, StandingsSnapshot
from matches.people.services.links import make_player_link
from matches.results.services.results import correct_result
from matches.snapshots.labels import points_text
from matches.tables.score import Duel
from tests.factories import any_organiser
from tests.matches.playing import entry, event_of, match_at, played

pytestmark = pytest.mark.django_db
ROWS = re.compile(
    r'<th class="number" scope="row">(\d+)</th>\s*<td class="number">([\d.]+)</td>\s*<td class="number">(\d+)'
)


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def event(desk: Actor) -> Event:
    event = event_of(6)
    for _round in range(2):
        played(event, desk)
    return event


def addresses(event: Event, number: int, desk: Actor) -> list[str]:
    token = make_player_link(actor=desk, entry=entry(event, number)).token
    return [reverse("matches:me", args=[token]), reverse("matches:player", args=[event.slug, number])]


def steps(event: Event, number: int) -> list[tuple[str, str, str]]:
    """The rows of the table, from the newest version of the standings after each round."""
    found = {}
    for snapshot in StandingsSnapshot.objects.filter(stage__event=event).order_by("round__number", "version"):
        row = next(row for row in snapshot.rows if row["number"] == number)
        found[snapshot.round.number] = (str(snapshot.round.number), points_text(row), str(row["rank"]))
    return list(found.values())


def test_the_table_has_the_points_and_the_place_after_each_round(client: Client, event: Event, desk: Actor) -> None:
    for address in addresses(event, 3, desk):
        page = client.get(address).content.decode()
        assert ROWS.findall(page) == steps(event, 3)
        assert page.count("<polyline") == 2


def test_a_correction_of_the_first_round_changes_what_came_after_it(client: Client, event: Event, desk: Actor) -> None:
    match = match_at(event.stages.get(order=1).rounds.get(number=1), 1)
    numbers = [seat.entry.number for seat in match.seats.select_related("entry")]
    pages = {number: reverse("matches:player", args=[event.slug, number]) for number in numbers}
    before = {number: ROWS.findall(client.get(page).content.decode()) for number, page in pages.items()}
    lost = Duel(rounds=(0, 2), winner=1)
    correct_result(match=match, score=lost, actor=desk, source=Source.DESK, reason="misread")
    for number, page in pages.items():
        after = ROWS.findall(client.get(page).content.decode())
        assert after == steps(event, number)
        assert after[0] != before[number][0]


def test_before_two_rounds_there_is_nothing_to_join(client: Client, desk: Actor) -> None:
    event = event_of(4)
    played(event, desk)
    assert "<polyline" not in client.get(addresses(event, 1, desk)[0]).content.decode()


def test_the_steps_of_all_are_read_once(client: Client, event: Event, desk: Actor) -> None:
    counts = []
    for number in (2, 4, 4):
        own, _public = addresses(event, number, desk)
        with CaptureQueriesContext(connection) as captured:
            client.get(own)
        counts.append(len([query for query in captured if "matches_standingssnapshot" in query["sql"]]))
    assert counts[0] > counts[1] == counts[2]
