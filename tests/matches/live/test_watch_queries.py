"""The look for what changed, which the live streams of a process share."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from matches.audit.services import SYSTEM, raise_versions
from matches.events.services.events import publish_event
from matches.life.deletion_services import delete_event
from matches.live.queries import event_versions
from matches.live.watch_queries import OVERLAP, WHOLE_EVERY, Watcher
from matches.models import Event, LiveVersion
from tests.factories import EventFactory, any_organiser

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def events() -> list[Event]:
    found = EventFactory.create_batch(3)
    raise_versions({(event.pk, "event") for event in found})
    return found


def slugs(events: list[Event]) -> list[str]:
    return [event.slug for event in events]


def begun(events: list[Event]) -> Watcher:
    """A watcher that knows everything that has happened until now."""
    watcher = Watcher()
    assert watcher.look(slugs(events)).looked_at == set(slugs(events))
    return watcher


def test_only_what_changed_is_read(events: list[Event]) -> None:
    watcher = begun(events)
    assert not watcher.look(slugs(events)).looked_at

    raise_versions({(events[1].pk, "clock"), (events[1].pk, "pairings")})
    news = watcher.look(slugs(events))
    assert news.looked_at == {events[1].slug}
    assert news.versions == {events[1].slug: event_versions(events[1])}
    assert news.published == {events[1].slug: True}
    assert not watcher.look(slugs(events)).looked_at


def test_a_look_without_news_costs_two_queries_however_many_events_there_are(events: list[Event]) -> None:
    watcher = begun(events)
    with CaptureQueriesContext(connection) as queries:
        watcher.look([*slugs(events), *(f"other-{number}" for number in range(500))])
    assert len(queries) == 2


def test_a_number_that_comes_late_is_not_missed(events: list[Event]) -> None:
    """A change that took its number first and was stored after another one."""
    raise_versions({(events[0].pk, "clock")})
    late = LiveVersion.objects.get(event=events[0], part="clock")
    LiveVersion.objects.filter(pk=late.pk).delete()
    raise_versions({(events[1].pk, "clock")})
    raise_versions({(events[1].pk, "clock")})
    watcher = begun(events)

    LiveVersion.objects.create(event=events[0], part="clock", version=1, change=late.change)
    assert watcher.look(slugs(events)).looked_at == {events[0].slug}


def test_everything_is_looked_at_now_and_then(events: list[Event]) -> None:
    watcher = begun(events)
    LiveVersion.objects.filter(event=events[0]).update(version=90)  # below all numbers that a look reads
    LiveVersion.objects.filter(event=events[2]).update(change=10 * OVERLAP)
    for _ in range(WHOLE_EVERY - 1):
        watcher.look(slugs(events))
    assert watcher.look(slugs(events)).versions[events[0].slug] == {"event": 90}


def test_a_database_that_counts_from_a_lower_number_is_followed(events: list[Event]) -> None:
    watcher = begun(events)
    watcher.newest = 10 * OVERLAP
    for _ in range(WHOLE_EVERY):
        watcher.look(slugs(events))
    raise_versions({(events[0].pk, "clock")})
    assert watcher.look(slugs(events)).looked_at == {events[0].slug}


def test_one_who_joins_is_shown_what_happened_before(events: list[Event]) -> None:
    watcher = begun(events[:2])
    assert watcher.look(slugs(events), joined=[events[2].slug]).looked_at == {events[2].slug}


def test_hidden_and_deleted_events_are_news(events: list[Event]) -> None:
    watcher = begun(events)
    publish_event(event=events[0], actor=SYSTEM, on=False)
    delete_event(event=events[1], actor=any_organiser())
    news = watcher.look(slugs(events))
    assert news.looked_at == {events[0].slug, events[1].slug}
    assert news.published == {events[0].slug: False}


def test_a_change_after_a_deletion_is_news(events: list[Event]) -> None:
    """On SQLite the last number goes with the event that had it, and the next change gets it again."""
    raise_versions({(events[1].pk, "clock")})
    watcher = begun(events)
    delete_event(event=events[1], actor=any_organiser())
    raise_versions({(events[0].pk, "clock")})
    assert watcher.look(slugs(events)).looked_at == {events[0].slug, events[1].slug}


def test_a_look_that_fails_loses_nothing(events: list[Event]) -> None:
    watcher = begun(events)
    raise_versions({(events[0].pk, "clock")})

    def gone(execute: Any, sql: str, *rest: Any) -> Any:
        if '"matches_event"."published"' in sql:
            raise OperationalError("the database is away")
        return execute(sql, *rest)

    with connection.execute_wrapper(gone), pytest.raises(OperationalError):
        watcher.look(slugs(events))
    assert watcher.look(slugs(events)).looked_at == {events[0].slug}
