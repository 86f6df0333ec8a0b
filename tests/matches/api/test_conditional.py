"""ETag and 304: unchanged answers are not sent again, changed ones are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.attendance.services import check_in, drop_entry
from matches.audit.services import raise_versions
from matches.clock.services import extend_match, pause_clock
from matches.draws.services.drafts import keep_pair
from matches.enums import Role, Source
from matches.life.deletion_services import delete_event
from matches.people.services.entries import update_entry
from matches.results.services.results import report_result
from matches.rounds.services.rounds import publish_round
from tests.factories import EventFactory, any_organiser
from tests.forms import sample
from tests.matches.conftest import TWO_ONE, Hall, play
from tests.undone import undone

pytestmark = pytest.mark.django_db

LISTS = ["event", "stages", "entries", "rounds", "matches", "standings", "live"]


def tag(hall: Hall, name: str, *args: object, role: Role | None = None) -> str:
    response = hall.get(name, *args, role=role)
    assert response.status_code == 200, response.data
    return response.headers["ETag"]


def test_unchanged_answers_are_304(subtests: pytest.Subtests, hall: Hall) -> None:
    for name in sample(3, LISTS):
        with subtests.test(name=name), undone(hall):
            client, url, known = hall.client(None), hall.url(name), tag(hall, name)
            again = client.get(url, headers={"If-None-Match": known})
            assert again.status_code == 304
            assert again.content == b""
            assert again.headers["ETag"] == known
            assert again.headers["Cache-Control"] == "no-cache"
            assert client.get(url, headers={"If-None-Match": f'W/"x", {known}'}).status_code == 304
            assert client.get(url, headers={"If-None-Match": '"other"'}).status_code == 200


def test_staff_and_public_have_different_etags(subtests: pytest.Subtests, hall: Hall) -> None:
    for name in [name for name in LISTS if name != "live"]:
        with subtests.test(name=name), undone(hall):
            response = hall.get(name)
            assert response.headers["Cache-Control"] == "private, no-cache"
            assert {"Authorization", "Cookie"} <= {part.strip() for part in response.headers["Vary"].split(",")}
            assert response.headers["ETag"] != tag(hall, name)


def test_304_costs_no_more_than_the_event_and_its_versions(subtests: pytest.Subtests, hall: Hall) -> None:
    for name in ["entries", "matches", "standings", "rounds"]:
        with subtests.test(name=name), undone(hall):
            known, client = tag(hall, name), hall.client(None)
            with CaptureQueriesContext(connection) as queries:
                client.get(hall.url(name), headers={"If-None-Match": known})
            assert len(queries) <= 3


ACTS: dict[str, tuple[Callable[[Hall], object], list[str]]] = {
    "a report": (
        lambda hall: report_result(match=hall.matches[0], score=TWO_ONE, actor=hall.actor(), source=Source.DESK),
        ["matches", "rounds"],
    ),
    "a check-in": (lambda hall: check_in(event=hall.event, actor=hall.actor()), ["entries", "event"]),
    "a drop": (
        lambda hall: drop_entry(actor=hall.actor(), entry=entry(hall)),
        ["entries", "standings"],
    ),
    "a new name": (
        lambda hall: update_entry(actor=hall.actor(), entry=entry(hall), name="Zoe"),
        ["entries", "standings", "matches"],
    ),
    "an extension": (lambda hall: extend_match(match=hall.matches[0], seconds=60, actor=hall.actor()), ["matches"]),
    "a pause": (lambda hall: pause_clock(round=hall.round, actor=hall.actor()), ["event"]),
}


def entry(hall: Hall):  # type: ignore[no-untyped-def]
    return hall.event.entries.get(number=1)


def test_changed_answers_are_sent(subtests: pytest.Subtests, hall: Hall) -> None:
    for act in ACTS:
        with subtests.test(act=act), undone(hall):
            do, lists = ACTS[act]
            before = {name: tag(hall, name) for name in lists}
            do(hall)
            assert [name for name in lists if tag(hall, name) == before[name]] == []


def test_a_closed_round_changes_standings_and_players(draft: Hall) -> None:
    before = {name: tag(draft, name) for name in LISTS}
    publish_round(round=draft.round, actor=draft.actor())
    published = {name: tag(draft, name) for name in ("rounds", "matches", "event", "stages")}
    assert all(published[name] != before[name] for name in published)


def test_an_edited_draft_changes_the_staffs_etag(draft: Hall) -> None:
    before = tag(draft, "matches", role=Role.ORGANISER)
    keep_pair(match=draft.matches[0], keep=True, actor=draft.actor())
    assert tag(draft, "matches", role=Role.ORGANISER) != before


def test_the_list_of_events_changes_with_what_is_published(hall: Hall) -> None:
    client, url = hall.client(None), "/api/v1/events/"
    known = client.get(url).headers["ETag"]
    assert client.get(url, headers={"If-None-Match": known}).status_code == 304
    hall.post("event-unpublish")
    assert client.get(url, headers={"If-None-Match": known}).status_code == 200
    play_known = client.get(url).headers["ETag"]
    hall.post("event-publish")
    assert client.get(url).headers["ETag"] not in (known, play_known)


def test_the_list_of_events_changes_when_one_takes_the_place_of_another(hall: Hall) -> None:
    """As many events as before, and on SQLite the last number again: still another list."""
    gone = EventFactory(name="Gone")
    raise_versions({(gone.pk, "event")})
    client, url = hall.client(None), "/api/v1/events/"
    known = client.get(url).headers["ETag"]
    delete_event(event=gone, actor=any_organiser())
    come = EventFactory(name="Come")
    raise_versions({(come.pk, "event")})
    assert client.get(url, headers={"If-None-Match": known}).status_code == 200


def test_the_explanation_of_a_place_changes_after_a_round(hall: Hall) -> None:
    before = tag(hall, "place", 1)
    for match in hall.matches:
        report_result(match=match, score=TWO_ONE, actor=hall.actor(), source=Source.DESK)
    hall.post("round-close", 1, 2)
    assert tag(hall, "place", 1) != before
    play(hall)  # the bracket's only round
    bracket = tag(hall, "bracket", 2)
    assert hall.client(None).get(hall.url("bracket", 2), headers={"If-None-Match": bracket}).status_code == 304
