"""Lists of players: imported when all is good, else every line is named and nothing is stored."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.response import Response

from tests.matches.conftest import Hall
from tests.undone import undone

pytestmark = pytest.mark.django_db

GOOD = "name,id,seed\nZoe Zander,z1,1\nYan Young,y1,2\n"
BAD = "name,id,seed\nZoe Zander,z1,first\n=1+1,,\nYan Young,y1,2\nYan Young,,3\nLate Comer,,4\n"


def send(hall: Hall, body: str | bytes, query: str = "", content_type: str = "text/csv") -> Response:
    return hall.client().post(f"{hall.url('entries-import')}{query}", body, content_type=content_type)


def test_a_good_list_is_imported(hall: Hall) -> None:
    response = send(hall, GOOD)
    assert response.status_code == 201
    assert (response.data["imported"], response.data["first"], response.data["last"]) == (2, 7, 8)
    assert response.data["findings"] == []
    assert hall.get("entry", 7).data["name"] == "Zoe Zander"


def test_json_carries_the_same_list(hall: Hall) -> None:
    response = hall.client().post(f"{hall.url('entries-import')}?checked_in=true", {"text": GOOD})
    assert response.status_code == 201
    assert hall.get("entry", 7).data["status"] == "checked_in"


def lines(data: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [(finding["line"], finding["weight"], finding["code"]) for finding in data["findings"]]


def test_every_bad_line_is_named_and_nothing_is_imported(hall: Hall) -> None:
    response = send(hall, BAD)
    assert (response.status_code, response.data["code"], response.data["field"]) == (422, "list_has_problems", "text")
    assert lines(response.data) == [
        (2, "question", "seed"),
        (3, "problem", "formula"),
        (5, "question", "name_twice"),
        (6, "question", "name_known"),
    ]
    assert response.data["findings"][0]["words"] == "The seed must be a whole number of 1 or more."
    assert hall.event.entries.count() == 6


def test_more_bad_lines_than_a_sentence_can_name_are_all_there(hall: Hall) -> None:
    response = send(hall, "name,seed\n" + "".join(f"Player {n},x\n" for n in range(300)))
    assert len(response.data["findings"]) == 300


def test_a_preview_stores_nothing(hall: Hall) -> None:
    response = send(hall, BAD, "?preview=true")
    assert response.status_code == 200
    assert (response.data["imported"], response.data["good"], response.data["asked"]) == (0, 1, 4)
    assert hall.event.entries.count() == 6


def test_the_good_lines_or_those_asked_about_as_well(hall: Hall) -> None:
    good = send(hall, BAD, "?take=good&expected=1")
    assert (good.status_code, good.data["imported"], len(good.data["findings"])) == (201, 1, 4)
    asked = send(hall, "name\nLate Comer\n", "?take=asked")
    assert (asked.status_code, asked.data["imported"]) == (201, 1)


def test_single_lines_are_decided(hall: Hall) -> None:
    body = {"text": BAD, "decisions": {"2": "out", "5": "add"}}
    response = hall.client().post(hall.url("entries-import"), body)
    assert (response.status_code, response.data["imported"]) == (201, 2)
    assert [entry.player.name for entry in hall.event.entries.filter(number__gt=6)] == ["Yan Young", "Yan Young"]
    for wrong in ({"two": "add"}, {"2": "maybe"}):
        refused = hall.client().post(hall.url("entries-import"), {"text": BAD, "decisions": wrong})
        assert refused.status_code == 400


def test_a_changed_number_of_players_is_a_conflict(hall: Hall) -> None:
    assert send(hall, BAD, "?take=good&expected=2").data["code"] == "list_changed"


def test_an_unreadable_list_is_refused_with_its_code(subtests: pytest.Subtests, hall: Hall) -> None:
    for body, code in [
        (b"", "invalid"),
        (b"\n\n", "list_empty"),
        (b"%PDF-1.4 x", "list_not_text"),
        (b"id,seed\n1,2", "list_no_name_column"),
    ]:
        with subtests.test(body=body, code=code), undone(hall):
            assert send(hall, body).data["code"] == code


def test_how_it_is_taken_is_read_from_the_address(hall: Hall) -> None:
    response = send(hall, GOOD, "?take=some&expected=many")
    assert (response.status_code, set(response.data["errors"])) == (400, {"take", "expected"})


def test_names_in_another_encoding_are_read_and_said(hall: Hall) -> None:
    response = send(hall, "name\nZoë Müller\n".encode("windows-1252"))
    assert response.data["encoding"].startswith("The file is not UTF-8")
    assert hall.get("entry", 7).data["name"] == "Zoë Müller"
