"""The one field at the desk, the undo, and a table's page with its reports, decisions and corrections."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.audit.services import Actor
from matches.enums import ResultStatus, Role, StageKind
from matches.models import AuditRow, Event, Match, Result, Round
from matches.results.services import report_result
from matches.rounds.services import close_round, pair_round
from matches.scores import Score
from matches.snapshots.queries import snapshot_after
from tests.factories import UserFactory, staff
from tests.matches.playing import ONE_TWO, TWO_ONE, event_of, match_at, names_at, played, report, running, stage_of

pytestmark = pytest.mark.django_db

JSON = {"accept": "application/json"}


@pytest.fixture
def desk() -> Actor:
    return Actor(user=UserFactory())


@pytest.fixture
def round_(desk: Actor) -> Round:
    return running(event_of(6), desk)


@pytest.fixture
def event(round_: Round) -> Event:
    return round_.stage.event


@pytest.fixture
def scorekeeper(client: Client, event: Event) -> Client:
    client.force_login(staff(event, Role.SCOREKEEPER))
    return client


def results_url(event: Event) -> str:
    return reverse("matches:results", args=[event.slug])


def table_url(match: Match) -> str:
    return reverse("matches:table", args=[match.round.stage.event.slug, match.pk])


def undo_url(match: Match) -> str:
    return reverse("matches:undo_result", args=[match.round.stage.event.slug, match.pk])


def statuses(match: Match) -> list[str]:
    return list(match.results.order_by("version").values_list("status", flat=True))


def tell(match: Match, index: int, score: Score) -> None:
    entry = match.seats.select_related("entry").get(index=index).entry
    report_result(match=match, score=score, actor=Actor(entry=entry), source="player")


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
    assert "Result of table 2 removed." in said
    assert statuses(match) == [ResultStatus.SUPERSEDED]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Type a table and a result"),
        ("2-1", "Type a table and a result"),
        ("9 2-1", "There is no table 9 in this round."),
        ("2", "The result is missing."),
        ("2 3-0", "A player can win at most 2 rounds."),
        ("2 2-2", "A match has at most 3 rounds."),
        ("2 two", "“two” is not a result."),
        ("2 2-1 sd1", "Sudden Death decides only a level score."),
        ("2 id", "This event does not allow players to agree on a draw."),
    ],
)
@pytest.mark.parametrize("json", [False, True])
def test_a_wrong_line_is_said_at_the_field_and_stays_there(
    scorekeeper: Client, event: Event, line: str, said: str, json: bool
) -> None:
    answer = scorekeeper.post(results_url(event), {"line": line}, headers=JSON if json else {})
    assert answer.status_code == 422
    if json:
        assert said in answer.json()["error"]
        return
    assert answer.context["error"].startswith(said) or said in answer.context["error"]
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
    again = {"line": "1 1-2", "override": "1"}
    assert scorekeeper.post(results_url(event), again, headers=JSON).json() == {"url": to}
    answer = scorekeeper.post(results_url(event), again)
    assert answer["Location"] == to
    assert 'value="1-2"' in scorekeeper.get(to).content.decode()
    assert Result.objects.count() == 1


def test_a_floor_judge_is_not_offered_what_a_floor_judge_may_not(client: Client, event: Event, round_: Round) -> None:
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    client.post(results_url(event), {"line": "1 2-0"})
    told = client.post(results_url(event), {"line": "1 1-2", "override": "1"}, headers=JSON)
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
    scorekeeper.post(results_url(event), {"line": "1 0-2", "override": "1"})
    assert statuses(match) == [ResultStatus.SUPERSEDED, ResultStatus.CONFIRMED]


def test_what_was_just_stored_stays_in_the_list_of_the_missing_for_a_glance(
    scorekeeper: Client, event: Event, round_: Round
) -> None:
    scorekeeper.post(results_url(event), {"line": "1 2-0"})
    listed = {match["table"]: match["score"] for match in scorekeeper.get(results_url(event)).context["matches"]}
    assert listed == {1: "2–0", 2: "", 3: ""}
    Result.objects.update(confirmed_at="2026-01-01T00:00Z")
    listed = [match["table"] for match in scorekeeper.get(results_url(event)).context["matches"]]
    assert listed == [2, 3]
    every = scorekeeper.get(f"{results_url(event)}?show=all").context["matches"]
    assert [match["table"] for match in every] == [1, 2, 3]


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


def test_the_reports_of_a_difference_are_stored_with_one_button(scorekeeper: Client, round_: Round) -> None:
    match = match_at(round_, 1)
    tell(match, 0, TWO_ONE)
    tell(match, 1, ONE_TWO)
    context = scorekeeper.get(table_url(match)).context
    assert [(offer["score"], offer["line"]) for offer in context["offered"]] == [("2–1", "2-1"), ("1–2", "1-2")]
    scorekeeper.post(table_url(match), {"score": "1-2"})
    assert match.results.get(status=ResultStatus.CONFIRMED).lines.get(outcome="win").seat.index == 1


def test_every_version_is_on_the_tables_page(scorekeeper: Client, round_: Round) -> None:
    match = match_at(round_, 1)
    tell(match, 0, TWO_ONE)
    scorekeeper.post(table_url(match), {"score": "2-0"})
    scorekeeper.post(table_url(match), {"score": "0-2", "reason": "Slip misread"})
    versions = scorekeeper.get(table_url(match)).context["versions_of_result"]
    assert [(line["version"], line["score"], line["standing"]) for line in versions] == [
        (3, "0–2", "confirmed"),
        (2, "2–0", "superseded"),
        (1, "2–1", "superseded"),
    ]
    assert versions[0]["reason"] == "Slip misread"


@pytest.mark.parametrize(
    ("sent", "field", "said"),
    [
        ({"score": "", "reason": "x"}, "score", "This field is required."),
        ({"score": "5-0", "reason": "x"}, "score", "A player can win at most 2 rounds."),
        ({"score": "2-1", "reason": "x"}, "score", "This result is already saved."),
        ({"score": "0-2", "reason": ""}, "reason", "This field is required."),
    ],
)
def test_a_correction_that_cannot_be_is_said_at_its_field(
    scorekeeper: Client, round_: Round, desk: Actor, sent: dict[str, str], field: str, said: str
) -> None:
    report(round_, desk)
    answer = scorekeeper.post(table_url(match_at(round_, 1)), sent)
    assert answer.status_code == 422
    assert answer.context["form"].errors[field] == [said]
    assert not AuditRow.objects.filter(act="correct_result").exists()


def test_a_correction_in_a_closed_round_is_shown_before_it_is_done(
    scorekeeper: Client, event: Event, round_: Round, desk: Actor
) -> None:
    report(round_, desk)
    close_round(round=round_, actor=desk)
    pair_round(stage=stage_of(event), actor=desk)
    match = match_at(round_, 1)
    before = snapshot_after(round_)
    asked = scorekeeper.post(table_url(match), {"score": "0-2", "reason": "Slip misread"})
    assert asked.templates[0].name == "matches/results/preview.html"
    preview = asked.context["preview"]
    assert {move["name"] for move in preview["moves"]} >= set(names_at(round_, 1))
    assert "change place or points." in preview["sentences"][0]
    assert snapshot_after(round_) == before
    assert not AuditRow.objects.filter(act="correct_result").exists()
    sent = {"score": "0-2", "reason": "Slip misread", "seen": asked.context["seen"]}
    assert scorekeeper.post(table_url(match), sent).status_code == 302
    after = snapshot_after(round_)
    assert after is not None
    assert before is not None
    assert after.version == before.version + 1
    ranks = {row["number"]: row["rank"] for row in after.rows}
    shown = {move["name"]: move["rank"][1] for move in preview["moves"]}
    assert {f"Player {number:03d}": ranks[number] for number in ranks if f"Player {number:03d}" in shown} == shown


def test_what_changed_since_one_looked_is_shown_again(
    scorekeeper: Client, event: Event, round_: Round, desk: Actor
) -> None:
    report(round_, desk)
    close_round(round=round_, actor=desk)
    match = match_at(round_, 1)
    sent = {"score": "0-2", "reason": "Slip misread"}
    seen = scorekeeper.post(table_url(match), sent).context["seen"]
    played(event, desk)
    asked = scorekeeper.post(table_url(match), {**sent, "seen": seen})
    assert "Something changed since you looked." in asked.content.decode()
    assert not AuditRow.objects.filter(act="correct_result").exists()


def test_a_bracket_correction_names_the_results_that_fall(client: Client, desk: Actor) -> None:
    event = event_of(4, kind=StageKind.SINGLE_ELIMINATION)
    client.force_login(staff(event, Role.HEAD_JUDGE))
    semi = played(event, desk)
    final = played(event, desk)
    match = match_at(semi, 1)
    asked = client.post(table_url(match), {"score": "0-2", "reason": "Slip misread"})
    fallen = [line["match"]["pk"] for line in asked.context["preview"]["fallen"]]
    assert fallen == [match_at(final, 1).pk]
    assert "1 later result no longer stands." in asked.content.decode()
    client.post(table_url(match), {"score": "0-2", "reason": "Slip misread", "seen": asked.context["seen"]})
    final.refresh_from_db()
    assert final.status == "withdrawn"
    assert "this table no longer counts" in client.get(table_url(match_at(final, 1))).content.decode()


def test_a_floor_judge_reports_and_does_not_correct(client: Client, event: Event, round_: Round, desk: Actor) -> None:
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    match = match_at(round_, 1)
    assert client.post(table_url(match), {"score": "2-0"}).status_code == 302
    page = client.get(table_url(match))
    assert page.context["form"] is None
    assert client.post(table_url(match), {"score": "0-2", "reason": "x"}).status_code == 403


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
