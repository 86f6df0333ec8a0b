"""Every address of the judging API, as each role, as another event's staff, by a player's link, and anonymously."""

import uuid

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from judging.api_urls import urlpatterns
from judging.calls.services import call_judge
from judging.models import Record
from judging.recorder.services.recording import start_record
from judging.rulings.services.rulings import log_ruling
from matches.enums import Role
from matches.people.services.links import make_player_link
from tests.judging.conftest import make_floor
from tests.undone import undone

pytestmark = pytest.mark.django_db

STAFF = frozenset(Role)
JUDGES = frozenset({Role.FLOOR_JUDGE, Role.DEPUTY_HEAD, Role.HEAD_JUDGE})
RECORDERS = JUDGES | {Role.SCOREKEEPER}
HEADS = frozenset({Role.DEPUTY_HEAD, Role.HEAD_JUDGE})
HEAD = frozenset({Role.HEAD_JUDGE})

# name: who reads, who posts (None: there is no such method), what the address names
ADDRESSES = {
    "api-policy": (STAFF, None, None),
    "api-rulings": (STAFF, JUDGES, None),
    "api-infractions": (STAFF, JUDGES, None),
    "api-infraction": (STAFF, None, "infraction"),
    "api-penalties": (STAFF, None, None),
    "api-calls": (STAFF, STAFF, None),
    "api-extensions": (STAFF, JUDGES, None),
    "api-rota": (STAFF, None, None),
    "api-log": (HEADS | {Role.ORGANISER}, None, None),
    "api-infractions-issue": (None, JUDGES, "infraction"),
    "api-infractions-confirm": (None, HEADS, "infraction"),
    "api-infractions-change": (None, HEADS, "infraction"),
    "api-infractions-rescind": (None, HEAD, "infraction"),
    "api-infractions-undo": (None, JUDGES, "infraction"),
    "api-infractions-apply": (None, HEADS, "infraction"),
    "api-infractions-keep-both": (None, HEADS, "infraction"),
    "api-rulings-undo": (None, JUDGES, "ruling"),
    "api-rulings-withdraw": (None, HEADS, "ruling"),
    "api-turns": (STAFF, RECORDERS, "match_key"),
    **{
        f"api-turns-{act}": (None, RECORDERS, "match_key")
        for act in ("write", "undo", "correct", "round", "take-over", "confirm")
    },
    "api-calls-claim": (None, JUDGES, "call"),
    "api-calls-escalate": (None, JUDGES, "call"),
    "api-calls-resolve": (None, JUDGES, "call"),
}


@pytest.fixture
def client():
    return APIClient()


@pytest.fixture
def staffed(floor):
    """The floor with somebody in every role."""
    for role in Role:
        floor.user(role)
    return floor


@pytest.fixture
def things(floor):
    return things_of(floor)


@pytest.fixture
def other(floor):
    """Another event, with a head judge."""
    found = make_floor()
    found.user(Role.HEAD_JUDGE)
    return found


@pytest.fixture
def theirs(other):
    return things_of(other)


def things_of(floor):
    ruling = log_ruling(event=floor.event, actor=floor.judge, match=floor.match, matter="other", outcome="x")
    start_record(match=floor.match, actor=floor.judge, first="A", device="api")
    return {
        "match_key": floor.match.key,
        "infraction": floor.infraction().pk,
        "ruling": ruling.pk,
        "call": call_judge(match=floor.match, actor=floor.judge).pk,
    }


def address(event, name, known):
    what = ADDRESSES[name][2]
    return reverse(name, args=[event.slug, known[what]] if what else [event.slug])


def test_every_address_is_in_the_table():
    assert {pattern.name for pattern in urlpatterns} == set(ADDRESSES)


def test_each_role(subtests: pytest.Subtests, staffed, things):
    for name in ADDRESSES:
        with subtests.test(name=name), undone(staffed):
            url = address(staffed.event, name, things)
            reads, posts, _what = ADDRESSES[name]
            client = APIClient()
            for role in Role:
                client.force_login(staffed.user(role))
                read, posted = client.get(url).status_code, client.post(url, {}).status_code
                if reads is None:  # an act is only posted
                    assert read == 405, role
                else:
                    assert read == (200 if role in reads else 403), role
                if posts is None:
                    assert posted == 405
                else:
                    # 400 and 422: let in, and then told what is missing or cannot be
                    assert (posted in (200, 201, 400, 409, 422)) if role in posts else posted == 403, (role, posted)


def test_other_events_staff_anonymous_visitors_and_players_are_refused(
    subtests: pytest.Subtests, client, floor, things, other
):
    for name in ADDRESSES:
        with subtests.test(name=name), undone(client, floor, other):
            url = address(floor.event, name, things)
            link = make_player_link(actor=floor.actor(Role.ORGANISER), entry=floor.player)
            rows = Record.objects.count()
            method = client.get if ADDRESSES[name][0] else client.post
            assert method(url).status_code == 401
            client.force_login(other.user(Role.HEAD_JUDGE))
            assert method(url).status_code == 403
            client.logout()
            client.credentials(HTTP_AUTHORIZATION=f"Link {link.token}")
            assert method(url).status_code in (401, 403)
            assert Record.objects.count() == rows


def test_another_event_s_records_are_not_found_here(subtests: pytest.Subtests, client, staffed, theirs):
    for name in [name for name, (_reads, _posts, what) in ADDRESSES.items() if what]:
        with subtests.test(name=name), undone(client, staffed):
            client.force_login(staffed.user(Role.HEAD_JUDGE))
            rows = Record.objects.count()
            where = address(staffed.event, name, theirs)
            missing = client.get(where) if ADDRESSES[name][0] else client.post(where, {"reason": "x", "penalty": "W"})
            assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
            assert Record.objects.count() == rows


def test_an_unpublished_event_is_not_there_for_others(client, floor):
    floor.event.published = False
    floor.event.save()
    for name in ("api-rulings", "api-policy", "api-calls"):
        missing = client.get(reverse(name, args=[floor.event.slug]))
        assert missing.json()["detail"] == "There is no such event, or it is not published."
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    assert client.get(reverse("api-rulings", args=[floor.event.slug])).json()["count"] == 0


def test_a_player_calls_to_the_own_table_by_link(client, floor):
    link = make_player_link(actor=floor.actor(Role.ORGANISER), entry=floor.player)
    client.credentials(HTTP_AUTHORIZATION=f"Link {link.token}")
    url = reverse("api-calls", args=[floor.event.slug])
    assert client.post(url, {"match": floor.matches[1].pk}).json()["code"] == "not_allowed"
    made = client.post(url, {"match": floor.match.pk, "about": "counter?", "source": "phone"})
    assert (made.status_code, made.json()["player"], made.json()["state"]) == (201, floor.player.number, "open")
    theirs = make_floor()
    assert client.post(reverse("api-calls", args=[theirs.event.slug]), {"match": theirs.match.pk}).status_code == 403


def test_sent_without_a_login_nothing_is_logged(client, floor):
    url = reverse("api-infractions", args=[floor.event.slug])
    data = {"id": str(uuid.uuid4()), "player": floor.player.number, "code": "GP-HAND", "penalty": "W"}
    assert client.post(url, data).status_code == 401
    assert not Record.objects.exists()
