"""Rulings, infractions, calls and the log by the API."""

import uuid

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from judging.calls.services import call_judge, claim_call, resolve_call
from judging.models import Infraction, PenaltyEvent, Record, Ruling
from judging.policies.queries import rules_of
from judging.policies.services import start_policy
from judging.policy import load
from judging.rulings.services.rulings import log_ruling
from matches.audit.services import row_hash
from matches.enums import Role
from tests.judging.conftest import make_floor
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(floor):
    client = APIClient()
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


@pytest.fixture
def head(floor):
    client = APIClient()
    client.force_login(floor.user(Role.HEAD_JUDGE))
    return client


def url(floor, name, *args):
    return reverse(name, args=[floor.event.slug, *args])


def log(client, floor, **more):
    data = {"player": floor.player.number, "code": "GP-HAND", "penalty": "W", "match": floor.match.pk, **more}
    return client.post(url(floor, "api-infractions"), data)


def test_an_infraction_with_its_suggestion_and_state(judge, floor):
    answer = log(judge, floor)
    told = answer.json()
    row = Infraction.objects.get()
    assert answer.status_code == 201
    assert {key: told[key] for key in ("id", "player", "code", "suggested", "nth", "penalty", "status", "table")} == {
        "id": str(row.pk),
        "player": floor.player.number,
        "code": "GP-HAND",
        "suggested": "W",
        "nth": 1,
        "penalty": "W",
        "status": "issued",
        "table": 1,
    }
    assert told["path"] == ["W", "W", "RL", "ML"]
    assert told["reasons"][0] == {
        "code": "nth_same_infraction",
        "params": {"n": 1, "window": "event", "infraction": "GP-HAND"},
    }
    assert judge.get(url(floor, "api-infraction", row.pk)).json() == told


def test_the_same_id_twice_lands_once_and_answers_the_same(judge, floor):
    key = str(uuid.uuid4())
    first, second = log(judge, floor, id=key), log(judge, floor, id=key, comment="otherwise")
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert Infraction.objects.count() == 1


def test_an_id_of_another_kind_of_record(judge, floor):
    ruling = log_ruling(event=floor.event, actor=floor.judge, matter="other", outcome="x")
    answer = log(judge, floor, id=str(ruling.pk))
    assert (answer.status_code, answer.json()["code"]) == (409, "id_taken")


def test_what_the_device_says(judge, floor):
    told = {"device": "tab-3", "device_number": 4, "device_time": "2026-11-21T12:03:00Z", "source": "paper"}
    assert log(judge, floor, **told).json()["source"] == "paper"
    row = Record.objects.get(device="tab-3", device_number=4)
    assert row.device_time.isoformat() == "2026-11-21T12:03:00+00:00"
    again = log(judge, floor, **told)
    assert (again.status_code, again.json()["code"]) == (409, "number_taken")


def test_without_a_penalty_the_answer_is_the_suggestion(judge, floor):
    told = log(judge, floor, penalty=None).json()
    assert (told["suggested"], told["penalty"], told["status"]) == ("W", None, "noted")
    issued = judge.post(url(floor, "api-infractions-issue", told["id"]), {"penalty": "W"})
    assert issued.json()["status"] == "issued"


@pytest.mark.database
def test_bad_input_is_said_at_its_field_and_logs_nothing(subtests: pytest.Subtests, judge, floor):
    for more, status, field in [
        ({"player": 999_999}, 400, "player"),
        ({"player": "Ada"}, 400, "player"),
        ({"match": 10**12}, 400, "match"),
        ({"match": 999_999}, 400, "match"),
        ({"id": "x"}, 400, "id"),
        ({"source": "dream"}, 400, "source"),
        ({"device_number": 3}, 400, "device"),
        ({"comment": "x" * 2001}, 400, "comment"),
        ({"comment": "a\x00b"}, 400, "comment"),
        ({"late_seconds": -1}, 400, "late_seconds"),
        ({"statements": {"prize_decision": "half"}}, 400, "statements.prize_decision"),
        ({"code": "GP-NOPE"}, 422, "code"),
        ({"penalty": "XX"}, 422, "penalty"),
        ({"penalty": "RL"}, 422, "comment"),
        ({"code": "TM-TARDY", "penalty": "RM"}, 422, "late_seconds"),
    ]:
        with subtests.test(more=more, status=status, field=field), undone(floor):
            answer = log(judge, floor, **more)
            assert (answer.status_code, answer.json()["field"]) == (status, field)
            assert not Record.objects.exists()


def test_a_body_that_is_no_object(subtests: pytest.Subtests, judge, floor):
    for body in [[], "text", None, 3]:
        with subtests.test(body=body), undone(floor):
            refused = judge.post(url(floor, "api-infractions"), body)
            assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
            assert not Record.objects.exists()


def test_another_table_s_player_and_another_event_s_ruling(judge, floor):
    other = floor.matches[1].seats.first().entry
    assert log(judge, floor, player=other.number).json()["code"] == "not_at_table"
    theirs = make_floor()
    ruling = log_ruling(event=theirs.event, actor=theirs.judge, matter="other", outcome="x")
    assert log(judge, floor, ruling=str(ruling.pk)).status_code == 404


def test_a_provisional_loss_confirmed_changed_and_taken_back(judge, head, floor):
    told = log(judge, floor, code="TE-OUTSIDE", penalty="ML", comment="asked").json()
    assert (told["status"], told["needs"]) == ("provisional", "deputy_head")

    def act(name, **data):
        return head.post(url(floor, f"api-infractions-{name}", told["id"]), data)

    assert act("confirm").json()["status"] == "confirmed"
    assert act("confirm").json()["code"] == "not_provisional"
    assert act("change", penalty="W", reason="nothing was learned").json()["penalty"] == "W"
    assert act("change", penalty="RM").status_code == 400
    assert act("rescind", reason="wrong player").json()["status"] == "rescinded"
    steps = head.get(url(floor, "api-penalties")).json()["results"]
    assert [(step["act"], step["penalty"]) for step in steps] == [
        ("issued", "ML"),
        ("confirmed", "ML"),
        ("changed", "W"),
        ("rescinded", "W"),
    ]
    assert steps[1]["effect"]["kind"] == "match_loss"


def test_a_disqualification_with_its_statements(head, floor):
    statements = {"statement_player": "No.", "statement_judge": "Yes.", "prize_decision": "with_prize"}
    more = {"code": "UC-CHEAT", "penalty": "DQ", "comment": "marked"}
    assert log(head, floor, **more).json()["code"] == "statements_missing"
    assert log(head, floor, **more, statements=statements).status_code == 201
    assert PenaltyEvent.objects.get().statements == statements


def test_undo_is_one_s_own(judge, head, floor):
    key = log(judge, floor).json()["id"]
    assert head.post(url(floor, "api-infractions-undo", key)).json()["code"] == "not_yours"
    assert judge.post(url(floor, "api-infractions-undo", key)).json()["status"] == "rescinded"


def test_rulings(judge, head, floor):
    given = {"matter": "counter_joker", "outcome": "valid_counter", "match": floor.match.pk, "rule": "BO-5.24"}
    made = judge.post(url(floor, "api-rulings"), {**given, "player": floor.player.number})
    assert (made.status_code, made.json()["outcome"], made.json()["player"]) == (
        201,
        "valid_counter",
        floor.player.number,
    )
    assert judge.post(url(floor, "api-rulings"), {**given, "outcome": "draw"}).json()["field"] == "outcome"
    assert judge.post(url(floor, "api-rulings"), {"matter": "other"}).status_code == 400
    withdrawn = head.post(url(floor, "api-rulings-withdraw", made.json()["id"]), {"reason": "wrong table"})
    assert withdrawn.json()["withdrawn"] is True
    listed = judge.get(url(floor, "api-rulings")).json()["results"]
    assert [(row["outcome"], row["withdrawn"]) for row in listed] == [("valid_counter", True), ("withdrawn", False)]


def test_undo_of_a_ruling(judge, floor):
    made = judge.post(url(floor, "api-rulings"), {"matter": "other", "outcome": "reshuffled"}).json()
    assert judge.post(url(floor, "api-rulings-undo", made["id"])).json()["withdrawn"] is True
    assert Ruling.objects.count() == 2


def test_calls(judge, head, floor):
    made = judge.post(url(floor, "api-calls"), {"match": floor.match.pk, "about": "counter?"})
    key = made.json()["id"]
    assert (made.status_code, made.json()["state"]) == (201, "open")
    assert judge.post(url(floor, "api-calls"), {"match": floor.match.pk}).json()["id"] == key

    def step(client, name):
        return client.post(url(floor, f"api-calls-{name}", key))

    assert step(judge, "claim").json()["answered_by"] == str(floor.judge.user)
    assert (step(head, "claim").status_code, step(head, "claim").json()["code"]) == (409, "call_claimed")
    assert step(judge, "escalate").json()["state"] == "escalated"
    assert step(head, "resolve").json()["state"] == "resolved"
    assert judge.get(url(floor, "api-calls"), {"open": "true"}).json()["results"] == []
    assert len(judge.get(url(floor, "api-calls"), {"open": "false"}).json()["results"]) == 1


def test_lists_are_narrowed_and_in_pages(subtests: pytest.Subtests, judge, floor):
    for query, codes in [
        ({}, ["GP-HAND", "TM-SLOW", "GP-DRAW"]),
        ({"code": "TM-SLOW"}, ["TM-SLOW"]),
        ({"table": "2"}, ["GP-DRAW"]),
        ({"round": "1"}, ["GP-HAND", "TM-SLOW", "GP-DRAW"]),
        ({"round": "9"}, []),
        ({"after": "2"}, ["TM-SLOW", "GP-DRAW"]),
        ({"order": "-sequence"}, ["GP-DRAW", "TM-SLOW", "GP-HAND"]),
        ({"page_size": "2"}, ["GP-HAND", "TM-SLOW"]),
    ]:
        with subtests.test(query=query, codes=codes), undone(floor):
            floor.infraction()
            floor.infraction("TM-SLOW", "RM")
            floor.infraction("GP-DRAW", match=floor.matches[1], entry=floor.matches[1].seats.first().entry)
            listed = judge.get(url(floor, "api-infractions"), query).json()["results"]
            assert [row["code"] for row in listed] == codes


def test_a_filter_that_cannot_be_read(subtests: pytest.Subtests, judge, floor):
    for query in [{"table": "x"}, {"after": "-1"}, {"round": "1e30"}, {"order": "name"}]:
        with subtests.test(query=query), undone(floor):
            answer = judge.get(url(floor, "api-infractions"), query)
            assert (answer.status_code, answer.json()["field"]) == (400, next(iter(query)))


def test_a_list_that_did_not_change_is_not_sent_again(judge, floor):
    floor.infraction()
    first = judge.get(url(floor, "api-infractions"))
    tag = {"HTTP_IF_NONE_MATCH": first.headers["ETag"]}
    assert judge.get(url(floor, "api-infractions"), **tag).status_code == 304
    floor.infraction("GP-DRAW")
    again = judge.get(url(floor, "api-infractions"), **tag)
    assert [row["code"] for row in again.json()["results"]] == ["GP-HAND", "GP-DRAW"]


def test_the_log_is_a_chain_that_a_program_can_check(head, floor):
    floor.infraction()
    call = call_judge(match=floor.match, actor=floor.judge)
    claim_call(call=call, actor=floor.judge)
    resolve_call(call=call, actor=floor.judge)
    rows = head.get(url(floor, "api-log")).json()["results"]
    previous = ""
    for row in rows:
        assert row["previous_hash"] == previous
        assert row["hash"] == row_hash(previous, row["body"])
        previous = row["hash"]
    steps = ["call_step", "table", "call_step", "table"]  # the judge covers the table, and leaves it
    assert [row["body"]["kind"] for row in rows] == ["infraction", "penalty", "call", *steps]
    only = head.get(url(floor, "api-log"), {"kind": "call"}).json()["results"]
    assert [row["sequence"] for row in only] == [3]


def test_the_policy_that_a_device_needs(judge, floor):
    told = judge.get(url(floor, "api-policy")).json()
    assert (told["started"], told["profile"]) == (False, "competitive")
    start_policy(event=floor.event, profile="blitz", actor=floor.head)
    told = judge.get(url(floor, "api-policy")).json()
    assert load(told["policy"]).digest == told["digest"] == rules_of(floor.event).policy.digest


@pytest.mark.parametrize("name", ["api-infractions", "api-rulings", "api-penalties", "api-calls", "api-log"])
@pytest.mark.sampled(3)
def test_a_list_costs_the_same_for_one_and_for_three(name, django_assert_num_queries):
    counts = []
    for size in (1, 3):
        floor = make_floor(size)
        for match in floor.matches:
            entry = match.seats.first().entry
            floor.infraction(match=match, entry=entry)
            log_ruling(event=floor.event, actor=floor.judge, match=match, matter="other", outcome="x", concerns=entry)
            claim_call(call=call_judge(match=match, actor=floor.judge), actor=floor.judge)
        client = APIClient()
        client.force_login(floor.user(Role.HEAD_JUDGE))
        with django_assert_num_queries(counts[0] if counts else 9, exact=bool(counts)) as counted:
            client.get(url(floor, name))
        counts.append(len(counted))
