"""Standings with exact and shown values, after any round, explained; the bracket as far as it is published."""

from __future__ import annotations

from fractions import Fraction

import pytest

from matches.enums import Role, Source
from matches.models import StandingsSnapshot
from matches.results.services.results import report_result
from matches.rounds.services.rounds import pair_round, publish_round
from tests.matches.conftest import TWO_ONE, Hall, make_event

pytestmark = pytest.mark.django_db


def close(hall: Hall) -> None:
    for match in hall.matches:
        report_result(match=match, score=TWO_ONE, actor=hall.actor(), source=Source.DESK)
    hall.post("round-close", 1, 2)


def test_the_snapshot_with_exact_and_shown_values(hall: Hall) -> None:
    shown = hall.get("standings", role=None).data
    stored = StandingsSnapshot.objects.get(round__number=1, round__stage__event=hall.event)
    assert (shown["after"], shown["digest"]) == (1, stored.digest)
    assert [row["number"] for row in shown["rows"]] == [row["number"] for row in stored.rows]
    assert [column["key"] for column in shown["tie_breaks"]] == ["omw", "rw", "orw", "head_to_head", "lot"]
    for row, known in zip(shown["rows"], stored.rows, strict=True):
        for value in row["tie_breaks"]:
            stored_value = known["tie_breaks"][value["key"]]
            assert value["exact"] == (None if stored_value is None else str(stored_value))
    omw = shown["rows"][0]["tie_breaks"][0]
    assert (Fraction(omw["exact"]), omw["shown"]) == (Fraction(1, 3), "33.3333%")


def test_after_any_closed_round(hall: Hall) -> None:
    close(hall)
    assert hall.get("standings", role=None).data["after"] == 2
    assert hall.get("standings", role=None, after=1).data["after"] == 1
    assert hall.get("standings", role=None, stage=1, after=2).data["after"] == 2
    assert hall.get("standings", role=None, after=3).status_code == 404
    assert hall.get("standings", role=None, stage=2).status_code == 404
    assert set(hall.get("standings", role=None, after="last", stage=0).data["errors"]) == {"after", "stage"}


def test_before_the_first_round_is_closed_there_are_no_standings() -> None:
    hall = make_event()
    assert hall.get("standings").data["detail"].startswith("There are no standings")
    assert hall.get("place", 1).data["detail"] == "This player has no place in these standings."


def test_a_place_is_the_sum_of_its_parts(hall: Hall) -> None:
    close(hall)
    row = hall.get("standings", role=None).data["rows"][2]
    place = hall.get("place", row["number"], role=None).data
    assert [place[name] for name in ("rank", "points", "wins", "losses")] == [
        row[name] for name in ("rank", "points", "wins", "losses")
    ]
    known = {value["key"]: value["exact"] for value in row["tie_breaks"]}
    for explained in place["tie_breaks"]:
        assert explained["value"]["exact"] == known[explained["key"]]
        if explained["value"]["exact"] is None:
            assert (explained["key"], explained["parts"]) == ("head_to_head", []), "nobody who is level was met"
            continue
        parts = sum(Fraction(part["value"]["exact"]) for part in explained["parts"])
        assert parts == Fraction(explained["total"]["exact"])
        if not explained["floored"]:
            assert parts / explained["divided_by"] == Fraction(explained["value"]["exact"])
    assert place["separation"]["above"]["number"] == hall.get("standings").data["rows"][1]["number"]
    assert "ranks one place higher" in place["separation"]["words"]


def test_a_share_is_a_per_cent_and_its_parts_are_points(hall: Hall) -> None:
    place = hall.get("place", hall.get("standings").data["rows"][1]["number"]).data
    share = next(explained for explained in place["tie_breaks"] if explained["key"] == "rw")
    assert (share["how"], share["value"]["shown"], share["total"]["shown"]) == ("share", "66.6667%", "6")


def test_a_place_after_an_earlier_round(hall: Hall) -> None:
    number = hall.get("standings").data["rows"][0]["number"]
    close(hall)
    assert hall.get("place", number, after=1).data["points"] == 3
    assert {part["round"] for part in hall.get("place", number, after=1).data["tie_breaks"][1]["parts"]} == {1}


@pytest.mark.parametrize("number", [6, 10**30])
def test_a_player_who_was_never_in_has_no_place(hall: Hall, number: int) -> None:
    missing = hall.get("place", number)
    assert (missing.status_code, missing.data["detail"]) == (404, "This player has no place in these standings.")


def test_a_bracket_is_not_there_before_its_first_round_is_published(hall: Hall) -> None:
    close(hall)
    assert hall.get("bracket", 2).status_code == 404
    stage = hall.event.stages.select_related("event").get(order=2)
    pair_round(stage=stage, actor=hall.actor(), seed=3)
    assert hall.get("bracket", 2, role=None).status_code == 404
    assert hall.get("bracket", 2, role=Role.FLOOR_JUDGE).data["matches"][0]["status"] == "playable"
    publish_round(round=hall.round, actor=hall.actor())
    shown = hall.get("bracket", 2, role=None).data
    assert [seat["seed"] for seat in shown["matches"][0]["seats"]] == [1, 2]
    assert shown["matches"][0]["match"] == str(hall.matches[0].key)
    assert hall.get("bracket", 1).status_code == 404
    assert hall.get("bracket", 9).status_code == 404


def test_a_bracket_of_three_waits_where_a_player_is_not_known(hall: Hall) -> None:
    hall.event.stages.filter(order=2).update(cut_to=3, third_place=True)
    close(hall)
    stage = hall.event.stages.select_related("event").get(order=2)
    publish_round(round=pair_round(stage=stage, actor=hall.actor(), seed=3), actor=hall.actor())
    final = hall.get("bracket", 2, role=None).data["matches"][-1]
    assert final["status"] in ("waiting", "not_needed", "playable")
    assert None in final["seats"]
    assert {"winner", "seed", "loser"} >= {feeder["origin"] for feeder in final["feeders"]}
