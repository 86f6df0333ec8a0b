"""Every address of the API: anonymously, as each role, as another event's staff, and by a player's link."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from matches.api.urls import urlpatterns
from matches.enums import Role
from matches.models import AuditRow, Job
from rules_engine.games import seating
from tests.factories import NOON
from tests.forms import sample
from tests.matches.conftest import Hall, running
from tests.undone import undone

pytestmark = pytest.mark.django_db

ALL = frozenset(Role)
DESK = frozenset({Role.ORGANISER, Role.SCOREKEEPER})
ORGANISER = frozenset({Role.ORGANISER})
HEADS = DESK | {Role.HEAD_JUDGE, Role.DEPUTY_HEAD}
Public = None
"""Everyone, once the event is published."""

Table = dict[tuple[str, str], frozenset[Role] | None]

# (address, method) -> who may. What an address needs besides the event is in ``arguments``.
TABLE: Table = {
    ("event", "GET"): Public,
    ("event", "PATCH"): ORGANISER,
    ("event-publish", "POST"): ORGANISER,
    ("event-unpublish", "POST"): ORGANISER,
    ("event-finish", "POST"): ORGANISER,
    ("event-reopen", "POST"): ORGANISER,
    ("event-archive", "POST"): ORGANISER,
    ("event-copy", "POST"): ORGANISER,
    ("event-delete", "POST"): ORGANISER,
    ("event-unarchive", "POST"): ORGANISER,
    ("next", "GET"): ALL,
    ("stages", "GET"): Public,
    ("bracket", "GET"): Public,
    ("entries", "GET"): Public,
    ("entries", "POST"): DESK,
    ("entries-import", "POST"): ORGANISER,
    ("entries-check-in", "POST"): DESK,
    ("entry", "GET"): Public,
    ("entry", "PATCH"): DESK,
    ("entry", "DELETE"): DESK,
    ("entry-check-in", "POST"): DESK,
    ("entry-undo-check-in", "POST"): DESK,
    ("entry-drop", "POST"): ALL,
    ("entry-return", "POST"): DESK,
    ("entry-strike", "POST"): DESK,
    ("entry-restore-results", "POST"): DESK,
    ("entry-byes", "POST"): ORGANISER,
    ("entry-table", "POST"): DESK,
    ("entry-disqualify", "POST"): ORGANISER,
    ("sign-ups", "GET"): DESK,
    ("sign-ups-accept", "POST"): DESK,
    ("sign-ups-decline", "POST"): DESK,
    ("sign-up-move", "POST"): ORGANISER,
    ("paid", "POST"): DESK,
    ("announcements", "GET"): Public,
    ("announcements", "POST"): HEADS,
    ("announcement-end", "POST"): HEADS,
    ("suspension-override", "POST"): ORGANISER,
    ("schedule", "GET"): Public,
    ("schedule", "PUT"): ORGANISER,
    ("schedule-shift", "POST"): DESK,
    ("prizes", "GET"): Public,
    ("prizes", "PUT"): ORGANISER,
    ("prize-categories", "PATCH"): DESK,
    ("rounds", "GET"): Public,
    ("rounds", "POST"): DESK,
    ("round", "GET"): Public,
    ("round-verify", "GET"): Public,
    ("round-publish", "POST"): DESK,
    ("round-start", "POST"): HEADS,
    ("round-pause", "POST"): HEADS,
    ("round-resume", "POST"): HEADS,
    ("round-add", "POST"): HEADS,
    ("round-call", "POST"): HEADS,
    ("round-close", "POST"): DESK,
    ("round-repair", "POST"): DESK,
    ("round-withdraw", "POST"): DESK,
    ("round-back-to-draft", "POST"): DESK,
    ("round-restore", "POST"): DESK,
    ("round-table", "POST"): DESK,
    ("round-remove-gone", "POST"): DESK,
    ("round-swap", "POST"): DESK,
    ("round-move", "POST"): DESK,
    ("matches", "GET"): Public,
    ("match", "GET"): Public,
    ("match-keep", "POST"): DESK,
    ("match-free", "POST"): DESK,
    ("match-table", "POST"): DESK,
    ("results", "GET"): ALL,
    ("results", "POST"): ALL,
    ("result-correct", "POST"): HEADS,
    ("result-take-back", "POST"): ALL,
    ("standings", "GET"): Public,
    ("standings-final", "GET"): Public,
    ("forecast", "GET"): ALL,
    ("place", "GET"): Public,
    ("seeds", "GET"): DESK,
    ("seeds", "POST"): DESK,
    ("links", "POST"): ORGANISER,
    ("links-revoke", "POST"): ORGANISER,
    ("staff", "GET"): ORGANISER,
    ("staff", "POST"): ORGANISER,
    ("staff-role", "DELETE"): ORGANISER,
    ("staff-accounts", "POST"): ORGANISER,
    ("audit", "GET"): HEADS - {Role.SCOREKEEPER},
    ("results-batch", "POST"): ALL,
    ("clock", "GET"): Public,
    ("live", "GET"): Public,
}
OF_A_CLUB = {
    ("clubs", "GET"),
    ("club", "GET"),
    ("series", "GET"),
    ("series-events", "GET"),
    ("suspensions", "GET"),
    ("suspensions", "POST"),
    ("suspension-lift", "POST"),
}
"""``tests/matches/clubs/test_api.py`` has who may."""
NOT_OF_AN_EVENT = {"presets", "deletions", "player", "player-what-if", "events", "people", "analysis", "comparison"}
UNSEEDED = {"bracket", "standings-final", "forecast", "suspension-override"}
"""There for those who may, with nothing to show yet."""


@pytest.fixture
def hall() -> Hall:
    return running()


@pytest.fixture
def hidden() -> Hall:
    return running(published=False)


def arguments(hall: Hall, name: str) -> list[Any]:
    if name in ("bracket", "seeds"):
        return [2]
    if name == "staff-role":
        return [hall.event.roles.order_by("pk").first().pk]
    if name == "entry" or name.startswith("entry-") or name == "place":
        return [1]
    if name == "round" or name.startswith("round-"):
        return [1, 2]
    if name == "suspension-override":
        return [UUID(int=7)]
    if name == "announcement-end":
        row = hall.event.announcements.first()
        return [(row or hall.event.announcements.create(text="Lunch", audience="everyone", made_at=NOON)).key]
    if name == "sign-up-move":
        rows = hall.event.sign_ups
        row = rows.first() or rows.create(
            token_hash="0", state="waiting", turn=1, name="Bo", created_at=NOON, changed_at=NOON
        )
        return [row.key]
    if name in ("match", "results") or name.startswith(("match-", "result-")):
        return [hall.matches[0].key]
    return []


def ask(client: APIClient, hall: Hall, name: str, method: str) -> int:
    """The status; whatever was done is undone, so that the next one asks about the same."""
    url = hall.url(name, *arguments(hall, name))
    with transaction.atomic():
        status = client.generic(method, url, "{}", content_type="application/json").status_code
        transaction.set_rollback(True)
    return status


def expected(name: str, allowed: bool) -> set[int]:
    if not allowed:
        return {403}
    return {404} if name in UNSEEDED else {200, 201, 204, 400, 409, 422}


def test_every_address_and_method_is_in_the_table() -> None:
    elsewhere = {(name, "GET") for name in NOT_OF_AN_EVENT} | OF_A_CLUB
    known = {(f"api-{name}", method) for name, method in {*TABLE, *elsewhere}}
    served = {
        (pattern.name, method.upper())
        for pattern in urlpatterns
        for method in ("get", "post", "put", "patch", "delete")
        if hasattr(pattern.callback.cls, method)
    }
    posts = ("api-events", "api-plan", "api-plan-cut", "api-analyses", "api-comparisons")
    assert served == known | {(name, "POST") for name in posts}


Wrong = dict[tuple[str, str], int]
"""What answered otherwise than the table says: all of it at once."""


def test_each_role(subtests: pytest.Subtests, hall: Hall) -> None:
    for role in sample(2, Role):
        with subtests.test(role=role), undone(hall):
            client, wrong = hall.client(role), {}
            for (name, method), allowed in TABLE.items():
                status = ask(client, hall, name, method)
                if status not in expected(name, allowed is Public or role in allowed):
                    wrong[name, method] = status
            assert wrong == {}


@pytest.mark.parametrize("who", ["stranger", "account"])
def test_others_at_a_published_event(hall: Hall, who: str, request: pytest.FixtureRequest) -> None:
    client, wrong = request.getfixturevalue(who), {}
    for (name, method), allowed in TABLE.items():
        status = ask(client, hall, name, method)
        if status not in expected(name, allowed is Public):
            wrong[name, method] = status
    assert wrong == {}


def test_anonymous_requests_to_a_published_event(hall: Hall) -> None:
    client, wrong = hall.client(None), {}
    for (name, method), allowed in TABLE.items():
        status = ask(client, hall, name, method)
        if status not in (expected(name, True) if allowed is Public else {401}):
            wrong[name, method] = status
    assert wrong == {}


@pytest.mark.parametrize("who", ["stranger", "account", None])
def test_an_unpublished_event_is_not_there_for_others(
    hidden: Hall, who: str | None, request: pytest.FixtureRequest
) -> None:
    client, wrong = request.getfixturevalue(who) if who else hidden.client(None), {}
    before = AuditRow.objects.filter(event=hidden.event).count()
    for name, method in TABLE:
        status = ask(client, hidden, name, method)
        if status != (404 if who or method == "GET" else 401):
            wrong[name, method] = status
    assert wrong == {}
    assert AuditRow.objects.filter(event=hidden.event).count() == before


def test_an_unpublished_event_is_there_for_its_staff(hidden: Hall) -> None:
    client, wrong = hidden.client(Role.ORGANISER), {}
    for name, method in TABLE:
        status = ask(client, hidden, name, method)
        if status not in expected(name, True):
            wrong[name, method] = status
    assert wrong == {}


def test_a_players_link_opens_only_the_own_result(hall: Hall) -> None:
    own, other = hall.seated(hall.matches[0])[0], hall.seated(hall.matches[1])[0]
    client, wrong = hall.player(own), {}
    for (name, method), allowed in TABLE.items():
        status = ask(client, hall, name, method)
        # Elsewhere a link is not a sign-in; at the own result it is allowed, and the score is missing.
        right = expected(name, True) if allowed is Public else {401}
        if name == "results":
            right = {403} if method == "GET" else {400}
        if status not in right:
            wrong[name, method] = status
    assert wrong == {}
    assert hall.player(other).post(hall.url("results", hall.matches[0].key), {"score": "2-1"}).status_code == 403


def test_a_players_link_is_good_at_an_unpublished_event_too(hidden: Hall) -> None:
    client = hidden.player(hidden.seated(hidden.matches[0])[0])
    assert client.get("/api/v1/player/").data["match"]["key"] == str(hidden.matches[0].key)
    assert client.post(hidden.url("results", hidden.matches[0].key), {"score": "2-1"}).status_code == 201
    assert client.get(hidden.url("event")).status_code == 404


def test_addresses_outside_events(hall: Hall, account: APIClient) -> None:
    anonymous, player = hall.client(None), hall.player(hall.seated(hall.matches[0])[0])
    for client in (anonymous, account, player):
        assert {preset["game"] for preset in client.get("/api/v1/presets/").data} == {game.key for game in seating(2)}
        assert [event["slug"] for event in client.get("/api/v1/events/").data["results"]] == [hall.event.slug]
    answers = [client.post("/api/v1/events/", {}) for client in (anonymous, player, account)]
    assert [answer.status_code for answer in answers] == [401, 401, 400]
    for address in ("/api/v1/plan/", "/api/v1/plan/cut/"):
        plans = [client.post(address, {}) for client in (anonymous, player, account)]
        assert [answer.status_code for answer in plans] == [401, 401, 400]
    analyses = [client.post("/api/v1/analysis/", {}) for client in (anonymous, player, account)]
    assert [answer.status_code for answer in analyses] == [400, 400, 400]
    comparisons = [client.post("/api/v1/lab/", {}) for client in (anonymous, player, account)]
    assert [answer.status_code for answer in comparisons] == [401, 401, 400]
    keys = {kind: Job.objects.create(kind=kind, params={"text": ""}).key for kind in ("analysis", "campaign")}
    for address, statuses in (("analysis", [200, 200, 200]), ("lab", [401, 401, 200])):
        key = keys["analysis" if address == "analysis" else "campaign"]
        answers = [client.get(f"/api/v1/{address}/{key}/") for client in (anonymous, player, account)]
        assert [answer.status_code for answer in answers] == statuses
    what_ifs = [client.get("/api/v1/player/what-if/") for client in (anonymous, player, hall.client(Role.ORGANISER))]
    assert [answer.status_code for answer in what_ifs] == [401, 404, 401]
    assert anonymous.get("/api/v1/player/").status_code == 401
    assert [client.get("/api/v1/entries/").status_code for client in (anonymous, player)] == [401, 401]
    assert account.get("/api/v1/entries/").data["results"] == []
    assert hall.client(Role.ORGANISER).get("/api/v1/player/").status_code == 401
    assert player.get("/api/v1/player/").data["event"]["slug"] == hall.event.slug


def test_a_match_of_another_event_is_not_there(hall: Hall) -> None:
    other = running()
    assert hall.get("match", other.matches[0].key).data["code"] == "not_found"
    assert hall.post("results", other.matches[0].key, score="2-1").data["code"] == "not_found"
    assert not other.matches[0].results.exists()
