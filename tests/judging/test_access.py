"""Every address of the floor: as each role, as another event's staff, and anonymously."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from judging.appeals.services import file_appeal
from judging.calls.services import call_judge
from judging.evidence.services import attach_photo
from judging.extensions.services import extend_time
from judging.models import PenaltyEvent, Record
from judging.recorder.public_urls import urlpatterns as public_urlpatterns
from judging.recorder.services.recording import start_record
from judging.rulings.services.rulings import log_incident, log_ruling
from judging.urls import urlpatterns
from matches.enums import Role, Source
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.forms import sample
from tests.judging.conftest import NOON, make_floor
from tests.judging.evidence.pictures import photo
from tests.undone import undone

pytestmark = pytest.mark.django_db

STAFF = frozenset(Role)
JUDGES = frozenset({Role.FLOOR_JUDGE, Role.DEPUTY_HEAD, Role.HEAD_JUDGE})
RECORDERS = JUDGES | {Role.SCOREKEEPER}
HEADS = frozenset({Role.DEPUTY_HEAD, Role.HEAD_JUDGE})
CLOCK = HEADS | {Role.ORGANISER, Role.SCOREKEEPER}

# name: who may open it, who may post to it (None: nothing is posted there), and what the address names
ADDRESSES = {
    "tables": (STAFF, None, ()),
    "go": (STAFF, None, ()),
    "table": (STAFF, None, ("match",)),
    "table_act": (STAFF, JUDGES, ("match", "cover")),
    "stopwatch": (JUDGES, JUDGES, ("match",)),
    "time": (JUDGES, JUDGES, ("match",)),
    "result": (JUDGES, JUDGES, ("match",)),
    "called": (JUDGES, JUDGES, ("match",)),
    "appeal": (JUDGES, JUDGES, ("match",)),
    "accept": (JUDGES, JUDGES, ("match",)),
    "note": (JUDGES, JUDGES, ("match",)),
    "matter": (JUDGES, JUDGES, ("match", "counter_joker")),
    "fault": (JUDGES, JUDGES, ("match", "GP-HAND", "number")),
    "incident_start": (JUDGES, JUDGES, ("match",)),
    "deck_check": (JUDGES, JUDGES, ("match",)),
    "sheet_code": (JUDGES, None, ()),
    "sheet": (JUDGES, JUDGES, ("match",)),
    "incident": (JUDGES | {Role.ORGANISER}, None, ("incident",)),
    "incident_statement": (JUDGES, JUDGES, ("incident",)),
    "incident_photo": (JUDGES, JUDGES, ("incident",)),
    "incident_join": (JUDGES, JUDGES, ("incident",)),
    "photo": (JUDGES | {Role.ORGANISER}, None, ("photo",)),
    "undo_extension": (JUDGES, JUDGES, ("extension",)),
    "ruling": (STAFF, None, ("ruling",)),
    "withdraw_ruling": (HEADS, HEADS, ("ruling",)),
    "undo_ruling": (JUDGES, JUDGES, ("ruling",)),
    "infraction": (STAFF, None, ("infraction",)),
    "undo_infraction": (JUDGES, JUDGES, ("infraction",)),
    "issue": (JUDGES, JUDGES, ("infraction",)),
    "confirm": (HEADS, HEADS, ("infraction",)),
    "change": (HEADS, HEADS, ("infraction",)),
    "rescind": (frozenset({Role.HEAD_JUDGE}), frozenset({Role.HEAD_JUDGE}), ("infraction",)),
    "apply": (HEADS, HEADS, ("infraction",)),
    "keep_both": (HEADS, HEADS, ("infraction",)),
    "calls": (STAFF, None, ()),
    "calls_waiting": (STAFF, None, ()),
    "call_act": (JUDGES, JUDGES, ("call", "claim")),
    "head": (HEADS, None, ()),
    "rota": (STAFF, None, ()),
    "rota_act": (HEADS | {Role.ORGANISER}, HEADS | {Role.ORGANISER}, ("zone",)),
    "own_duty": (JUDGES, JUDGES, ("break",)),
    "notice_read": (STAFF, STAFF, ("notice",)),
    "delegate": (frozenset({Role.HEAD_JUDGE}), frozenset({Role.HEAD_JUDGE}), ()),
    "decide": (HEADS, HEADS, ("appeal",)),
    "log": (STAFF, None, ()),
    "featured": (CLOCK, None, ()),
    "stream_act": (frozenset({Role.ORGANISER}), frozenset({Role.ORGANISER}), ("make",)),
    "feature_act": (CLOCK, CLOCK, ("match", "show")),
    "recorder": (RECORDERS, None, ("match",)),
    "recorder_start": (RECORDERS, RECORDERS, ("match",)),
    "recorder_read": (RECORDERS, RECORDERS, ("match",)),
    "recorder_tap": (RECORDERS, RECORDERS, ("match", "write")),
    "record_choose": (RECORDERS, RECORDERS, ("match",)),
    "record_report": (STAFF, None, ("match",)),
    "record_dismiss": (JUDGES, JUDGES, ("match",)),
    "record_result": (RECORDERS, RECORDERS, ("match",)),
    "record_file": (STAFF, None, ("match", "json")),
    "player_log": (STAFF, None, ("number",)),
    "edit_policy": (frozenset({Role.ORGANISER, Role.HEAD_JUDGE}), frozenset({Role.ORGANISER, Role.HEAD_JUDGE}), ()),
    "worker": (STAFF, None, ()),
    "kept": (STAFF, None, ()),
    "kept_missing": (STAFF, None, ()),
    "kept_tables": (STAFF, None, (1,)),
    "kept_fault": (JUDGES, None, ()),
    "rules": (STAFF, frozenset({Role.ORGANISER, Role.HEAD_JUDGE}), ()),
}


@pytest.fixture
def staffed(floor):
    """The floor with somebody in every role, who is there whatever a case undoes."""
    for role in Role:
        floor.user(role)
    return floor


@pytest.fixture
def clients(staffed):
    """Each role, signed in."""
    found = {role: Client() for role in Role}
    for role, client in found.items():
        client.force_login(staffed.user(role))
    return found


@pytest.fixture
def other(floor):
    """Another event, with a judge in every role that counts here."""
    found = make_floor()
    found.user(Role.FLOOR_JUDGE), found.user(Role.HEAD_JUDGE)
    return found


@pytest.fixture
def things(floor):
    infraction = floor.infraction()
    incident = log_incident(event=floor.event, actor=floor.judge, match=floor.match, summary="x")
    return {
        "incident": incident.pk,
        "photo": attach_photo(of=incident, photo=photo(), actor=floor.judge).pk,
        "match": floor.match.pk,
        "number": floor.player.number,
        "infraction": infraction.pk,
        "extension": extend_time(match=floor.match, actor=floor.judge, seconds=60, at=NOON).pk,
        "ruling": log_ruling(event=floor.event, actor=floor.judge, match=floor.match, matter="other", outcome="x").pk,
        "turns": start_record(match=floor.match, actor=floor.judge, first="A", device="").pk,
        "call": call_judge(match=floor.match, actor=floor.judge).pk,
        "appeal": file_appeal(event=floor.event, of=infraction, actor=floor.judge, statement="no").pk,
        "notice": 0,
    }


def address(event, name, things):
    return reverse(f"judging:{name}", args=[event.slug, *(things.get(part, part) for part in ADDRESSES[name][2])])


def test_every_address_is_in_the_table():
    by_link = {"mine", "mine_act", "mine_day", "mine_turns"}  # a player's own, see test_mine
    assert {pattern.name for pattern in urlpatterns} - by_link == set(ADDRESSES)


def test_published_records_are_for_everybody_and_an_unpublished_event_s_for_its_staff(
    subtests: pytest.Subtests, staffed
):
    for role in [*Role, None]:
        with subtests.test(role=role), undone(staffed):
            floor, client = staffed, Client()
            start_record(match=floor.match, actor=floor.judge, first="A", device="")
            report_result(match=floor.match, score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
            found = {"records": (), "replay": (floor.match.pk,)}
            assert {pattern.name for pattern in public_urlpatterns} == set(found)
            if role is not None:
                client.force_login(floor.user(role))
            for published in (True, False):
                floor.event.published, floor.event.options = published, {"publish_records": True}
                floor.event.save()
                for name, parts in found.items():
                    answer = client.get(reverse(f"records:{name}", args=[floor.event.slug, *parts]))
                    assert answer.status_code == (200 if published or role is not None else 404)


def test_who_opens_it(subtests: pytest.Subtests, staffed, clients, things):
    for name in sample(3, ADDRESSES):
        with subtests.test(name=name), undone(staffed):
            may = ADDRESSES[name][0]
            url = address(staffed.event, name, things)
            for role, client in clients.items():
                answer = client.get(url)
                if role in may:
                    assert answer.status_code in (200, 302), role
                else:
                    assert answer.status_code == 403, role
                    assert "You cannot open this page" in answer.content.decode(), role


def test_who_posts_to_it(subtests: pytest.Subtests, staffed, clients, things):
    for name in sample(3, [name for name, (_open, post, _parts) in ADDRESSES.items() if post is not None]):
        with subtests.test(name=name), undone(staffed):
            url = address(staffed.event, name, things)
            for role, client in clients.items():
                rows = Record.objects.count()
                status = client.post(url, {}).status_code
                if role in ADDRESSES[name][1]:
                    assert status in (200, 302, 422), role
                else:
                    assert (status, Record.objects.count()) == (403, rows), role


def test_other_events_staff_and_anonymous_visitors_are_refused(subtests: pytest.Subtests, floor, things, other):
    for name in sample(2, ADDRESSES):
        with subtests.test(name=name), undone(floor, other):
            url = address(floor.event, name, things)
            client = Client()
            answer = client.get(url)
            assert (answer.status_code, answer.url.startswith(reverse("matches:login"))) == (302, True)
            client.force_login(other.user(Role.HEAD_JUDGE))
            rows = Record.objects.count()
            for answer in (client.get(url), client.post(url, {})):
                assert answer.status_code == 403
                assert "You cannot open this page" in answer.content.decode()
                assert floor.player.player.name not in answer.content.decode()
            assert Record.objects.count() == rows


@pytest.fixture
def theirs(other):
    infraction = other.infraction()
    incident = log_incident(event=other.event, actor=other.judge, match=other.match, summary="x")
    return {
        "incident": incident.pk,
        "photo": attach_photo(of=incident, photo=photo(), actor=other.judge).pk,
        "match": other.match.pk,
        "number": 999_999,
        "infraction": infraction.pk,
        "ruling": log_ruling(event=other.event, actor=other.judge, match=other.match, matter="other", outcome="x").pk,
        "call": call_judge(match=other.match, actor=other.judge).pk,
        "appeal": file_appeal(event=other.event, of=infraction, actor=other.judge, statement="no").pk,
    }


def test_another_event_s_things_are_not_found_here(subtests: pytest.Subtests, staffed, theirs):
    """The head judge of this event, with the table or the record of another."""
    for name in [name for name, (_open, _post, parts) in ADDRESSES.items() if parts]:
        with subtests.test(name=name), undone(staffed):
            if not set(ADDRESSES[name][2]) & set(theirs):
                continue
            client = Client()
            client.force_login(staffed.user(Role.HEAD_JUDGE))
            before = PenaltyEvent.objects.count()
            url = address(staffed.event, name, theirs)
            assert client.get(url).status_code == 404
            assert client.post(url, {"record": uuid.uuid4(), "penalty": "W", "reason": "x"}).status_code == 404
            assert PenaltyEvent.objects.count() == before


def test_an_act_of_one_button_is_never_a_get(subtests: pytest.Subtests, staffed, things):
    for name in [
        "table_act",
        "undo_extension",
        "undo_ruling",
        "undo_infraction",
        "apply",
        "keep_both",
        "call_act",
        "delegate",
    ]:
        with subtests.test(name=name), undone(staffed):
            client = Client()
            client.force_login(staffed.user(Role.HEAD_JUDGE))
            before = PenaltyEvent.objects.count()
            assert client.get(address(staffed.event, name, things)).status_code == 302
            assert PenaltyEvent.objects.count() == before
