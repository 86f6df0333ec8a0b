"""Lists of a site with 200 events on PostgreSQL: each is read by an index, whatever the tables hold.

With sequential scans made dear, the planner takes one only where no index can serve. ``python -m benchmarks.site``
measures the same lists on a site with thousands of events.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks import fill
from benchmarks.site import PAGES, VISITED
from matches.models import Entry, Event, Match, Result, User

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.database,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="plans of PostgreSQL"),
]
COPIES = 200
LARGE = {
    "judging_record",
    "matches_auditrow",
    "matches_entry",
    "matches_liveversion",
    "matches_match",
    "matches_player",
    "matches_result",
    "matches_resultline",
    "matches_round",
    "matches_seat",
    "matches_stage",
}


def fill_site() -> None:
    fill.make_event(players=6, rounds=2)
    fill.copy_event("first", 1, COPIES)
    fill.analyze()


def scanned(sql: str) -> set[str]:
    """The large tables that a query reads from one end to the other."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {sql}")
        lines = [line for (line,) in cursor.fetchall()]
    return {table for line in lines for table in LARGE if f"Seq Scan on {table} " in line}


def test_a_copy_is_an_event_of_its_own(client: Client) -> None:
    fill_site()
    first, copy = Event.objects.get(slug="first"), Event.objects.get(slug="first-7")
    for model, way in ((Entry, "event"), (Match, "round__stage__event"), (Result, "match__round__stage__event")):
        assert model.objects.filter(**{way: copy}).count() == model.objects.filter(**{way: first}).count() > 0
    page = client.get(f"/e/{copy.slug}/standings/")
    assert page.status_code == 200
    assert "Player Number 001 7" in page.content.decode()


def test_a_page_far_down_reads_no_more_than_the_first(client: Client) -> None:
    """Of all players of a site, by cursor, in both directions: counted are the rows that the database touches."""
    fill_site()
    client.force_login(User.objects.get(username="bench"))
    address, middle = "/api/v1/entries/?page_size=20", None
    touched = []
    for _ in range(40):
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(address).json()
        (read,) = [query["sql"] for query in queries if 'FROM "matches_entry"' in query["sql"]]
        touched.append(rows_touched(read))
        assert not scanned(read)
        middle, address = address, answer["next"]
    assert middle is not None
    with CaptureQueriesContext(connection) as queries:
        client.get(client.get(middle).json()["previous"])
    back = max(rows_touched(query["sql"]) for query in queries if 'FROM "matches_entry"' in query["sql"])
    assert max(*touched, back) < 5 * touched[0] < Entry.objects.count()


def rows_touched(sql: str) -> int:
    """The rows that all steps of a query's plan hand on, when it is run."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON, TIMING OFF) {sql}")
        ((found,),) = cursor.fetchall()

    def of(step: dict[str, Any]) -> int:
        return int(step["Actual Rows"] * step["Actual Loops"]) + sum(of(inner) for inner in step.get("Plans", ()))

    return of((json.loads(found) if isinstance(found, str) else found)[0]["Plan"])


def test_lists_are_read_by_an_index(subtests: pytest.Subtests) -> None:
    fill_site()
    user = User.objects.get(username="bench")
    for name, path in PAGES.items():
        client = Client()
        if name not in VISITED:
            client.force_login(user)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200
        with subtests.test(name), connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
            reads = [query["sql"] for query in queries if query["sql"].lstrip().upper().startswith("SELECT")]
            assert reads
            found = {sql: tables for sql in reads if (tables := scanned(sql))}
            assert not found
