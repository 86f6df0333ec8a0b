"""Real tournaments split into flights that did not meet, and merged: the standings are those of the whole tournament.

Who had met whom before the merge counts, opponents from before it count in tie-breaks, and a corrected result of a
flight changes the standings of the day 2.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from matches.audit.services import Actor
from matches.draws.queries.fields import results_changed, swiss_field, terms_now
from matches.enums import Source
from matches.flights.queries import ranked_stage_of
from matches.flights.services.qualifying import take_qualifiers
from matches.history import Kind
from matches.models import Entry, Event, Match, Round, StandingsSnapshot
from matches.reporting.correction_queries import preview_correction
from matches.results.services.results import correct_result
from matches.rounds.services.rounds import pair_round
from matches.snapshots.place_views import place_context
from matches.snapshots.queries import compute_table, latest_snapshot, snapshot_after, standings_settings
from matches.standings import compute
from matches.tables.outcome import Outcome
from matches.tables.score import Duel
from matches.tournament_files.swiss_file import Tournament
from tests.factories import any_organiser
from tests.forms import sample
from tests.matches.flights.real import in_flights, names_of, play_round, played_event
from tests.matches.pairing.real import real_tournament
from tests.matches.playing import fresh

pytestmark = pytest.mark.django_db

SPLITS = sample(2, [("melee-25", 1, 2), ("melee-21", 1, 3), ("melee-11", 2, 2), ("melee-15", 1, 2)])
"""Tournament, rounds before the merge, flights."""


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def merged(tournament: Tournament, before: int, flights: int, desk: Actor) -> tuple[Event, list[Event]]:
    """The day 2 of a tournament whose first rounds were played in flights; all players qualify."""
    rounds = tournament.rounds[:before]
    made = [played_event(keys, rounds) for keys in in_flights(tournament.players, rounds, flights)]
    day2 = played_event([], [], planned=len(tournament.rounds) - before)
    for flight in made:
        numbers = list(flight.entries.values_list("number", flat=True))
        take_qualifiers(event=day2, actor=desk, source=flight, numbers=numbers, carries_points=True, checked_in=True)
    return day2, made


def expected(tournament: Tournament, after: int, day2: Event) -> list[tuple[str, Fraction, dict[str, object]]]:
    """The whole tournament's standings under the event's settings, without the lot, which knows no names."""
    settings = standings_settings(ranked_stage_of(day2))
    table = compute(tournament.players, tournament.rounds[:after], settings)
    return [(row.player, Fraction(row.points), told_by(row.tie_breaks)) for row in table.rows]


def told_by(tie_breaks: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in tie_breaks.items() if key != "lot"}


@pytest.mark.parametrize(("name", "before", "flights"), SPLITS)
def test_standings_after_each_round_are_those_of_the_whole_tournament(
    name: str, before: int, flights: int, desk: Actor
) -> None:
    tournament = real_tournament(name)
    day2, made = merged(tournament, before, flights, desk)
    assert len(made) == flights
    stage = ranked_stage_of(day2)
    for after in range(before + 1, len(tournament.rounds) + 1):
        play_round(stage, tournament.rounds[after - 1])
        names = names_of(day2)
        found = {
            names[int(row.player)]: (Fraction(row.points), told_by(row.tie_breaks)) for row in compute_table(stage).rows
        }
        assert found == {key: (points, rest) for key, points, rest in expected(tournament, after, day2)}
        assert len(latest_snapshot(stage).rows) == len(tournament.players)


def test_nobody_meets_again_across_the_merge(desk: Actor) -> None:
    tournament = real_tournament("melee-25")
    day2, _flights = merged(tournament, 1, 2, desk)
    stage = ranked_stage_of(day2)
    names = names_of(day2)
    field = swiss_field(stage, 1, terms_now(stage, 1))
    met = {names[int(player.key)]: {names[int(key)] for key in player.met} for player in field.players}
    theirs: dict[str, set[str]] = {key: set() for key in tournament.players}
    for match in (match for round_ in tournament.rounds[:1] for match in round_.matches):
        if match.kind is Kind.PLAYED:
            first, second = match.seats
            theirs[first].add(second)
            theirs[second].add(first)
    assert met == theirs
    draft = pair_round(stage=stage, actor=desk)
    for match in draft.matches.filter(kind="played"):
        one, other = (names[number] for number in match.seats.order_by("index").values_list("entry__number", flat=True))
        assert other not in theirs[one]


def test_only_the_best_go_on_and_their_opponents_still_count(desk: Actor) -> None:
    tournament = real_tournament("melee-11")
    rounds = tournament.rounds[:3]
    flight = played_event(tournament.players, rounds)
    best = [row["number"] for row in latest_snapshot(ranked_stage_of(flight)).rows[:16]]
    day2 = played_event([], [], planned=2)
    took = take_qualifiers(event=day2, actor=desk, source=flight, numbers=best, carries_points=True, checked_in=True)
    assert [entry.came_from.number for entry in took] == best
    stage = ranked_stage_of(day2)
    names = names_of(day2)
    table = compute_table(stage)
    whole = compute(tournament.players, rounds, standings_settings(stage))
    brought = {row.player: (row.points, told_by(row.tie_breaks)) for row in whole.rows}
    assert {names[int(row.player)]: (row.points, told_by(row.tie_breaks)) for row in table.rows} == {
        key: brought[key] for key in names.values()
    }


def test_the_rounds_before_and_opponents_who_did_not_qualify_are_named(desk: Actor) -> None:
    tournament = real_tournament("melee-25")
    flight = played_event(tournament.players, tournament.rounds[:2])
    best = [row["number"] for row in latest_snapshot(ranked_stage_of(flight)).rows[:8]]
    day2 = played_event([], [], planned=2)
    take_qualifiers(event=day2, actor=desk, source=flight, numbers=best, carries_points=True, checked_in=True)
    stage = ranked_stage_of(day2)
    draft = pair_round(stage=stage, actor=desk)
    Round.objects.filter(pk=draft.pk).delete()
    play_round(stage, tournament.rounds[2].__class__(number=1, matches=()))
    snapshot = latest_snapshot(stage)
    entry = Entry.objects.select_related("player").filter(event=day2).first()
    shown = place_context(day2, entry, snapshot)["explanations"][0]
    assert [part.round for part in shown.parts] == ["flight 1", "flight 2"]
    assert all(part.opponent for part in shown.parts)
    gone = set(tournament.players) - set(names_of(day2).values())
    every = [
        part.opponent
        for one in Entry.objects.filter(event=day2).select_related("player")
        for part in place_context(day2, one, snapshot)["explanations"][0].parts
    ]
    assert any(name.startswith(f"{key} (") for name in every for key in gone)


def test_a_corrected_result_of_a_flight_changes_the_day_2(desk: Actor) -> None:
    tournament = real_tournament("melee-25")
    day2, flights = merged(tournament, 1, 2, desk)
    stage = ranked_stage_of(day2)
    draft = pair_round(stage=stage, actor=desk)
    assert not results_changed(draft)
    match = _decided(flights[0])
    before = _points(day2, stage)
    correct_result(match=match, score=_turned(match), actor=desk, source=Source.DESK, reason="misread")
    assert results_changed(fresh(draft))
    first, second = (
        Entry.objects.get(event=day2, player=seat.entry.player).number for seat in match.seats.order_by("index")
    )
    after = _points(day2, stage)
    assert {number for number in after if after[number] != before[number]} == {first, second}


def test_standings_that_are_stored_are_stored_again(desk: Actor) -> None:
    tournament = real_tournament("melee-25")
    day2, flights = merged(tournament, 1, 2, desk)
    stage = ranked_stage_of(day2)
    round_ = play_round(stage, tournament.rounds[1])
    first = snapshot_after(round_)
    match = _decided(flights[0])
    assert preview_correction(match, _turned(match)).moves
    correct_result(match=match, score=_turned(match), actor=desk, source=Source.DESK, reason="misread")
    second = snapshot_after(round_)
    assert (second.version, second.digest != first.digest) == (first.version + 1, True)
    assert StandingsSnapshot.objects.filter(stage=stage).count() == 2
    row = flights[0].audit_rows.order_by("-sequence").first()
    assert row.details["carried_to"] == [str(day2.key)]


def _points(day2: Event, stage) -> dict[int, Fraction]:
    return {int(row.player): Fraction(row.points) for row in compute_table(stage).rows}


def _decided(flight: Event) -> Match:
    rows = Match.objects.filter(round__stage__event=flight, kind="played", results__lines__outcome=Outcome.WON)
    return rows.select_related("round__stage__event").order_by("pk").first()


def _turned(match: Match) -> Duel:
    """The other player won."""
    won = match.results.get(status="confirmed").lines.get(outcome=Outcome.WON).seat.index
    rounds = (2, 0) if won == 1 else (0, 2)
    return Duel(rounds=rounds, winner=1 - won)
