"""The one field at the desk, and the undo."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.audit.services import Actor
from matches.enums import ResultStatus, Role
from matches.models import Event, Match, Player, Result, Round
from matches.rounds.services.rounds import pair_round
from tests.factories import staff
from tests.matches.playing import ONE_TWO, TWO_ONE, event_of, match_at, names_at, report, running, stage_of
from tests.matches.results.addresses import table_url, tell
from tests.undone import undone

pytestmark = pytest.mark.django_db


JSON = {"accept": "application/json"}


def results_url(event: Event) -> str:
    return reverse("matches:results", args=[event.slug])


def undo_url(match: Match) -> str:
    return reverse("matches:undo_result", args=[match.round.stage.event.slug, match.pk])


def statuses(match: Match) -> list[str]:
    return list(match.results.order_by("version").values_list("status", flat=True))


def test_every_link_of_a_row_opens_the_match(scorekeeper: Client, event: Event, round_: Round) -> None:
    page = scorekeeper.get(results_url(event)).content.decode()
    row = page.split('<tr\n          data-table="2"')[1].split("</tr>")[0]
    assert set(re.findall(r'href="([^"]+)"', row)) == {table_url(match_at(round_, 2))}


def test_the_round_is_closed_where_its_last_result_came_in(client: Client, event: Event, round_: Round) -> None:
    client.force_login(staff(event, Role.SCOREKEEPER))
    close = f'action="{reverse("matches:round_act", args=[event.slug, round_.pk, "close"])}"'
    report(round_, Actor(user=staff(event, Role.ORGANISER)), tables=[1])
    assert close not in client.get(results_url(event)).content.decode()
    report(round_, Actor(user=staff(event, Role.ORGANISER)))
    assert close in client.get(results_url(event)).content.decode()
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    page = client.get(results_url(event)).content.decode()
    assert close not in page
    assert "All results are in" in page


@pytest.mark.parametrize("json", [False, True])
def test_a_line_is_stored_and_can_be_undone(scorekeeper: Client, event: Event, round_: Round, json: bool) -> None:
    headers = JSON if json else {}
    answer = scorekeeper.post(results_url(event), {"line": "2 2-1"}, headers=headers, follow=not json)
    first, second = names_at(round_, 2)
    text = f"Table 2: {first} 2–1 {second}"
    match = match_at(round_, 2)
    if json:
        assert answer.json() == {"table": 2, "text": text, "undo_url": undo_url(match), "missing": 2}
    else:
        assert text in answer.content.decode()
        assert f'formaction="{undo_url(match)}"' in answer.content.decode()
    assert statuses(match) == [ResultStatus.CONFIRMED]
    answer = scorekeeper.post(undo_url(match), headers=headers, follow=not json)
    said = answer.json()["text"] if json else answer.content.decode()
    assert "Result of table 2 undone." in said
    assert statuses(match) == [ResultStatus.SUPERSEDED]


def test_a_name_from_right_to_left_does_not_turn_the_score(scorekeeper: Client, event: Event, round_: Round) -> None:
    seat = match_at(round_, 2).seats.select_related("entry__player").get(index=0)
    Player.objects.filter(pk=seat.entry.player_id).update(name="محمد الحسن")
    told = scorekeeper.post(results_url(event), {"line": "2 2-1"}, headers=JSON).json()
    assert told["text"] == f"Table 2: \u2068محمد الحسن\u2069 2–1 {names_at(round_, 2)[1]}"


def test_a_wrong_line_is_said_at_the_field_and_stays_there(
    subtests: pytest.Subtests, scorekeeper: Client, event: Event
) -> None:
    for line, code, said in [
        ("", "line_unreadable", ""),
        ("2-1", "line_unreadable", ""),
        ("9 2-1", "no_table", "9"),
        ("2", "score_missing", ""),
        ("2 3-0", "too_many_wins", "2"),
        ("2 2-2", "too_many_rounds", "3"),
        ("2 two", "score_unreadable", "“two”"),
        ("2 2-1 sd1", "sudden_death_not_level", ""),
        ("2 id", "no_agreed_draws", ""),
    ]:
        for json in [False, True]:
            with subtests.test(line=line, code=code, said=said, json=json), undone():
                answer = scorekeeper.post(results_url(event), {"line": line}, headers=JSON if json else {})
                assert answer.status_code == 422
                if json:
                    assert answer.json()["code"] == code
                    assert said in answer.json()["error"]
                    continue
                assert answer.context["code"] == code
                assert said in answer.context["error"]
                page = answer.content.decode()
                assert f'value="{line}"' in page
                assert 'aria-invalid="true"' in page
                assert not Result.objects.exists()


def test_the_same_line_twice_is_one_result(scorekeeper: Client, event: Event, round_: Round) -> None:
    for _ in range(2):
        assert scorekeeper.post(results_url(event), {"line": "1 2-0"}, headers=JSON).status_code == 200
    assert Result.objects.count() == 1


def test_a_differing_result_offers_the_correction_and_takes_along_what_was_typed(
    scorekeeper: Client, event: Event, round_: Round
) -> None:
    scorekeeper.post(results_url(event), {"line": "1 2-0"})
    told = scorekeeper.post(results_url(event), {"line": "1 1-2"}, headers=JSON)
    assert told.status_code == 409
    assert "Table 1 already has 2-0." in told.json()["error"]
    assert told.json()["override_label"] == "Correct it …"
    to = f"{table_url(match_at(round_, 1))}?score=1-2"
    again = {"line": "1 1-2", "override": "result_differs"}
    assert scorekeeper.post(results_url(event), again, headers=JSON).json() == {"url": to}
    answer = scorekeeper.post(results_url(event), again)
    assert answer["Location"] == to
    assert 'value="1-2"' in scorekeeper.get(to).content.decode()
    assert Result.objects.count() == 1


def test_a_floor_judge_is_not_offered_what_a_floor_judge_may_not(client: Client, event: Event, round_: Round) -> None:
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    client.post(results_url(event), {"line": "1 2-0"})
    told = client.post(results_url(event), {"line": "1 1-2", "override": "result_differs"}, headers=JSON)
    assert (told.status_code, told.json()["override_label"]) == (409, "")


def test_a_line_against_the_players_reports_is_asked_once(scorekeeper: Client, event: Event, round_: Round) -> None:
    match = match_at(round_, 1)
    tell(match, 0, TWO_ONE)
    name = names_at(round_, 1)[0]
    page = scorekeeper.post(results_url(event), {"line": "1 0-2"})
    assert page.status_code == 409
    assert f"Table 1: {name} reported 2-1." in page.context["error"]
    assert "Save anyway" in page.content.decode()
    assert statuses(match) == [ResultStatus.REPORTED]
    scorekeeper.post(results_url(event), {"line": "1 0-2", "override": "report_differs"})
    assert statuses(match) == [ResultStatus.SUPERSEDED, ResultStatus.CONFIRMED]


def test_what_was_just_stored_stays_in_the_list_of_the_missing_for_a_glance(
    scorekeeper: Client, event: Event, round_: Round
) -> None:
    scorekeeper.post(results_url(event), {"line": "1 2-0"})
    listed = {match.table: match.score for match in scorekeeper.get(results_url(event)).context["matches"]}
    assert listed == {1: "2–0", 2: "", 3: ""}
    Result.objects.update(confirmed_at="2026-01-01T00:00Z")
    listed = [match.table for match in scorekeeper.get(results_url(event)).context["matches"]]
    assert listed == [2, 3]
    every = scorekeeper.get(f"{results_url(event)}?show=all").context["matches"]
    assert [match.table for match in every] == [1, 2, 3]


def test_only_who_may_correct_undoes_what_another_stored(client: Client, event: Event, round_: Round) -> None:
    match = match_at(round_, 1)
    first, second = (staff(event, Role.FLOOR_JUDGE) for _ in range(2))
    client.force_login(first)
    client.post(results_url(event), {"line": "1 2-0"})
    client.force_login(second)
    assert client.post(undo_url(match)).status_code == 403
    assert statuses(match) == [ResultStatus.CONFIRMED]
    client.force_login(first)
    assert client.post(undo_url(match)).status_code == 302
    assert statuses(match) == [ResultStatus.SUPERSEDED]


def test_nothing_is_entered_in_a_draft_and_the_page_says_so(client: Client, desk: Actor) -> None:
    event = event_of(4)
    client.force_login(staff(event, Role.SCOREKEEPER))
    assert "No round yet" in client.get(results_url(event)).content.decode()
    pair_round(stage=stage_of(event), actor=desk)
    page = client.get(results_url(event)).content.decode()
    assert "No results to enter now" in page
    assert "Player 001" not in page
    assert client.post(results_url(event), {"line": "1 2-0"}).status_code == 422


@pytest.mark.parametrize("name", ["results", "desk"])
def test_more_tables_cost_no_more_queries(client: Client, desk: Actor, name: str) -> None:
    counts = []
    for players in (2, 6):
        event = event_of(players)
        round_ = running(event, desk)
        for table in range(1, players // 2 + 1):
            tell(match_at(round_, table), 0, TWO_ONE)
            tell(match_at(round_, table), 1, ONE_TWO)
        client.force_login(staff(event, Role.ORGANISER))
        url = reverse(f"matches:{name}", args=[event.slug])
        client.get(url)
        with CaptureQueriesContext(connection) as captured:
            client.get(url)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def lock(match: Match) -> Result:
    result = match.results.get(status="confirmed")
    result.locked_at = result.confirmed_at
    result.save()
    return result


def test_a_locked_result_offers_its_buttons_only_to_those_who_may(
    subtests: pytest.Subtests, client: Client, event: Event, round_: Round, desk: Actor
) -> None:
    for role, buttons in [
        (Role.SCOREKEEPER, True),
        (Role.HEAD_JUDGE, True),
        (Role.ORGANISER, False),
        (Role.FLOOR_JUDGE, False),
    ]:
        with subtests.test(role=role, buttons=buttons), undone(client):
            match = match_at(round_, 1)
            report(round_, desk, tables=[1])
            lock(match)
            client.force_login(staff(event, role))
            page = client.get(table_url(match)).content.decode()
            assert ("Correct the result" in page, undo_url(match) in page) == (buttons, buttons)
            assert ("Only the head judge or a scorekeeper can change it" in page) != buttons


def test_taking_a_locked_result_back_needs_a_reason_at_its_field(
    scorekeeper: Client, round_: Round, desk: Actor
) -> None:
    match = match_at(round_, 1)
    report(round_, desk, tables=[1])
    lock(match)
    answer = scorekeeper.post(undo_url(match), {"from": "table"})
    assert answer.status_code == 422
    assert 'id="id_undo_reason"' in answer.content.decode()
    assert answer.content.decode().count('id="id_undo_reason_error"') == 1
    assert statuses(match) == [ResultStatus.CONFIRMED]
    scorekeeper.post(undo_url(match), {"from": "table", "reason": "they play on"})
    assert statuses(match) == [ResultStatus.SUPERSEDED]


def test_a_floor_judge_is_told_why_another_result_stays(
    client: Client, event: Event, round_: Round, desk: Actor
) -> None:
    match = match_at(round_, 1)
    report(round_, desk, tables=[1])
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    assert "Someone else entered this result" in client.get(table_url(match)).content.decode()


def test_a_line_that_was_typed_in_another_round_is_not_stored(scorekeeper: Client, event: Event, round_: Round) -> None:
    sent = {"line": "1 2-0", "round": str(round_.pk + 1)}
    told = scorekeeper.post(results_url(event), sent, headers=JSON)
    assert (told.status_code, told.json()["code"]) == (409, "other_round")
    assert not Result.objects.exists()
    sent["round"] = str(scorekeeper.get(results_url(event)).context["round_key"])
    assert scorekeeper.post(results_url(event), sent, headers=JSON).status_code == 200


def test_a_locked_result_on_the_list_is_explained_to_those_who_may_not_correct_it(
    subtests: pytest.Subtests, client: Client, event: Event, round_: Round
) -> None:
    for role, offered, advice in [
        (Role.SCOREKEEPER, "Correct it …", "If that is wrong, correct it with a reason."),
        (Role.HEAD_JUDGE, "Correct it …", "If that is wrong, correct it with a reason."),
        (Role.ORGANISER, "", "Ask one of them, or give someone this role under Event › Staff."),
        (Role.FLOOR_JUDGE, "", "Only the head judge or a scorekeeper can change it, with a reason."),
    ]:
        with subtests.test(role=role, offered=offered, advice=advice), undone(client):
            match = match_at(round_, 1)
            report(round_, Actor(user=staff(event, Role.SCOREKEEPER)), TWO_ONE, tables=[1])
            lock(match)
            client.force_login(staff(event, role))
            told = client.post(results_url(event), {"line": "1 1-2"}, headers=JSON)
            assert (told.status_code, told.json()["override_label"]) == (409, offered)
            assert f" {advice} Staff " in told.json()["error"]
            assert told.json()["error"].endswith(" Your result was not saved.")
            again = client.post(results_url(event), {"line": "1 1-2", "override": "result_differs"}, headers=JSON)
            assert again.status_code == (200 if offered else 409)
            page = client.get(table_url(match)).content.decode()
            assert ("Event › Staff" in page) == (role == Role.ORGANISER)
