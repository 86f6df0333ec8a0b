"""What a player is counted for the rounds missed: before a late entry, and between a drop and the return."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.attendance.services import drop_entry, return_entry
from matches.audit.services import Actor
from matches.clock.services import start_clock
from matches.draws.services.checks import verify_round
from matches.enums import LatePolicy, Role
from matches.history import Kind
from matches.models import Event, Seat, Stage, StandingsSnapshot
from matches.people.services.entries import add_entry
from matches.rounds.services.rounds import close_round
from matches.snapshots.history_queries import closed_rounds, player_key, rounds_played
from matches.snapshots.queries import compute_table
from matches.standings import Row
from matches.tables.outcome import Outcome
from tests.factories import staff
from tests.matches.playing import entry, event_of, fresh, played, published, report, stage_of
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return event_of(7, rounds=6)


@pytest.fixture
def desk(event: Event) -> Actor:
    return Actor(user=staff(event, Role.ORGANISER))


def drop(event: Event, desk: Actor, number: int = 3) -> None:
    drop_entry(actor=desk, entry=entry(event, number))


def come_back(event: Event, desk: Actor, number: int = 3) -> None:
    return_entry(actor=desk, entry=entry(event, number))


def alone(event: Event, number: int = 3, upto: int | None = None) -> dict[int, Kind]:
    """The lines that a player has without an opponent, by round, but for byes that the pairing gave."""
    stage = stage_of(event)
    paired = set(Seat.objects.filter(round__stage=stage, entry__number=number).values_list("round__number", flat=True))
    return {
        round_.number: line.kind
        for round_ in rounds_played(stage, closed_rounds(stage, upto=upto))
        for line in round_.matches
        if line.seats == (player_key(number),) and round_.number not in paired
    }


def row_of(event: Event, number: int = 3) -> Row:
    return next(row for row in compute_table(stage_of(event)).rows if row.player == player_key(number))


def missed_two(event: Event, desk: Actor) -> None:
    """Player 3 plays round 1, misses 2 and 3, and plays round 4."""
    played(event, desk)
    drop(event, desk)
    played(event, desk)
    played(event, desk)
    come_back(event, desk)
    played(event, desk)


def test_rounds_between_a_drop_and_the_return_count_as_a_late_players_do(
    subtests: pytest.Subtests, event: Event, desk: Actor
) -> None:
    for policy, kind, points, losses in [
        (LatePolicy.LOSSES, Kind.ASSIGNED_LOSS, 0, 2),
        (LatePolicy.BYES, Kind.BYE, 6, 0),
        (LatePolicy.NOTHING, None, 0, 0),
    ]:
        with subtests.test(policy=policy, kind=kind, points=points, losses=losses), undone():
            Event.objects.filter(pk=event.pk).update(late_policy=LatePolicy.NOTHING)
            missed_two(event, desk)
            before = row_of(event)
            Event.objects.filter(pk=event.pk).update(late_policy=policy)
            assert alone(event) == ({2: kind, 3: kind} if kind else {})
            assert (row_of(event).points - before.points, row_of(event).losses - before.losses) == (points, losses)


def test_an_absence_is_shown_as_a_late_players_is(event: Event, desk: Actor) -> None:
    missed_two(event, desk)
    late = add_entry(event=event, actor=desk, name="Late", checked_in=True)
    played(event, desk)
    lines = {
        number: [line for line in round_.matches if line.seats[0] == player_key(key)]
        for key in (3, late.number)
        for round_ in rounds_played(stage_of(event), closed_rounds(stage_of(event)))
        for number in [(key, round_.number)]
    }
    [own], [latecomer] = lines[3, 2], lines[late.number, 2]
    assert (own.kind, own.outcomes, own.score) == (latecomer.kind, latecomer.outcomes, latecomer.score)
    assert own.outcomes == (Outcome.LOST,)


def test_an_entry_that_stays_out_is_not_counted(event: Event, desk: Actor) -> None:
    played(event, desk)
    drop(event, desk)
    played(event, desk)
    played(event, desk)
    assert alone(event) == {}


def test_one_who_comes_back_is_counted_before_the_next_pairing(event: Event, desk: Actor) -> None:
    played(event, desk)
    drop(event, desk)
    played(event, desk)
    come_back(event, desk)
    assert alone(event) == {2: Kind.ASSIGNED_LOSS}


def test_one_who_drops_again_keeps_what_was_missed_between_and_no_more(event: Event, desk: Actor) -> None:
    missed_two(event, desk)
    drop(event, desk)
    played(event, desk)
    assert alone(event) == {2: Kind.ASSIGNED_LOSS, 3: Kind.ASSIGNED_LOSS}


def test_one_who_came_back_and_left_unpaired_stayed_out(event: Event, desk: Actor) -> None:
    played(event, desk)
    drop(event, desk)
    played(event, desk)
    come_back(event, desk)
    drop(event, desk)
    played(event, desk)
    assert alone(event) == {}


def test_a_round_that_was_published_before_the_return_is_missed_as_well(event: Event, desk: Actor) -> None:
    played(event, desk)
    drop(event, desk)
    running = published(event, desk)
    come_back(event, desk)
    assert alone(event) == {}  # round 2 is not closed yet
    start_clock(round=running, actor=desk)
    report(fresh(running), desk)
    close_round(round=fresh(running), actor=desk)
    assert alone(event) == {2: Kind.ASSIGNED_LOSS}


def test_standings_from_while_a_player_was_out_stay_as_they_were(event: Event, desk: Actor) -> None:
    missed_two(event, desk)
    rows = StandingsSnapshot.objects.get(round__number=2).rows
    found = {row.player: (row.points, row.losses) for row in compute_table(stage_of(event), upto=2).rows}
    assert found == {player_key(row["number"]): (row["points"], row["losses"]) for row in rows}
    assert alone(event, upto=2) == alone(event, upto=1) == {}
    assert alone(event, upto=3) == {2: Kind.ASSIGNED_LOSS, 3: Kind.ASSIGNED_LOSS}


def test_a_round_drawn_down_the_standings_while_a_player_was_out_verifies_after_the_return(
    event: Event, desk: Actor
) -> None:
    for _ in range(2):
        played(event, desk)
    drop(event, desk)
    played(event, desk)
    Stage.objects.filter(event=event).update(power_pair_last=True, rounds_planned=4)
    fourth = published(event, desk)
    Stage.objects.filter(event=event).update(rounds_planned=6)
    start_clock(round=fourth, actor=desk)
    report(fresh(fourth), desk)
    close_round(round=fresh(fourth), actor=desk)
    come_back(event, desk)
    played(event, desk)
    assert alone(event) == {3: Kind.ASSIGNED_LOSS, 4: Kind.ASSIGNED_LOSS}
    assert [verify_round(fresh(round_)) for round_ in closed_rounds(stage_of(event))] == [[]] * 5


def test_the_number_of_queries_does_not_grow(event: Event, desk: Actor) -> None:
    missed_two(event, desk)
    stage = stage_of(event)
    for upto in (1, 4):
        with CaptureQueriesContext(connection) as queries:
            rounds_played(stage, closed_rounds(stage, upto=upto))
        assert len(queries) == 5
