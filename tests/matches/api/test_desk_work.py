"""What the desk does by the API besides rounds: links, staff, the log, many results, players across events."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.response import Response
from rest_framework.test import APIClient

from matches.enums import Role
from matches.models import AuditRow, EventRole, PlayerLink
from tests.factories import EntryFactory, EventFactory, UserFactory, staff
from tests.matches.conftest import Hall, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return running()


def write(hall: Hall, name: str, /, **body: Any) -> Response:
    return hall.client().post(hall.url(name), body)


def test_links_are_made_once_and_revoked(hall: Hall) -> None:
    made = hall.post("links", numbers=[1, 2])
    assert made.status_code == 201
    assert [link["number"] for link in made.data] == [1, 2]
    link = made.data[0]
    assert link["url"].endswith(f"/p/{link['token']}/")
    opened = APIClient().get("/api/v1/player/", headers={"authorization": f"Link {link['token']}"})
    assert opened.status_code == 200
    assert hall.post("links", numbers=[1]).data == []
    assert len(hall.post("links", numbers=[1], replace=True).data) == 1
    assert hall.post("links-revoke", numbers=[1, 2]).data == {"revoked": 2}
    assert not PlayerLink.objects.filter(revoked_at__isnull=True).exists()
    assert hall.post("links", role=Role.SCOREKEEPER).status_code == 403
    unknown = hall.post("links", numbers=[1, 99])
    assert (unknown.status_code, unknown.data["errors"]) == (400, {"numbers": ["#99?"]})


def test_roles_are_given_listed_and_removed(hall: Hall) -> None:
    UserFactory(username="grace", name="Grace Hopper")
    given = write(hall, "staff", username="grace", role="scorekeeper")
    assert (given.status_code, given.data["name"]) == (201, "grace")
    rows = hall.get("staff").data["results"]
    assert ("grace", "scorekeeper") in {(row["username"], row["role"]) for row in rows}
    assert write(hall, "staff", username="nobody", role="scorekeeper").data["field"] == "username"
    assert hall.client().delete(hall.url("staff-role", given.data["id"])).status_code == 204
    assert hall.client().delete(hall.url("staff-role", given.data["id"])).status_code == 404
    last = EventRole.objects.get(event=hall.event, role=Role.ORGANISER)
    refused = hall.client().delete(hall.url("staff-role", last.pk))
    assert (refused.status_code, refused.json()["code"]) == (422, "last_organiser")


def test_an_account_with_a_one_time_password(hall: Hall) -> None:
    made = write(hall, "staff-accounts", username="ada", name="Ada Lovelace", role="floor_judge")
    assert made.status_code == 201
    assert len(made.data["password"]) == 14
    taken = write(hall, "staff-accounts", username="ada", name="Ada", role="floor_judge")
    assert taken.data["code"] == "username_taken"


def test_the_log_of_changes_is_followed(hall: Hall) -> None:
    hall.post("round-pause", 1, 2)
    rows = hall.get("audit", act="pause_clock").data["results"]
    assert [(row["act"], row["by"]) for row in rows] == [("pause_clock", hall.user(Role.ORGANISER).username)]
    last = AuditRow.objects.filter(event=hall.event).count()
    assert hall.get("audit", after=last).data["results"] == []
    assert hall.get("audit", role=Role.SCOREKEEPER).status_code == 403


def test_many_results_at_once_each_by_itself(hall: Hall) -> None:
    first, second = hall.matches[:2]
    sent: list[dict[str, Any]] = [
        {"match": str(first.key), "score": "2-1"},
        {"match": str(second.key), "score": "9-9"},
        {"match": "00000000-0000-4000-8000-000000000000", "score": "2-0"},
    ]
    told = hall.post("results-batch", results=sent)
    assert (told.status_code, told.data["stored"]) == (200, 1)
    assert [row["result"] and row["result"]["score"] for row in told.data["results"]] == ["2-1", None, None]
    assert told.data["results"][2]["failure"]["code"] == "no_match"
    assert told.data["results"][1]["failure"]["field"] == "score"
    again = hall.post("results-batch", results=sent[:1])
    assert again.data["results"][0]["result"]["version"] == told.data["results"][0]["result"]["version"]
    twice = hall.post("results-batch", results=[sent[0], sent[0]])
    assert twice.status_code == 400


def test_a_player_is_found_across_the_events_where_one_works(hall: Hall) -> None:
    entry = EntryFactory(event=hall.event, number=50, player__external_id="A1843")
    other = EventFactory()
    EntryFactory(event=other, number=7, player=entry.player)
    url = "/api/v1/entries/?external_id=a1843"
    assert [row["event"] for row in hall.client().get(url).data["results"]] == [hall.event.slug]
    EventRole.objects.create(event=other, user=hall.user(Role.ORGANISER), role=Role.FLOOR_JUDGE)
    rows = hall.client().get(url).data["results"]
    assert {(row["event"], row["number"]) for row in rows} == {(hall.event.slug, 50), (other.slug, 7)}
    assert len({row["player"] for row in rows}) == 1
    stranger = APIClient()
    stranger.force_authenticate(staff(EventFactory(), Role.ORGANISER))
    assert stranger.get(url).data["results"] == []


def test_the_clock_is_sent_again_only_when_it_changed(hall: Hall) -> None:
    client, url = APIClient(), hall.url("clock")
    tag = client.get(url)["ETag"]
    assert client.get(url, headers={"if-none-match": tag}).status_code == 304
    hall.post("round-pause", 1, 2)
    assert client.get(url, headers={"if-none-match": tag}).status_code == 200
