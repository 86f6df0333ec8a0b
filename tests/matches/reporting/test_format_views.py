"""The result line knows the format: money in money, improbable scores asked about, no-shows in words, the pot."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from matches.clock.services import call_time, extend_match
from matches.enums import EntryStatus, ResultStatus, RoundStatus
from matches.models import Entry, Event, Result, Round
from matches.people.services.links import make_player_link
from matches.results.queries.results import matches_of_round
from tests.factories import any_organiser
from tests.matches.playing import match_at, names_at
from tests.matches.reporting.test_views import JSON, results_url
from tests.matches.results.addresses import correct, table_url
from tests.matches.results.lines import MONEY_RULES
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def blitz(event: Event) -> Event:
    Event.objects.filter(pk=event.pk).update(rules=MONEY_RULES)
    event.refresh_from_db()
    return event


@pytest.mark.parametrize(("line", "asked"), [("2 2-1", "$2 to $1?"), ("2 2-0", "$2 to $0?"), ("2 0-0", "$0 to $0?")])
def test_round_wins_typed_as_money_are_asked_about(
    scorekeeper: Client, blitz: Event, round_: Round, line: str, asked: str
) -> None:
    told = scorekeeper.post(results_url(blitz), {"line": line}, headers=JSON)
    assert (told.status_code, told.json()["code"], told.json()["override"]) == (409, "low_score", "low_score")
    assert told.json()["error"].endswith(asked)
    assert (bool(told.json()["override_label"]), told.json()["enter_answers"]) == (True, True)
    assert not Result.objects.exists()
    sent = {"line": line, "override": told.json()["override"]}
    if line.endswith("0-0"):  # level, so that time must have decided it
        sent["override"] = scorekeeper.post(results_url(blitz), sent, headers=JSON).json()["override"]
    assert scorekeeper.post(results_url(blitz), sent, headers=JSON).status_code == 200


def test_money_that_can_be_is_not_asked_about(
    subtests: pytest.Subtests, scorekeeper: Client, blitz: Event, round_: Round
) -> None:
    for line in ["2 20-5", "2 0-0 c1", "2 x1", "2 2,410-1,980"]:
        with subtests.test(line=line), undone():
            assert scorekeeper.post(results_url(blitz), {"line": line}, headers=JSON).status_code == 200


def test_a_draw_by_time_before_the_clock_has_started_is_asked_about(
    scorekeeper: Client, event: Event, round_: Round
) -> None:
    Round.objects.filter(pk=round_.pk).update(status=RoundStatus.PUBLISHED)
    told = scorekeeper.post(results_url(event), {"line": "2 1-1"}, headers=JSON)
    assert (told.status_code, told.json()["code"]) == (409, "draw_before_start")
    assert "The clock has not started." in told.json()["error"]
    assert scorekeeper.post(results_url(event), {"line": "1 2-1"}, headers=JSON).status_code == 200
    sent = {"line": "2 1-1", "override": "draw_before_start"}
    assert scorekeeper.post(results_url(event), sent, headers=JSON).status_code == 200


def test_both_questions_are_answered_one_after_the_other(scorekeeper: Client, blitz: Event, round_: Round) -> None:
    Round.objects.filter(pk=round_.pk).update(status=RoundStatus.PUBLISHED)
    first = scorekeeper.post(results_url(blitz), {"line": "2 1-1"}, headers=JSON).json()
    second = scorekeeper.post(results_url(blitz), {"line": "2 1-1", "override": first["override"]}, headers=JSON).json()
    assert (first["code"], second["code"]) == ("low_score", "draw_before_start")
    sent = {"line": "2 1-1", "override": second["override"]}
    assert scorekeeper.post(results_url(blitz), sent, headers=JSON).status_code == 200


def test_a_result_by_time_is_asked_about_while_the_table_has_time(
    scorekeeper: Client, blitz: Event, round_: Round
) -> None:
    told = scorekeeper.post(results_url(blitz), {"line": "2 1500-1500"}, headers=JSON)
    assert (told.status_code, told.json()["code"]) == (409, "before_time")
    assert re.search(r"\b2[45]:\d\d\b", told.json()["error"])
    sent = {"line": "2 1500-1500", "override": "before_time"}
    assert scorekeeper.post(results_url(blitz), sent, headers=JSON).status_code == 200
    desk = any_organiser()
    extend_match(match=match_at(round_, 1), seconds=600, actor=desk)
    call_time(round=round_, actor=desk)
    assert scorekeeper.post(results_url(blitz), {"line": "1 1500-1400 t"}, headers=JSON).status_code == 409


def test_time_that_is_up_is_not_asked_about(scorekeeper: Client, blitz: Event, round_: Round) -> None:
    call_time(round=round_, actor=any_organiser())
    assert scorekeeper.post(results_url(blitz), {"line": "2 1500-1500"}, headers=JSON).status_code == 200


@pytest.mark.parametrize(
    ("status", "question"),
    [(EntryStatus.DISQUALIFIED, "disqualified"), (EntryStatus.DROPPED, "dropped")],
)
def test_a_win_of_a_player_who_has_left_is_asked_about(
    scorekeeper: Client, event: Event, round_: Round, status: EntryStatus, question: str
) -> None:
    first = match_at(round_, 2).seats.get(index=0).entry
    Entry.objects.filter(pk=first.pk).update(status=status)
    typed = scorekeeper.get(results_url(event) + "preview/", {"line": "2 2-1"}).content.decode()
    assert f"{first.unique_name} has" in typed
    assert f"{first.unique_name} has" in scorekeeper.get(results_url(event)).content.decode()
    told = scorekeeper.post(results_url(event), {"line": "2 2-1"}, headers=JSON)
    assert (told.status_code, told.json()["code"]) == (409, f"winner_{status}")
    assert question in told.json()["error"]
    assert told.json()["error"].count(first.unique_name) == 2
    assert scorekeeper.post(results_url(event), {"line": "2 w1"}, headers=JSON).status_code == 200
    result = match_at(round_, 2).results.get()
    assert (result.decided_by, result.lines.get(outcome="win").seat.index) == ("walkover", 1)


def test_several_questions_are_answered_on_the_page_of_a_table(
    scorekeeper: Client, blitz: Event, round_: Round
) -> None:
    match = match_at(round_, 2)
    Entry.objects.filter(pk=match.seats.get(index=0).entry_id).update(status=EntryStatus.DROPPED)
    scorekeeper.post(table_url(match), {"score": "2-1"})
    asked = scorekeeper.post(table_url(match), {"score": "2-1", "sure": "low_score"}).content.decode()
    assert 'value="low_score winner_dropped"' in asked
    scorekeeper.post(table_url(match), {"score": "2-1", "sure": "low_score winner_dropped"})
    assert match.results.get().status == ResultStatus.CONFIRMED


@pytest.mark.parametrize("line", ["2 2-0 c1", "2 1-2 c2"])
def test_a_concession_of_the_player_who_has_won_is_asked_about(
    scorekeeper: Client, event: Event, round_: Round, line: str
) -> None:
    told = scorekeeper.post(results_url(event), {"line": line}, headers=JSON)
    assert (told.status_code, told.json()["code"]) == (409, "conceded_a_win")
    seat = int(line[-1]) - 1
    assert told.json()["error"].count(match_at(round_, 2).seats.get(index=seat).entry.unique_name) == 2
    assert not Result.objects.exists()
    sent = {"line": line, "override": told.json()["override"]}
    assert scorekeeper.post(results_url(event), sent, headers=JSON).status_code == 200


@pytest.mark.parametrize("line", ["2 1-0 c1", "2 1-0 c2", "2 2-0 c2"])
def test_a_concession_of_a_match_that_is_not_won_is_not_asked_about(
    scorekeeper: Client, event: Event, round_: Round, line: str
) -> None:
    assert scorekeeper.post(results_url(event), {"line": line}, headers=JSON).status_code == 200


def test_both_lose_although_both_were_there(scorekeeper: Client, event: Event, round_: Round) -> None:
    told = scorekeeper.post(results_url(event), {"line": "2 ll"}, headers=JSON).json()
    assert told["text"].endswith(", penalty")
    result = match_at(round_, 2).results.get()
    assert ({line.outcome for line in result.lines.all()}, result.decided_by) == ({"loss"}, "penalty")
    assert not Entry.objects.filter(event=event, status=EntryStatus.DROPPED).exists()


def test_the_page_of_a_table_asks_with_a_box_to_tick(scorekeeper: Client, blitz: Event, round_: Round) -> None:
    match = match_at(round_, 2)
    page = scorekeeper.post(table_url(match), {"score": "2-1"})
    assert page.status_code == 422
    assert "$2 to $1?" in page.content.decode()
    assert "Save $2–$1" in page.content.decode()
    scorekeeper.post(table_url(match), {"score": "2-1", "sure": "low_score"})
    assert match.results.get().status == ResultStatus.CONFIRMED


def test_hints_and_errors_are_in_money(scorekeeper: Client, blitz: Event, round_: Round) -> None:
    assert ": 2410-1980" in scorekeeper.get(table_url(match_at(round_, 2))).content.decode()
    scorekeeper.post(results_url(blitz), {"line": "2 2410-1980"})
    told = scorekeeper.post(results_url(blitz), {"line": "2 2410-1890"}, headers=JSON).json()
    assert "Table 2 already has $2,410–$1,980." in told["error"]


def test_a_no_show_reads_no_show(
    subtests: pytest.Subtests, scorekeeper: Client, client: Client, event: Event, round_: Round
) -> None:
    for line, said in [
        ("2 x1", "{1} beats {0}, no-show"),
        ("2 x2", "{0} beats {1}, no-show"),
        ("2 xx", "{0} – {1}, no-show"),
    ]:
        for money in [True, False]:
            with subtests.test(line=line, said=said, money=money), undone(client):
                if money:
                    Event.objects.filter(pk=event.pk).update(rules=MONEY_RULES)
                first, second = names_at(round_, 2)
                told = scorekeeper.post(results_url(event), {"line": line}, headers=JSON).json()
                assert told["text"] == f"Table 2: {said.format(first, second)}"
                entry = match_at(round_, 2).seats.first().entry
                base = f"/e/{event.slug}/"
                for address in (f"{base}desk/results/?show=all", base, f"{base}players/{entry.number}/"):
                    page = scorekeeper.get(address).content.decode()
                    assert "no-show" in page, address
                    assert "$0" not in page, address
                    assert "2–0" not in page.replace("2–0–0", ""), address
                again = scorekeeper.post(
                    results_url(event), {"line": "2 500-400" if money else "2 2-1"}, headers=JSON
                ).json()
                assert "Table 2 already has no-show." in again["error"]


def test_two_wins_each_are_refused(scorekeeper: Client, event: Event, round_: Round) -> None:
    assert scorekeeper.post(results_url(event), {"line": "2 2-2"}, headers=JSON).status_code == 422


def test_the_pot_is_entered_shown_and_corrected(scorekeeper: Client, blitz: Event, round_: Round) -> None:
    match = match_at(round_, 2)
    preview = scorekeeper.get(f"{results_url(blitz)}preview/", {"line": "2 2410-1980 pot 4,390"}).content.decode()
    assert "pot $4,390" in preview
    assert scorekeeper.post(results_url(blitz), {"line": "2 2410-1980 pot $4,390"}, headers=JSON).status_code == 200
    assert match.results.get().pot == 4390
    assert scorekeeper.post(results_url(blitz), {"line": "2 2410-1980"}, headers=JSON).status_code == 200
    told = scorekeeper.post(results_url(blitz), {"line": "2 2410-1980 pot 4400"}, headers=JSON).json()
    assert "Table 2 already has $2,410–$1,980, pot $4,390." in told["error"]
    for address in (table_url(match), f"/e/{blitz.slug}/"):
        assert "pot $4,390" in scorekeeper.get(address).content.decode()
    correct(scorekeeper, table_url(match), score="2410-1980 pot 4400", reason="counted again")
    assert [result.pot for result in match.results.order_by("version")] == [4390, 4400]
    correct(scorekeeper, table_url(match), score="2400-1980", reason="misread")
    assert match.results.get(status=ResultStatus.CONFIRMED).pot == 4400


def test_a_game_without_a_pot_takes_none(scorekeeper: Client, event: Event, round_: Round) -> None:
    told = scorekeeper.post(results_url(event), {"line": "2 2-1 pot 400"}, headers=JSON)
    assert (told.status_code, told.json()["code"]) == (422, "score_unreadable")


def test_a_player_is_asked_as_well_and_enters_the_pot(client: Client, blitz: Event, round_: Round) -> None:
    seat = matches_of_round(round_)[0].seats.all()[0]
    address = f"/p/{make_player_link(actor=any_organiser(), entry=seat.entry).token}/"
    page = client.post(address, {"own": "2", "theirs": "1"})
    assert "$2 to $1?" in page.content.decode()
    assert not Result.objects.exists()
    client.post(address, {"own": "2", "theirs": "1", "pot": "12", "sure": "low_score"})
    assert Result.objects.get().pot == 12
