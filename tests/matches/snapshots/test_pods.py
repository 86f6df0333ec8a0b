"""An event of pods is ranked: stored, shown on every page and in the API, explained, corrected."""

from __future__ import annotations

import pytest
from django.test import Client
from rest_framework.test import APIClient

from judging.papers.queries import PaperTerms
from judging.papers.standings_builders import standings_sheet
from matches.audit.services import Actor
from matches.enums import EntryStatus, Role, Source
from matches.models import Entry, Event, Round
from matches.ranking.views import standings_context
from matches.reporting.correction_queries import preview_correction
from matches.results.queries.tables import read_score
from matches.results.services.results import correct_result, report_result
from matches.rounds.services.rounds import close_round
from matches.snapshots.queries import compute_table, latest_snapshot, standings_settings, tie_break_keys
from tests.factories import EntryFactory, any_organiser, staff
from tests.matches.playing import fresh, match_at, numbers_in, running, stage_of
from tests.matches.pods import pod_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def play(event: Event, desk: Actor, lines: dict[int, str] | None = None, seed: int = 1) -> Round:
    """Play a round: seats in their order, unless a line says otherwise for a number of seats."""
    round_ = running(event, desk, seed=seed)
    for match in round_.matches.filter(kind="played").select_related("round__stage__event").order_by("table"):
        seats = match.seats.count()
        line = (lines or {}).get(seats, " ".join("ABCDE"[:seats]))
        report_result(match=match, score=read_score(match, line), actor=desk, source=Source.DESK)
    return fresh(close_round(round=round_, actor=desk))


def test_the_snapshot_has_exact_points_and_the_order_of_pods(desk: Actor) -> None:
    event = pod_event(7)
    play(event, desk)
    snapshot = latest_snapshot(stage_of(event))
    assert snapshot is not None
    assert tie_break_keys(snapshot) == ["opp_points", "firsts", "amount_share", "seed", "lot"]
    assert sorted(str(row["points"]) for row in snapshot.rows) == ["0", "0", "1", "2", "3", "3", "3/2"]


def test_amounts_are_left_out_where_a_game_has_none(desk: Actor) -> None:
    event = pod_event(8, game="bank", size=4)
    assert "amount_share" in standings_settings(stage_of(event)).order


def test_a_bye_is_worth_what_the_event_says(desk: Actor) -> None:
    event = pod_event(5, bye=1)
    round_ = play(event, desk)
    bye = numbers_in(round_.matches.get(kind="bye"))[0]
    rows = {int(row.player): row.points for row in compute_table(stage_of(event)).rows}
    assert rows[bye] == 1


def test_who_was_absent_is_dropped_and_has_met_nobody(desk: Actor) -> None:
    event = pod_event(8)
    round_ = play(event, desk, {4: "C A D -B"})
    absent = {numbers_in(match_at(round_, table))[1] for table in (1, 2)}
    dropped = Entry.objects.filter(event=event, status=EntryStatus.DROPPED)
    assert set(dropped.values_list("number", flat=True)) == absent
    later = play(event, desk, seed=2)
    assert {match.seats.count() for match in later.matches.all()} == {3}
    rows = {int(row.player): row for row in compute_table(stage_of(event)).rows}
    assert all(rows[number].tie_breaks["opp_points"] == 0 for number in absent)


def test_late_players_have_the_losses_or_byes_of_the_event(desk: Actor) -> None:
    event = pod_event(8)
    play(event, desk)
    EntryFactory(event=event, number=9, entered_round=2)
    rows = {int(row.player): row for row in compute_table(stage_of(event)).rows}
    assert (rows[9].points, rows[9].played) == (0, 1)


def test_every_page_that_shows_standings_shows_them(client: Client, desk: Actor) -> None:
    event = pod_event(7)
    play(event, desk)
    number = next(int(row.player) for row in compute_table(stage_of(event)).rows if row.points == 1.5)
    client.force_login(staff(event, Role.ORGANISER))
    base = f"/e/{event.slug}/"
    page = client.get(f"{base}standings/").content.decode()
    assert "1.50" in page
    assert "Opp%" in page
    player = client.get(f"{base}players/{number}/").content.decode()
    assert "1.50 points" in player
    assert "Opponents’ share of points" in player
    assert "ranks one place higher" in player
    for address in (
        f"{base}wall/?show=standings",
        f"{base}desk/standings/",
        f"{base}desk/people/{number}/",
        f"{base}desk/",
        base,
        f"{base}wall/",
    ):
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, address


def test_no_column_is_there_for_wins_and_losses_or_for_seeds_that_nobody_has(client: Client, desk: Actor) -> None:
    """A second place of four is no loss; a column of dashes says nothing."""
    event = pod_event(8)
    play(event, desk)
    snapshot = latest_snapshot(stage_of(event))
    context = standings_context(event, snapshot, [stage_of(event)], staff=False)
    assert context["has_record"] is False
    assert {row.record for row in context["rows"]} == {""}
    assert [column.key for column in context["columns"]] == ["opp_points", "firsts", "amount_share"]
    sheet = standings_sheet(event, PaperTerms(kind="standings"))
    assert {row.record for row in sheet.rows} == {""}
    assert len(sheet.columns) == 3
    Entry.objects.filter(event=event, number=3).update(seed=1)
    play(event, desk)
    context = standings_context(event, latest_snapshot(stage_of(event)), [stage_of(event)], staff=False)
    assert [column.key for column in context["columns"]] == ["opp_points", "firsts", "amount_share", "seed"]


def test_the_api_sends_exact_points(desk: Actor) -> None:
    event = pod_event(7)
    play(event, desk)
    api = APIClient()
    body = api.get(f"/api/v1/events/{event.slug}/standings/").json()
    rows = body["rows"]
    assert {str(row["points"]) for row in rows} == {"0", "1", "2", "3", "3/2"}
    number = next(row["number"] for row in rows if row["points"] == "3/2")
    place = api.get(f"/api/v1/events/{event.slug}/standings/{number}/").json()
    assert place["points"] == "3/2"
    part = next(one for one in place["tie_breaks"] if one["key"] == "opp_points")["parts"][0]
    assert {"points", "whole"} <= part.keys()


def test_a_correction_in_a_closed_round_moves_the_standings(desk: Actor) -> None:
    event = pod_event(8)
    round_ = play(event, desk)
    match = match_at(round_, 1)
    score = read_score(match, "D C B A")
    preview = preview_correction(match, score)
    assert {move.number for move in preview.moves} >= {numbers_in(match)[0], numbers_in(match)[3]}
    correct_result(match=match, score=score, actor=desk, source=Source.DESK, reason="misread")
    rows = {int(row.player): row.points for row in compute_table(stage_of(event)).rows}
    assert [rows[number] for number in numbers_in(match)] == [0, 1, 2, 3]
    snapshot = latest_snapshot(stage_of(event))
    assert snapshot is not None
    assert snapshot.version == 2


def test_a_correction_shows_the_later_pods_that_would_be_drawn_differently(desk: Actor) -> None:
    event = pod_event(12)
    round_ = play(event, desk)
    running(event, desk, seed=3)
    match = match_at(round_, 1)
    preview = preview_correction(match, read_score(match, "D C B A"))
    assert preview.pairings
    assert all(len(line) == 4 for line in preview.pairings[0].instead)


def test_a_table_of_points_decides_the_standings_and_the_shares(desk: Actor) -> None:
    event = pod_event(7, points="5-3-2-1")
    play(event, desk)
    rows = compute_table(stage_of(event)).rows
    assert sorted(str(row.points) for row in rows) == ["1", "1", "2", "3", "5", "5", "5/2"]
    best = next(row for row in rows if row.points == 1)
    assert 0 < (best.tie_breaks["opp_points"] or 0) < 1


def test_an_agreed_draw_of_a_table_brings_its_own_points(desk: Actor) -> None:
    event = pod_event(4, draw_points=1)
    event.intentional_draws = True
    event.save()
    play(event, desk, {4: "id"})
    assert {row.points for row in compute_table(stage_of(event)).rows} == {1}
    event = pod_event(4)
    event.intentional_draws = True
    event.save()
    play(event, desk, {4: "id"})
    assert {str(row.points) for row in compute_table(stage_of(event)).rows} == {"3/2"}
