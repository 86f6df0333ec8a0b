"""A score attack: everyone at a table alone in each round, late entries, drops, no-shows, corrections."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.attendance.services import drop_entry
from matches.audit.services import Actor
from matches.clock.services import start_clock
from matches.draws.queries.pods import conflicts_of
from matches.draws.services.checks import check_draw, verify_round
from matches.draws.services.pod_drafts import move_player
from matches.draws.services.tables import make_table, remove_players_gone
from matches.enums import EntryStatus, Role, Source
from matches.errors import Refused
from matches.models import Entry, Event, Match, Seat
from matches.people.services.entries import add_entry
from matches.results.labels.pod_notes import pod_note_text
from matches.results.queries.pod_notes import pod_notes
from matches.results.queries.results import matches_of_round
from matches.results.queries.tables import read_score
from matches.results.services.results import correct_result
from matches.rounds.services.rounds import close_round, pair_round, repair_round
from matches.snapshots.queries import latest_snapshot
from tests.factories import staff
from tests.matches.playing import entry, fresh, match_at, numbers_in, published, running, stage_of
from tests.matches.score_attack import attack_event, report, scored

pytestmark = pytest.mark.django_db


def ranked(event: Event) -> list[tuple[int, int, int]]:
    snapshot = latest_snapshot(stage_of(event))
    assert snapshot is not None
    return [(row["rank"], row["number"], row["points"]) for row in snapshot.rows]


def test_everyone_has_a_table_and_nobody_a_bye(desk: Actor) -> None:
    event = attack_event(5)
    Entry.objects.filter(event=event, number=2).update(awarded_byes=2)
    Entry.objects.filter(event=event, number=3).update(fixed_table=9)
    round_ = pair_round(stage=stage_of(event), actor=desk, seed=1)
    lines = [(match.table, match.kind, numbers_in(match)) for match in round_.matches.order_by("table")]
    assert lines == [(n, "played", [n if n < 3 else n + 1]) for n in (1, 2, 3, 4)] + [(9, "played", [3])]
    assert conflicts_of(round_) == ()
    assert verify_round(round_) == []
    assert check_draw(round_).drawable
    again = repair_round(round=round_, actor=desk)
    assert Seat.objects.filter(round=again).count() == 5


def test_without_players_there_is_no_round(desk: Actor) -> None:
    with pytest.raises(Refused, match="No player is checked in"):
        pair_round(stage=stage_of(attack_event(0)), actor=desk)


def test_two_rounds_are_added_and_the_stage_is_over(desk: Actor) -> None:
    event = attack_event(3)
    scored(event, desk, "100", "120", "80")
    scored(event, desk, "90", "70 t", "0")
    assert ranked(event) == [(1, 2, 190), (2, 1, 190), (3, 3, 80)]
    assert stage_of(event).finished_at is not None


def test_a_late_player_gets_a_table_in_a_round_that_plays(desk: Actor) -> None:
    event = attack_event(2)
    round_ = running(event, desk)
    late = add_entry(event=event, actor=desk, name="Late Comer", checked_in=True)
    with pytest.raises(Refused, match="Everyone plays alone"):
        make_table(round=round_, first=late, second=entry(event, 1), actor=desk, reason="late")
    with pytest.raises(Refused, match="already has a table"):
        make_table(round=round_, first=entry(event, 1), second=None, actor=desk, reason="late")
    match = make_table(round=round_, first=late, second=None, actor=desk, reason="late")
    assert (match.kind, match.table, match.starter) == ("played", 3, None)
    report(round_, desk, {1: "10", 2: "20", 3: "30"})
    close_round(round=fresh(round_), actor=desk)
    assert ranked(event)[0] == (1, 3, 30)


def test_who_came_for_the_second_round_has_no_score_of_the_first(desk: Actor) -> None:
    event = attack_event(2)
    scored(event, desk, "10", "20")
    add_entry(event=event, actor=desk, name="Late Comer", checked_in=True)
    scored(event, desk, "10", "20", "60")
    assert ranked(event) == [(1, 3, 60), (2, 2, 40), (3, 1, 20)]


def test_who_leaves_a_draft_is_taken_out_with_the_table(desk: Actor) -> None:
    event = attack_event(3)
    draft = pair_round(stage=stage_of(event), actor=desk)
    drop_entry(entry=entry(event, 2), actor=desk)
    remove_players_gone(round=draft, actor=desk)
    assert [numbers_in(match) for match in draft.matches.order_by("table")] == [[1], [3]]
    assert not draft.matches.exclude(kind="played").exists()


def test_nobody_moves_to_the_table_of_another(desk: Actor) -> None:
    event = attack_event(2)
    round_ = published(event, desk)
    with pytest.raises(Refused):
        move_player(round=round_, entry=entry(event, 1), match=match_at(round_, 2), actor=desk, reason="company")


def test_the_desk_is_told_who_left_and_a_no_show_is_dropped(desk: Actor) -> None:
    event = attack_event(3)
    round_ = published(event, desk)
    drop_entry(entry=entry(event, 1), actor=desk)
    notes = [pod_note_text(note) for note in pod_notes(fresh(round_), matches_of_round(round_))]
    assert notes == ["Table 1: Player 001 has dropped. Type - as the result."]
    start_clock(round=fresh(round_), actor=desk)
    notes = [pod_note_text(note) for note in pod_notes(fresh(round_), matches_of_round(round_))]
    assert notes == ["Table 1: Player 001 has dropped. Type the score, or - if the player did not start."]
    report(fresh(round_), desk, {1: "-", 2: "-", 3: "5"})
    close_round(round=fresh(round_), actor=desk)
    assert entry(event, 2).status == EntryStatus.DROPPED
    assert ranked(event) == [(1, 3, 5), (2, 1, 0), (2, 2, 0)]


def test_a_correction_moves_the_table_of_scores(desk: Actor) -> None:
    event = attack_event(2)
    round_ = scored(event, desk, "100", "120")
    match: Match = match_at(round_, 1)
    correct_result(match=match, score=read_score(match, "200"), actor=desk, source=Source.DESK, reason="misread")
    assert ranked(event) == [(1, 1, 200), (2, 2, 120)]


def test_the_desk_assigns_tables_where_nobody_is_paired(client: Client, desk: Actor) -> None:
    event = attack_event(3)
    client.force_login(staff(event, Role.ORGANISER))
    page = client.get(reverse("matches:desk", args=[event.slug])).content.decode()
    assert "Assign tables for Round 1" in page
    assert "Pair " not in page
    round_ = pair_round(stage=stage_of(event), actor=desk)
    drop_entry(entry=entry(event, 2), actor=desk)
    page = client.get(reverse("matches:round", args=[event.slug, 1, round_.number])).content.decode()
    assert "Assign the tables again" in page
    assert "Pair " not in page
