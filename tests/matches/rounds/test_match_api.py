"""Matches: lists by round, table, player and missing result, one with its clock, a draft's pairs by hand."""

from __future__ import annotations

import uuid

import pytest

from matches.clock.services import extend_match
from matches.enums import NameDisplay, Role, Source
from matches.results.services.results import report_result
from tests.matches.conftest import TWO_ONE, Hall, running

pytestmark = pytest.mark.django_db


def tables(hall: Hall, role: Role | None = None, **query: object) -> list[int | None]:
    response = hall.get("matches", role=role, **query)
    assert response.status_code == 200, response.data
    return [row["table"] for row in response.data["results"]]


def test_in_order_of_play_with_byes_last(hall: Hall) -> None:
    assert tables(hall) == [1, 2, None, 1, 2, None]
    assert tables(hall, round=2, order="table") == [1, 2, None]
    assert tables(hall, round=2, order="-table") == [2, 1, None]
    assert tables(hall, order="-round") == [1, 2, None, 1, 2, None]
    assert hall.get("matches", order="size").data["field"] == "order"


def test_filters(hall: Hall) -> None:
    report_result(match=hall.matches[0], score=TWO_ONE, actor=hall.actor(), source=Source.DESK)
    assert tables(hall, round=2, missing=True) == [2]
    assert tables(hall, round=2, missing=False) == [1]
    assert tables(hall, stage=1, round=1, table=2) == [2]
    assert tables(hall, kind="bye") == [None, None]
    number = hall.seated(hall.matches[0])[0].number
    assert len(tables(hall, entry=number)) == 2
    assert set(hall.get("matches", round="two", entry="Ada").data["errors"]) == {"round", "entry"}
    assert hall.get("matches", table="-1").status_code == 400
    unclear = hall.get("matches", missing="maybe")
    assert (unclear.status_code, unclear.data["errors"]["missing"]) == (400, ["This must be true or false."])
    assert hall.get("matches", missing="").data["count"] == hall.get("matches").data["count"]
    assert hall.get("matches", table="1.5").status_code == 400


def test_one_match_with_seats_result_extension_and_clock(hall: Hall) -> None:
    match = hall.matches[0]
    extend_match(match=match, seconds=180, actor=hall.actor())
    report_result(match=match, score=TWO_ONE, actor=hall.actor(), source=Source.DESK)
    shown = hall.get("match", match.key, role=None).data
    assert [seat["number"] for seat in shown["seats"]] == [entry.number for entry in hall.seated(match)]
    assert (shown["state"], shown["result"]["score"], shown["result"]["winner"]) == ("done", "2-1", 0)
    assert (shown["extension_seconds"], shown["clock"]["allowed_seconds"]) == (180, 28 * 60)
    assert shown["staff"] is None
    assert hall.get("clock", role=None).data["extensions"] == [{"match": str(match.key), "table": 1, "seconds": 180}]
    assert [row["extension_seconds"] for row in hall.get("matches", round=2).data["results"]] == [180, 0, 0]


def test_why_a_pair_was_made_is_for_the_staff(hall: Hall) -> None:
    for row in hall.get("matches", round=2).data["results"]:
        reasons = row["staff"]["explanation"]
        assert reasons, row
        for reason in reasons:
            assert reason["words"]
            named = [reason["params"][key] for key in ("player", "opponent") if key in reason["params"]]
            assert set(named) <= {seat["number"] for seat in row["seats"]}


def test_differing_reports_are_shown_only_to_the_staff(hall: Hall) -> None:
    match = hall.matches[0]
    first, second = (hall.player(entry) for entry in hall.seated(match))
    url = hall.url("results", match.key)
    assert first.post(url, {"score": "2-1"}).data["status"] == "reported"
    assert hall.get("match", match.key, role=None).data["state"] == "reported"
    second.post(url, {"score": "1-2"})
    public = hall.get("match", match.key, role=None).data
    assert (public["state"], public["result"], public["staff"]) == ("differs", None, None)
    reports = hall.get("match", match.key).data["staff"]["reports"]
    told = [(report["score"], report["reported_by"]) for report in reports]
    assert told == [("2-1", hall.seated(match)[0].player.name), ("1-2", hall.seated(match)[1].player.name)]


def test_names_are_as_the_public_may_see_them() -> None:
    hall = running(name_display=NameDisplay.NUMBER)
    body = hall.get("matches", role=None).content.decode() + hall.get("standings", role=None).content.decode()
    body += hall.get("place", 1, role=None).content.decode() + hall.get("clock", role=None).content.decode()
    body += hall.get("match", hall.matches[0].key, role=None).content.decode()
    assert "Lovelace" not in body
    assert '"#1"' in body
    assert "Lovelace" in hall.get("matches").content.decode()


def test_a_drafts_pair_gets_a_table(draft: Hall) -> None:
    first, second = draft.matches
    assert draft.post("match-table", first.key, table=2).data["table"] == 2
    assert draft.get("match", second.key).data["table"] == 1
    bye = draft.round.matches.get(kind="bye")
    assert draft.post("match-table", bye.key, table=5).data["code"] == "no_table_needed"
    assert draft.post("match-keep", bye.key).data["code"] == "no_opponent"
    assert draft.post("match-free", first.key).data["staff"]["locked"] is False


def test_a_published_rounds_pairs_stay(hall: Hall) -> None:
    assert hall.post("match-table", hall.matches[0].key, table=9).data["code"] == "round_not_draft"


def test_no_such_match(hall: Hall) -> None:
    missing = hall.get("match", uuid.uuid4())
    assert missing.data["detail"] == "There is no such match, or its round is not published."
