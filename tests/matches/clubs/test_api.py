"""Clubs in the API: who reads and writes what, suspensions from end to end, ETags."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework.test import APIClient

from matches.accounts.token_services import make_token
from matches.enums import EntryStatus, Role
from matches.events.services.events import publish_event
from matches.models import Event, Member, Suspension, User
from matches.organisations.services.events import set_organisation
from matches.organisations.services.members import invite_member
from matches.organisations.services.series import create_series, remove_series
from tests.factories import EntryFactory, StageFactory, UserFactory, staff
from tests.matches.organisations.clubs import club, event_of, member, suspended

pytestmark = pytest.mark.django_db

NEW = {"name": "Ada Okafor", "external_id": "BK-17", "since": "2026-11-21", "reason": "fought at table 4"}


def api(user: User | None) -> APIClient:
    client = APIClient()
    if user is not None:
        client.credentials(HTTP_AUTHORIZATION=f"Token {make_token(user=user, label=str(uuid4())).secret}")
    return client


def test_who_reads_and_writes_what(subtests: pytest.Subtests) -> None:
    organisation, manager = club()
    key = suspended(organisation, manager).key
    series = create_series(organisation=organisation, actor=manager, name="Winter")
    invited = UserFactory()
    invite_member(organisation=organisation, actor=manager, username=invited.username)
    people: dict[str, User | None] = {
        "nobody": None,
        "outsider": UserFactory(),
        "invited": invited,
        "member": member(organisation, manager, Role.HEAD_JUDGE),
        "organiser": member(organisation, manager, Role.ORGANISER),
        "manager": manager.user,
    }
    read, suspending = [401, 404, 404, 200, 200, 200], [401, 404, 404, 403]
    requests: dict[str, tuple[str, str, dict[str, Any], list[int]]] = {
        "club": ("get", reverse("api-club", args=[organisation.slug]), {}, read),
        "series": ("get", reverse("api-series", args=[organisation.slug]), {}, read),
        "events": ("get", reverse("api-series-events", args=[organisation.slug, series.key]), {}, read),
        "suspensions": ("get", reverse("api-suspensions", args=[organisation.slug]), {}, [*suspending, 200, 200]),
        "suspend": ("post", reverse("api-suspensions", args=[organisation.slug]), NEW, [*suspending, 201, 201]),
        "lift": (
            "post",
            reverse("api-suspension-lift", args=[organisation.slug, key]),
            {"reason": "served"},
            [*suspending, 200, 409],
        ),
    }
    for name, (method, url, data, wanted) in requests.items():
        with subtests.test(name=name):
            found = [getattr(api(user), method)(url, data).status_code for user in people.values()]
            assert found == wanted
    assert api(None).get(reverse("api-clubs")).status_code == 401
    listed = {who: api(user).get(reverse("api-clubs")).data["results"] for who, user in people.items() if user}
    assert {who: len(rows) for who, rows in listed.items()} == {
        "outsider": 0,
        "invited": 0,
        "member": 1,
        "organiser": 1,
        "manager": 1,
    }
    assert listed["member"][0] == {
        "slug": organisation.slug,
        "name": organisation.name,
        "manager": False,
        "roles": ["head_judge"],
    }
    rows = {row["username"]: row for row in api(manager.user).get(requests["club"][1]).data["members"]}
    assert (rows[invited.username]["name"], rows[invited.username]["accepted"]) == (invited.username, False)


def test_a_suspension_from_end_to_end() -> None:
    organisation, manager = club()
    event = event_of(organisation, manager)
    StageFactory(event=event)
    client = api(manager.user)
    made = client.post(reverse("api-suspensions", args=[organisation.slug]), NEW)
    assert made.status_code == 201, made.data
    entries = reverse("api-entries", args=[event.slug])
    refused = client.post(entries, {"name": "Ada Okafor", "external_id": "BK-17"})
    assert (refused.status_code, refused.data["code"]) == (422, "suspended")
    override = reverse("api-suspension-override", args=[event.slug, made.data["key"]])
    scorekeeper = api(staff(event, Role.SCOREKEEPER))
    assert scorekeeper.post(override, {"reason": "mine"}).status_code == 403
    allowed = client.post(override, {"reason": "the club agreed"})
    assert (allowed.status_code, allowed.data["event"]) == (201, event.slug)
    assert client.post(override, {"reason": "again"}).status_code == 409
    assert client.post(entries, {"name": "Ada Okafor", "external_id": "BK-17"}).status_code == 201
    other = StageFactory().event
    elsewhere = reverse("api-suspension-override", args=[other.slug, made.data["key"]])
    assert api(staff(other, Role.ORGANISER)).post(elsewhere, {"reason": "x"}).status_code == 404


def test_a_player_is_named_by_key_only_from_the_own_desk() -> None:
    organisation, manager = club()
    event = event_of(organisation, manager)
    entry = EntryFactory(event=event, status=EntryStatus.REGISTERED, player__external_id="BK-17")
    url = reverse("api-suspensions", args=[organisation.slug])
    body = {"player": str(entry.player.key), "since": "2026-11-21", "reason": "x"}
    stranger = api(member(organisation, manager, Role.ORGANISER))
    refused = stranger.post(url, body)
    assert (refused.status_code, set(refused.data["errors"])) == (400, {"player"})
    assert api(manager.user).post(url, body).data["external_id"] == "BK-17"
    assert Suspension.objects.get().player == entry.player


def test_what_has_not_changed_is_not_sent_again() -> None:
    organisation, manager = club()
    client = api(manager.user)
    row = suspended(organisation, manager)
    for name, arguments in (("clubs", []), ("club", [organisation.slug]), ("suspensions", [organisation.slug])):
        url = reverse(f"api-{name}", args=arguments)
        tag = client.get(url).headers["ETag"]
        assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
        suspended(organisation, manager, name="Another")
        assert client.get(url, headers={"If-None-Match": tag}).status_code == 200
    assert row.key


def test_a_list_of_clubs_asks_no_more_for_more(django_assert_num_queries: Any) -> None:
    organisation, manager = club()
    for _number in range(3):
        suspended(organisation, manager)
        member(organisation, manager)
    client = api(manager.user)
    url = reverse("api-suspensions", args=[organisation.slug])
    client.get(url)
    with django_assert_num_queries(6):
        client.get(url)
    assert Member.objects.count() == 4


def test_members_read_the_series_and_what_they_may_see_of_their_events(django_assert_num_queries: Any) -> None:
    organisation, manager = club()
    winter = create_series(organisation=organisation, actor=manager, name="Winter")
    create_series(organisation=organisation, actor=manager, name="Autumn")
    for name, day, published in (
        ("One", "2026-11-21", True),
        ("Two", "2027-01-09", True),
        ("Draft", "2027-02-01", False),
    ):
        event = event_of(organisation, manager, name=name, date=day, published=published)
        set_organisation(event=event, actor=manager, organisation=organisation, series=winter)
    plain, own = api(member(organisation, manager)), api(manager.user)
    url = reverse("api-series", args=[organisation.slug])
    rows = plain.get(url).data["results"]
    assert [(row["name"], row["events"], row["first_year"], row["last_year"]) for row in rows] == [
        ("Autumn", 0, None, None),
        ("Winter", 2, 2026, 2027),
    ]
    assert own.get(url).data["results"][1]["events"] == 3
    events = reverse("api-series-events", args=[organisation.slug, winter.key])
    assert [row["name"] for row in plain.get(events).data["results"]] == ["Two", "One"]
    assert [row["name"] for row in own.get(events).data["results"]] == ["Draft", "Two", "One"]
    for address in (url, events):
        tag = plain.get(address).headers["ETag"]
        assert plain.get(address, headers={"If-None-Match": tag}).status_code == 304
    publish_event(event=Event.objects.get(name="Draft"), actor=manager, on=True)
    assert plain.get(events, headers={"If-None-Match": tag}).status_code == 200
    with CaptureQueriesContext(connection) as seen:
        plain.get(url)
    for name in ("Spring", "Summer"):
        create_series(organisation=organisation, actor=manager, name=name)
    with django_assert_num_queries(len(seen)):
        plain.get(url)
    other, _second = club("Other")
    assert own.get(reverse("api-series-events", args=[other.slug, winter.key])).status_code == 404
    remove_series(series=winter, actor=manager)
    assert own.get(events).status_code == 404
