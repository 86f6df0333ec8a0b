"""Results by thumb: the open tables, and a table's possible scores, read and saved as typed lines are."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.audit.services import Actor
from matches.enums import EntryStatus, ResultStatus, Role, StageKind
from matches.models import Entry, Event, Match, Round
from matches.results.queries.results import score_of
from matches.tables.duel_score import possible_rounds
from matches.tables.pod_line import places_text
from rules_engine import games
from tests.factories import any_organiser, staff
from tests.matches.playing import ONE_TWO, TWO_ONE, event_of, match_at, names_at, report, running
from tests.matches.pods import pod_event
from tests.matches.results.addresses import table_url, tell
from tests.matches.results.lines import MONEY_RULES
from tests.matches.score_attack import attack_event
from tests.undone import undone

pytestmark = pytest.mark.django_db
ISOLATES = {0x2068: None, 0x2069: None}
"""The marks around names, so that one from right to left does not turn its sentence."""


def sheet_url(match: Match) -> str:
    return reverse("matches:open_table", args=[match.round.stage.event.slug, match.pk])


def open_url(event: Event) -> str:
    return reverse("matches:open_tables", args=[event.slug])


def text_of(client: Client, url: str) -> str:
    page = unescape(re.sub(r"<[^>]+>", " ", client.get(url).content.decode()))
    return " ".join(page.translate(ISOLATES).split())


def buttons(client: Client, url: str) -> list[tuple[str, str]]:
    """The buttons that save: what each writes on the line, by its name."""
    return re.findall(r'name="(score|whole)" value="([^"]+)"', client.get(url).content.decode())


def stored(match: Match) -> str:
    result = match.results.get(status=ResultStatus.CONFIRMED)
    return f"{'-'.join(str(line.rounds_won) for line in result.lines.order_by('seat__index'))} {result.decided_by}"


def as_scorekeeper(client: Client, event: Event) -> Client:
    client.force_login(staff(event, Role.SCOREKEEPER))
    return client


def test_a_tap_saves_and_leads_to_the_next_open_table_and_back(
    scorekeeper: Client, event: Event, round_: Round
) -> None:
    first, second = names_at(round_, 2)
    page = text_of(scorekeeper, sheet_url(match_at(round_, 2)))
    assert f"{first} wins 2–0 2–1 1–0 {second} wins 0–2 1–2 0–1 Draw 1–1 0–0" in page
    answer = scorekeeper.post(sheet_url(match_at(round_, 2)), {"score": "1-2", "mark": ""})
    assert answer["Location"] == open_url(event)
    assert stored(match_at(round_, 2)) == "1-2 played"
    page = scorekeeper.get(open_url(event)).content.decode()
    assert f"Table 2: {first} 1–2 {second}" in page.translate(ISOLATES)
    assert "Next: table 3" in page
    assert sheet_url(match_at(round_, 2)) not in page
    undo = reverse("matches:undo_result", args=[event.slug, match_at(round_, 2).pk])
    assert f'action="{undo}"' in page
    assert scorekeeper.post(undo, {"from": "open"})["Location"] == open_url(event)
    page = scorekeeper.get(open_url(event)).content.decode()
    assert "Result of table 2 undone." in page
    assert sheet_url(match_at(round_, 2)) in page


def test_each_button_of_a_sheet_saves_a_result(subtests: pytest.Subtests, scorekeeper: Client, round_: Round) -> None:
    Event.objects.update(intentional_draws=True)
    match = match_at(round_, 1)
    found = buttons(scorekeeper, sheet_url(match))
    assert {line for name, line in found if name == "whole"} == {"x1", "x2", "xx", "id", "l1", "l2", "ll"}
    for name, line in found:
        with subtests.test(line=line), undone(scorekeeper):
            sure = {"override": "draw_before_start before_time"}
            assert scorekeeper.post(sheet_url(match), {name: line, **sure}).status_code == 302
            assert match.results.filter(status=ResultStatus.CONFIRMED).exists()


@pytest.mark.parametrize(
    ("mark", "score", "saved"),
    [("c1", "0-1", "0-1 concession"), ("t", "2-1", "2-1 time"), ("sd2", "1-1", "1-1 sudden_death")],
)
def test_how_it_was_decided_goes_with_the_score(
    scorekeeper: Client, round_: Round, mark: str, score: str, saved: str
) -> None:
    match = match_at(round_, 1)
    assert f'value="{mark}"' in scorekeeper.get(sheet_url(match)).content.decode()
    sent = {"score": score, "mark": mark, "override": "before_time"}
    assert scorekeeper.post(sheet_url(match), sent).status_code == 302
    assert stored(match) == saved


def test_a_question_is_answered_with_one_more_tap(scorekeeper: Client, round_: Round) -> None:
    match = match_at(round_, 1)
    answer = scorekeeper.post(sheet_url(match), {"score": "1-1", "mark": "t"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Did time decide the match?" in page
    assert '<input type="hidden" name="line" value="1-1 t">' in page
    assert re.search(r'value="t"\s+checked', page)
    assert not match.results.exists()
    assert scorekeeper.post(sheet_url(match), {"line": "1-1 t", "override": "before_time"}).status_code == 302
    assert stored(match) == "1-1 time"


def test_what_was_typed_is_kept_when_it_is_refused(scorekeeper: Client, round_: Round) -> None:
    Event.objects.update(rules=MONEY_RULES)
    match = match_at(round_, 1)
    sent = {"first": "2,410", "second": "99999999", "pot": "4390", "mark": ""}
    answer = scorekeeper.post(sheet_url(match), sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'role="alert"' in page
    assert all(f'value="{typed}"' in page for typed in ("2,410", "99999999", "4390"))
    assert scorekeeper.post(sheet_url(match), {**sent, "second": "1980"}).status_code == 302
    result = match.results.get(status=ResultStatus.CONFIRMED)
    assert (score_of(result).totals, result.pot) == ((2410, 1980), 4390)  # type: ignore[union-attr]


def test_another_desk_that_was_faster_is_named(scorekeeper: Client, event: Event, round_: Round) -> None:
    match, other = match_at(round_, 1), staff(event, Role.ORGANISER)
    report(round_, Actor(user=other), TWO_ONE, tables=[1])
    answer = scorekeeper.post(sheet_url(match), {"score": "0-2"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert f"{other} saved it at" in page
    assert "Your result was not saved." in page
    assert f'href="{table_url(match)}?score=0-2"' in page
    assert 'name="score"' not in page
    assert stored(match) == "2-1 played"
    assert scorekeeper.post(sheet_url(match), {"score": "2-1"}).status_code == 302  # the same: nothing to say


def test_a_report_of_the_players_that_differs_is_asked_about(scorekeeper: Client, event: Event, round_: Round) -> None:
    match = match_at(round_, 1)
    tell(match, 0, TWO_ONE)
    assert "reported" in text_of(scorekeeper, open_url(event))
    assert "Save anyway" in scorekeeper.post(sheet_url(match), {"score": "0-2"}).content.decode()
    assert scorekeeper.post(sheet_url(match), {"line": "0-2", "override": "report_differs"}).status_code == 302


def test_one_of_two_reports_that_differ_is_saved_with_a_tap(scorekeeper: Client, round_: Round) -> None:
    match = match_at(round_, 1)
    tell(match, 0, TWO_ONE)
    tell(match, 1, ONE_TWO)
    page = scorekeeper.get(sheet_url(match)).content.decode()
    assert re.findall(r'name="line" value="([^"]+)"', page) == ["2-1", "1-2"]
    assert scorekeeper.post(sheet_url(match), {"line": "1-2"}).status_code == 302
    assert stored(match) == "1-2 played"


def test_a_bracket_offers_no_intentional_draw_and_a_player_who_has_left_a_walkover(client: Client) -> None:
    event = event_of(4, kind=StageKind.SINGLE_ELIMINATION)
    round_ = running(event, any_organiser())
    Event.objects.update(intentional_draws=True)
    Entry.objects.filter(seats__match=match_at(round_, 1), seats__index=0).update(status=EntryStatus.DROPPED)
    lines = dict.fromkeys(
        line for _name, line in buttons(as_scorekeeper(client, event), sheet_url(match_at(round_, 1)))
    )
    assert "id" not in lines
    assert "w1" in lines
    assert "w2" not in lines


def test_a_pod_is_tapped_in_its_order(client: Client) -> None:
    round_ = running(pod_event(4), any_organiser(), seed=1)
    match = match_at(round_, 1)
    as_scorekeeper(client, round_.stage.event)
    url = sheet_url(match)
    for seat in "CADB":
        page = unescape(client.get(url).content.decode())
        link = next(
            link for link in re.findall(r'class="button order-tap"\s+href="([^"#]+)', page) if link.endswith(seat)
        )
        url = link
    assert 'name="order" value="C A D B"' in client.get(url).content.decode()
    assert client.post(url, {"order": "C A D"}).status_code == 422
    assert client.post(url, {"order": "C A D B"}).status_code == 302
    assert places_text(score_of(match.results.get())) == "C A D B"


@pytest.mark.parametrize(
    ("sent", "part"), [({"first": "216"}, "played"), ({"whole": "-"}, "absent"), ({"first": "90", "mark": "l"}, "lost")]
)
def test_a_player_alone_has_a_number(client: Client, sent: dict[str, str], part: str) -> None:
    round_ = running(attack_event(4), any_organiser())
    match = match_at(round_, 1)
    as_scorekeeper(client, round_.stage.event)
    page = client.get(sheet_url(match)).content.decode()
    assert 'inputmode="numeric"' in page
    assert '<label for="sheet-first">Score</label>' in page  # the name stands above
    assert client.post(sheet_url(match), sent).status_code == 302
    assert score_of(match.results.get()).part == part  # type: ignore[union-attr]


def test_a_table_that_takes_no_result_leads_to_its_page(scorekeeper: Client, round_: Round) -> None:
    match = match_at(round_, 1)
    Round.objects.update(status="closed")
    assert scorekeeper.get(sheet_url(match))["Location"] == table_url(match)


def test_more_open_tables_cost_no_more_queries(client: Client) -> None:
    counts = []
    for players in (4, 12):
        round_ = running(event_of(players), any_organiser())
        as_scorekeeper(client, round_.stage.event)
        client.get(open_url(round_.stage.event))
        with CaptureQueriesContext(connection) as captured:
            client.get(open_url(round_.stage.event))
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_the_possible_scores_are_those_that_the_rules_let_a_match_end_with() -> None:
    game = games.get("bankout")
    shape = game.scoring(game.rule_set({}))
    assert sorted(possible_rounds(shape)) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)]
