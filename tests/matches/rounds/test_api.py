"""Rounds from the draft to the end: who sees what, each act, and its refusals."""

from __future__ import annotations

import pytest

from matches.enums import Role, Source
from matches.results.services.results import report_result
from tests.matches.conftest import TWO_ONE, Hall, make_event
from tests.scenes import late_arrival
from tests.scenes import published as published_scene

pytestmark = pytest.mark.django_db


def test_an_event_is_run_to_the_winner_over_the_api() -> None:
    hall = make_event()
    for stage, number in ((1, 1), (1, 2), (2, 1)):
        paired = hall.post("rounds")
        assert paired.status_code == 201, paired.data
        assert (paired.data["stage"], paired.data["number"], paired.data["status"]) == (stage, number, "draft")
        assert paired.headers["Location"] == hall.url("round", stage, number)
        assert hall.post("round-publish", stage, number).data["status"] == "published"
        assert hall.post("round-start", stage, number).data["clock"]["state"] == "running"
        assert hall.post("round-call", stage, number).data["status"] == "time_called"
        for row in hall.get("matches", stage=stage, round=number, missing=True).data["results"]:
            assert hall.post("results", row["key"], score="2-1").status_code == 201
        assert hall.post("round-close", stage, number).data["status"] == "closed"
    bracket = hall.get("bracket", 2, role=None).data
    assert bracket["complete"]
    assert bracket["champion"]["number"] == bracket["placings"][0]["number"]
    assert hall.get("event").data["finished"] is True
    assert hall.post("rounds").data["code"] == "stages_over"


def test_a_draft_is_there_for_the_staff_only(draft: Hall) -> None:
    key = draft.matches[0].key
    for name, args in (("round", (1, 2)), ("match", (key,))):
        assert draft.get(name, *args, role=None).status_code == 404
        assert draft.get(name, *args, role=Role.FLOOR_JUDGE).status_code == 200
    assert [row["number"] for row in draft.get("rounds", role=None).data["results"]] == [1]
    assert [row["number"] for row in draft.get("rounds").data["results"]] == [1, 2]
    assert draft.get("rounds", role=None, status="draft").data["count"] == 0
    assert draft.get("matches", role=None, round=2).data["count"] == 0
    assert draft.get("matches", round=2).data["count"] == 3
    assert draft.get("clock", role=None).data["round"] == 1
    assert draft.get("clock").data["round"] == 2


def test_pairing_the_same_round_again_is_a_conflict(hall: Hall) -> None:
    refused = hall.post("rounds", number=3)
    assert (refused.status_code, refused.data["code"]) == (409, "round_open")
    assert hall.post("rounds", stage=7).status_code == 404


def test_a_round_tells_what_is_missing_and_to_the_staff_how_it_was_paired(hall: Hall) -> None:
    report_result(match=hall.matches[0], score=TWO_ONE, actor=hall.actor(), source=Source.DESK)
    shown = hall.get("round", 1, 2, role=None).data
    assert (shown["tables"], shown["missing"], shown["missing_tables"], shown["staff"]) == (2, 1, [2], None)
    assert hall.get("round", 1, 2).data["staff"]["attempt"] == 1
    rows = hall.get("rounds", role=None).data["results"]
    assert [(row["tables"], row["missing"]) for row in rows] == [(2, 0), (2, 1)]


def test_the_clock_is_stopped_and_given_time(hall: Hall) -> None:
    assert hall.post("round-pause", 1, 2).data["clock"]["state"] == "paused"
    assert hall.post("round-pause", 1, 2).data["code"] == "clock_already_paused"
    assert hall.post("round-resume", 1, 2).data["clock"]["running"] is True
    assert hall.post("round-add", 1, 2, minutes=3).data["clock"]["allowed_seconds"] == 28 * 60
    assert hall.post("round-add", 1, 2, minutes=61).data["field"] == "minutes"
    assert hall.post("round-add", 1, 2).data["errors"] == {"minutes": ["This field is required."]}


def test_withdrawn_with_a_reason_and_paired_again(draft: Hall) -> None:
    assert draft.post("round-withdraw", 1, 2).data["field"] == "reason"
    assert draft.post("round-withdraw", 1, 2, reason="Wrong list").data["status"] == "withdrawn"
    assert draft.get("round", 1, 2).status_code == 404
    assert draft.post("rounds").data["staff"]["attempt"] == 2


def test_a_draft_is_paired_again_and_keeps_what_was_kept(draft: Hall) -> None:
    kept = draft.matches[0]
    numbers = {entry.number for entry in draft.seated(kept)}
    assert draft.post("match-keep", kept.key).data["staff"]["locked"] is True
    again = draft.post("round-repair", 1, 2)
    assert (again.status_code, again.data["staff"]["attempt"]) == (200, 2)
    locked = [row for row in draft.get("matches", round=2).data["results"] if row["staff"]["locked"]]
    assert [{seat["number"] for seat in row["seats"]} for row in locked] == [numbers]


def test_two_players_change_seats_by_number_and_verify_tells_it(draft: Hall) -> None:
    untouched = draft.get("round-verify", 1, 2).data
    assert (untouched["same"], untouched["lines"], untouched["changes"]) == (True, [], [])
    first, second = (draft.seated(match)[0].number for match in draft.matches)
    swapped = draft.post("round-swap", 1, 2, first=first, second=second, reason="Siblings")
    assert swapped.status_code == 200, swapped.data
    verified = draft.get("round-verify", 1, 2).data
    assert (verified["same"], len(verified["lines"])) == (False, 4)
    [change] = verified["changes"]
    assert (change["act"], change["reason"], change["numbers"]) == ("swap_players", "Siblings", [first, second])
    unknown = draft.post("round-swap", 1, 2, first=first, second=99, reason="Siblings")
    assert unknown.data["code"] == "player_not_in_round"


def test_a_draft_says_what_it_breaks(draft: Hall) -> None:
    a, b = draft.matches
    partners = [entry.number for entry in draft.seated(a)]
    met = draft.event.stages.get(order=1).rounds.get(number=1).matches.filter(kind="played")
    pairs = [[seat.entry.number for seat in match.seats.all()] for match in met]
    wanted = next(pair for pair in pairs if partners[0] in pair or partners[1] in pair)
    keep = next(number for number in partners if number in wanted)
    out = next(number for number in partners if number != keep)
    other = next(number for number in wanted if number != keep)
    swapped = draft.post("round-swap", 1, 2, first=out, second=other, reason="Try").data
    rematch = [c for c in swapped["staff"]["conflicts"] if c["code"] == "rematch"]
    assert [sorted(conflict["players"]) for conflict in rematch] == [sorted(wanted)]
    assert "met before" in rematch[0]["words"]
    assert b.pk


def test_filters_and_bad_ones(hall: Hall) -> None:
    assert hall.get("rounds", status="closed").data["count"] == 1
    assert hall.get("rounds", stage=2).data["count"] == 0
    assert hall.get("rounds", order="-number").data["results"][0]["number"] == 2
    assert set(hall.get("rounds", status="gone", stage="one").data["errors"]) == {"status", "stage"}
    assert hall.get("rounds", stage="9" * 40).status_code == 400
    assert hall.get("round", 10**30, 1).status_code == 404


def test_a_published_round_is_repaired_over_the_api() -> None:
    scene = published_scene()
    hall = scene.hall
    draft = hall.post("round-back-to-draft", 1, 2, reason="wrong sheet")
    assert (draft.status_code, draft.data["status"], draft.data["staff"]["attempt"]) == (200, "draft", 2)
    tables = [row["table"] for row in hall.get("matches", round=2).data["results"]]
    assert hall.post("match-table", hall.matches[0].key, table=8).status_code == 200
    assert hall.post("round-publish", 1, 2).status_code == 200
    rows = hall.get("matches", role=None, stage=1, round=2).data["results"]
    assert tables == [1, 2, None]
    assert [row["changed_at"] is not None for row in rows if row["table"] == 8] == [True]
    assert [row["changed_at"] is not None for row in rows if row["table"] != 8] == [False, False]
    hall.post("round-start", 1, 2)
    late = hall.post("round-back-to-draft", 1, 2, reason="too late")
    assert (late.status_code, late.data["code"]) == (409, "round_started")


def test_a_withdrawn_attempt_is_restored_over_the_api() -> None:
    hall = published_scene().hall
    before = [row["seats"] for row in hall.get("matches", round=2).data["results"]]
    hall.post("round-withdraw", 1, 2, reason="no")
    restored = hall.post("round-restore", 1, 2, attempt=1, reason="it was right")
    assert (restored.status_code, restored.data["status"], restored.data["staff"]["attempt"]) == (200, "draft", 2)
    assert [row["seats"] for row in hall.get("matches", round=2).data["results"]] == before
    unknown = hall.post("round-restore", 1, 2, attempt=9, reason="it was right")
    assert (unknown.status_code, unknown.data["code"]) == (422, "attempt_unknown")
    assert hall.post("round-restore", 1, 7, attempt=1, reason="it was right").status_code == 404


def test_a_late_arrival_is_seated_over_the_api() -> None:
    scene = late_arrival()
    people = {"first": scene.things["late"].number, "second": scene.things["bye"].number}
    assert scene.hall.post("round-table", 1, 2, **people, reason="bus", table=1).data["code"] == "table_taken"
    seated = scene.hall.post("round-table", 1, 2, **people, reason="bus")
    assert (seated.status_code, seated.data["tables"], seated.data["missing_tables"]) == (200, 3, [1, 2, 3])
    unknown = scene.hall.post("round-table", 1, 2, first=99, second=98, reason="bus")
    assert (unknown.status_code, unknown.data["code"]) == (422, "not_in_event")
