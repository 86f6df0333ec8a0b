"""Results: by line or in numbers, by staff or by a link, confirmed, corrected, taken back, in versions."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from matches.enums import EntryStatus, Role
from matches.models import Entry, Event, Match
from tests.forms import sample
from tests.matches.conftest import Hall, play, running, start
from tests.undone import undone

pytestmark = pytest.mark.django_db


def report(hall: Hall, role: Role = Role.ORGANISER, match: Match | None = None, **body: Any) -> Any:
    return hall.post("results", (match or hall.matches[0]).key, role=role, **body)


def test_a_score_as_a_line_or_in_numbers(subtests: pytest.Subtests, hall: Hall) -> None:
    for body, score, winner, decided in sample(
        3,
        [
            ({"score": "2-1"}, "2-1", 0, "played"),
            ({"score": "1-1 t"}, "1-1", None, "time"),
            ({"numbers": [0, 2]}, "0-2", 1, "played"),
            ({"numbers": [1, 0], "mark": "t"}, "1-0", 0, "time"),
            ({"numbers": [1, 0], "mark": "c"}, "1-0", 0, "concession"),
            ({"mark": "x2"}, "2-0", 0, "no_show"),
            ({"mark": "xx"}, "0-0", None, "no_show"),
        ],
    ):
        with subtests.test(body=body, score=score, winner=winner, decided=decided), undone(hall):
            response = report(hall, **body)
            assert response.status_code == 201, response.data
            shown = response.data
            assert (shown["score"], shown["winner"], shown["decided_by"], shown["status"]) == (
                score, winner, decided, "confirmed",
            )  # fmt: skip


def test_the_answer_to_a_report_is_the_version_that_is_stored(hall: Hall) -> None:
    shown = report(hall, score="2-1", reason="misheard").data
    assert shown["reported_by"]
    assert hall.get("results", hall.matches[0].key).json() == [dict(shown)]


def test_a_report_costs_few_statements(hall: Hall, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    report(hall, score="2-1")  # the token of the desk is made
    with django_assert_max_num_queries(20):
        assert report(hall, match=hall.matches[1], score="2-1").status_code == 201


def test_a_score_that_cannot_be(subtests: pytest.Subtests, hall: Hall) -> None:
    for body, status, field in [
        ({}, 400, None),
        ({"score": "2-1", "numbers": [2, 1]}, 400, None),
        ({"numbers": [2]}, 422, "numbers"),
        ({"numbers": [2, "one"]}, 400, "numbers.1"),
        ({"numbers": [2, 1], "mark": "q"}, 400, "mark"),
        ({"score": "two to one"}, 422, "score"),
        ({"score": "3-1"}, 422, "score"),
        ({"numbers": [2, 2]}, 422, "numbers"),
        ({"mark": "id"}, 422, "numbers"),
    ]:
        with subtests.test(body=body, status=status, field=field), undone(hall):
            response = report(hall, **body)
            assert (response.status_code, response.data["field"]) == (status, field), response.data
            assert response.data["detail"]


def test_money_is_read_where_the_game_counts_it() -> None:
    rules = {"edition": "guide", "format": "blitz", "jokers": False}
    hall = running_with_money(rules)
    shown = report(hall, numbers=[2410, 1980]).data
    assert (shown["score"], shown["totals"], shown["rounds"]) == ("2410-1980", [2410, 1980], [0, 0])


def running_with_money(rules: dict[str, Any]) -> Hall:
    from tests.matches.conftest import make_event

    hall = make_event(preset="competitive", rules=rules, cap_minutes=20)
    start(hall)
    return hall


@pytest.mark.parametrize(("role", "source"), [(Role.SCOREKEEPER, "desk"), (Role.FLOOR_JUDGE, "judge")])
def test_where_a_staff_report_comes_from(hall: Hall, role: Role, source: str) -> None:
    shown = report(hall, role=role, score="2-1", reason="From the slip", pot=50).data
    assert (shown["source"], shown["reported_by"]) == (source, str(hall.user(role)))
    assert (shown["reason"], shown["pot"]) == ("From the slip", 50)


def test_the_same_again_is_the_stored_one_and_another_is_a_conflict(hall: Hall) -> None:
    assert report(hall, score="2-1").data == report(hall, score="2-1").data
    differs = report(hall, score="0-2")
    assert (differs.status_code, differs.data["code"], differs.data["field"]) == (409, "result_differs", "score")


def test_both_players_agree_by_their_links(hall: Hall) -> None:
    match = hall.matches[0]
    first, second = (hall.player(entry) for entry in hall.seated(match))
    url = hall.url("results", match.key)
    told = first.post(url, {"score": "2-1"}).data
    assert (told["status"], told["source"], told["reported_by"]) == (
        "reported", "player", hall.seated(match)[0].player.name,
    )  # fmt: skip
    assert second.get("/api/v1/player/").data["theirs"] == "2-1"
    assert second.post(url, {"numbers": [2, 1]}).data["status"] == "confirmed"


def test_a_players_reason_and_pot_are_not_taken(hall: Hall) -> None:
    client = hall.player(hall.seated(hall.matches[0])[0])
    told = client.post(hall.url("results", hall.matches[0].key), {"score": "2-1", "reason": "I say so", "pot": 9}).data
    assert (told["reason"], told["pot"]) == ("", 0)


def test_a_players_link_is_refused_if_only_the_desk_takes_results(hall: Hall) -> None:
    Event.objects.filter(pk=hall.event.pk).update(players_report=False)
    client = hall.player(hall.seated(hall.matches[0])[0])
    response = client.post(hall.url("results", hall.matches[0].key), {"score": "2-1"})
    assert (response.status_code, response.data["code"]) == (422, "players_do_not_report")


def test_players_reports_may_be_asked_about_first(hall: Hall) -> None:
    hall.player(hall.seated(hall.matches[0])[0]).post(hall.url("results", hall.matches[0].key), {"score": "1-2"})
    asked = report(hall, score="2-1", over_reports=False)
    assert (asked.status_code, asked.data["code"]) == (409, "report_differs")
    assert report(hall, score="2-1").status_code == 201


def test_a_correction_is_a_new_version_and_the_old_one_stays(hall: Hall) -> None:
    key = hall.matches[0].key
    assert hall.post("result-correct", key, score="2-0", reason="Slip").data["code"] == "nothing_to_correct"
    report(hall, score="2-1")
    assert hall.post("result-correct", key, score="2-0").data["field"] == "reason"
    versions = hall.post("result-correct", key, score="2-0", reason="Slip misread").data
    shown = [(v["version"], v["status"], v["score"], v["reason"]) for v in versions]
    assert shown == [(2, "confirmed", "2-0", "Slip misread"), (1, "superseded", "2-1", "")]
    assert hall.get("results", key).data == versions


def test_a_correction_in_a_closed_round_updates_the_stored_standings(hall: Hall) -> None:
    before = hall.get("standings").data
    match = hall.event.stages.get(order=1).rounds.get(number=1).matches.filter(kind="played")[0]
    assert hall.post("result-correct", match.key, score="1-2", reason="Slip").status_code == 200
    after = hall.get("standings").data
    assert (before["version"], after["version"]) == (1, 2)
    assert before["digest"] != after["digest"]


def test_taken_back_while_the_round_takes_results(hall: Hall) -> None:
    report(hall, score="2-1")
    versions = hall.post("result-take-back", hall.matches[0].key).data
    assert [version["status"] for version in versions] == ["superseded"]
    closed = hall.event.stages.get(order=1).rounds.get(number=1).matches.filter(kind="played")[0]
    assert hall.post("result-take-back", closed.key).data["code"] == "round_closed"


def test_a_floor_judge_takes_back_only_the_own_report(hall: Hall) -> None:
    key = hall.matches[0].key
    hall.post("results", key, role=Role.HEAD_JUDGE, score="2-1")
    refused = hall.post("result-take-back", key, role=Role.FLOOR_JUDGE, reason="")
    assert (refused.status_code, refused.data["code"]) == (403, "not_own")
    assert hall.post("results", key, role=Role.FLOOR_JUDGE, score="0-2").data["code"] == "result_differs"
    assert [version["status"] for version in hall.get("results", key).data] == ["confirmed"]
    assert hall.post("result-take-back", key, role=Role.SCOREKEEPER).status_code == 200
    hall.post("results", key, role=Role.FLOOR_JUDGE, score="0-2")
    assert hall.post("result-take-back", key, role=Role.FLOOR_JUDGE).status_code == 200


def test_what_rests_on_a_bracket_result_falls_only_when_accepted() -> None:
    hall = running(players=5)

    hall.event.stages.filter(order=2).update(cut_to=4)
    for match in hall.matches:
        report(hall, match=match, score="2-1")
    hall.post("round-close", 1, 2)
    play(hall)
    semi = hall.matches[0]
    play(hall)
    assert report(hall, match=semi, score="1-1").data["code"] == "winner_needed"
    body = {"score": "0-2", "reason": "Wrong slip"}
    refused = hall.post("result-correct", semi.key, **body)
    assert (refused.status_code, refused.data["code"], len(refused.data["details"])) == (409, "matches_fall", 1)
    assert hall.post("result-correct", semi.key, **body, accept_fallen=True).status_code == 200


def test_a_bye_has_no_result_to_report(hall: Hall) -> None:
    bye = hall.round.matches.get(kind="bye")
    assert report(hall, match=bye, score="2-0").data["code"] == "no_opponent"


@pytest.mark.parametrize("status", [EntryStatus.DISQUALIFIED, EntryStatus.DROPPED])
def test_a_win_of_a_player_who_has_left_is_stored_once_it_is_accepted(hall: Hall, status: EntryStatus) -> None:
    match = hall.matches[0]
    assert report(hall, score="2-1").status_code == 201
    Entry.objects.filter(pk=hall.seated(match)[0].pk).update(status=status)
    assert report(hall, score="2-1").status_code == 201, "it stands already"
    hall.post("result-take-back", match.key, reason="misread")
    refused = report(hall, score="2-1")
    assert (refused.status_code, refused.data["code"], refused.data["field"]) == (409, f"winner_{status}", "score")
    many = hall.post("results-batch", results=[{"match": match.key, "score": "2-1"}])
    assert (many.data["stored"], many.data["results"][0]["failure"]["code"]) == (0, f"winner_{status}")
    assert report(hall, score="1-2").status_code == 201
    body = {"score": "2-1", "reason": "The appeal was upheld"}
    assert hall.post("result-correct", match.key, **body).status_code == 409
    assert hall.post("result-correct", match.key, **body, accept_winner_gone=True).status_code == 200
