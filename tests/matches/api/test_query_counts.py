"""Every list costs the same number of queries for one and for three of whatever it holds."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from matches.enums import Role
from tests.factories import EventFactory
from tests.matches.conftest import Hall, make_event, play, running

pytestmark = pytest.mark.django_db


def cost(client: APIClient, url: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


def hall_of(tables: int) -> Hall:
    """A closed round, and a running one in which half has reported, once or twice."""
    hall = running(players=2 * tables)
    for match in hall.matches:
        first, second = (hall.player(entry) for entry in hall.seated(match))
        url = hall.url("results", match.key)
        first.post(url, {"score": "2-1"})
        second.post(url, {"score": "2-1" if match.table == 1 else "1-2"})
        hall.post("round-add", 1, 2, minutes=1)
    return hall


# The queries of each list, for anonymous visitors and for the staff, whose token and roles are read first.
LISTS = {
    "event": (5, 8),
    "stages": (4, 6),
    "entries": (4, 6),
    "rounds": (4, 6),
    "matches": (7, 9),
    "standings": (5, 7),
    "clock": (4, 6),
    "live": (2, 4),
}


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("staff", [False, True])
@pytest.mark.sampled(4)
def test_lists(name: str, staff: bool) -> None:
    counts = []
    for tables in (1, 3):
        hall = hall_of(tables)
        counts.append(cost(hall.client(Role.ORGANISER if staff else None), hall.url(name)))
    assert counts[0] == counts[1]
    assert counts[0] == LISTS[name][staff]


def test_one_of_each() -> None:
    counts = []
    for tables in (1, 3):
        hall = hall_of(tables)
        client, key = hall.client(), hall.matches[0].key
        addresses = [("entry", 1), ("round", 1, 2), ("match", key), ("results", key), ("place", 1)]
        counts.append([cost(client, hall.url(name, *args)) for name, *args in addresses])
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 12


def test_events() -> None:
    client = APIClient()
    counts = []
    for number in (1, 2):
        EventFactory.create_batch(number)
        counts.append(cost(client, "/api/v1/events/"))
    assert counts == [4, 4]


def test_brackets() -> None:
    counts = []
    for cut in (2, 4):
        hall = make_event(players=6)
        hall.event.stages.filter(order=2).update(cut_to=cut)
        for _round in range(3):
            play(hall)
        counts.append(cost(hall.client(None), hall.url("bracket", 2)))
    assert counts[0] == counts[1] <= 14


def test_a_result_costs_the_same_in_a_large_round() -> None:
    counts = []
    for tables in (1, 3):
        hall = running(players=2 * tables)
        client, url = hall.client(), hall.url("results", hall.matches[0].key)
        with CaptureQueriesContext(connection) as queries:
            assert client.post(url, {"score": "2-1"}).status_code == 201
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 22
