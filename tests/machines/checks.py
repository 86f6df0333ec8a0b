"""What is true of an event whatever has happened to it: read from the tables, not from the services that wrote them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from django.db.models import Count

from judging.records.verify_services import verify_log
from matches.brackets.queries.brackets import stage_bracket, stored_matches
from matches.enums import EntryStatus, MatchKind, ResultStatus, RoundStatus
from matches.models import Event, Match, Result, Round, Seat, StageEntry, StandingsSnapshot
from matches.snapshots.queries import compute_table, row_as_json
from matches.snapshots.struck_queries import struck_matches, struck_numbers

COUNTED = ("points", "wins", "losses", "draws", "byes")


def check_rows(event: Event) -> None:
    """One confirmed result a match, one seat a player a round, one open round a stage, no result without a pair."""
    confirmed = Result.objects.filter(match__round__stage__event=event, status=ResultStatus.CONFIRMED)
    assert not confirmed.values("match").annotate(n=Count("pk")).filter(n__gt=1).exists()
    seats = Seat.objects.filter(round__stage__event=event)
    assert not seats.values("round", "entry").annotate(n=Count("pk")).filter(n__gt=1).exists()
    rounds = Round.objects.filter(stage__event=event)
    assert not (
        rounds.filter(status__in=RoundStatus.open()).values("stage").annotate(n=Count("pk")).filter(n__gt=1).exists()
    )
    assert not confirmed.exclude(match__kind=MatchKind.PLAYED).exists()
    closed = Match.objects.filter(round__in=rounds.filter(status=RoundStatus.CLOSED), kind=MatchKind.PLAYED)
    assert not closed.exclude(results__status=ResultStatus.CONFIRMED).exists(), "a closed round without a result"


def check_standings(event: Event) -> None:
    """The stored standings are those that are computed from the results, and the results counted one by one."""
    struck = StageEntry.objects.filter(stage__event=event, struck=True)
    assert not struck.exclude(entry__status__in=EntryStatus.out()).exists(), "a player who is in is struck"
    for stage in event.stages.exclude(kind__endswith="elimination"):
        marked = set(Match.objects.filter(round__stage=stage, struck=True).values_list("pk", flat=True))
        assert marked == struck_matches(stage, struck_numbers(stage))
        for round_ in stage.rounds.filter(status=RoundStatus.CLOSED):
            newest = StandingsSnapshot.objects.filter(round=round_).latest("version")
            computed = {row["number"]: row for row in map(row_as_json, compute_table(stage, upto=round_.number).rows)}
            stored = {row["number"]: row for row in newest.rows}
            counted = _counted(stage.pk, round_.number)
            seats = _seats(stage.pk, round_.number)
            for number in computed.keys() & stored.keys():
                # How a missed round counts follows the player's attendance, and is stored at the next close.
                part = COUNTED if seats[number] == round_.number else ("wins", "draws")
                assert _part(stored[number], part) == _part(computed[number], part), (round_, number)
                record, row = counted.get(number, Counter()), stored[number]
                assert (row["wins"] - row["byes"], row["draws"]) == (record["win"], record["draw"]), (round_, number)
                assert row["losses"] >= record["loss"], (round_, number)  # a round that was missed may count as one


def _part(row: dict[str, Any], keys: tuple[str, ...]) -> list[Any]:
    values = {key: Fraction(str(row[key])) for key in COUNTED}
    values["wins"] -= values["byes"]
    return [values[key] for key in keys]


def _seats(stage: int, upto: int) -> Counter[int]:
    """The closed rounds in which each player had a seat, by player's number."""
    rounds = Round.objects.filter(stage=stage, status=RoundStatus.CLOSED, number__lte=upto)
    return Counter(Seat.objects.filter(round__in=rounds, match__struck=False).values_list("entry__number", flat=True))


def _counted(stage: int, upto: int) -> dict[int, Counter[str]]:
    """Wins, draws and losses by player's number, counted line by line."""
    found: dict[int, Counter[str]] = {}
    rounds = Round.objects.filter(stage=stage, status=RoundStatus.CLOSED, number__lte=upto)
    lines = Result.objects.filter(match__round__in=rounds, match__struck=False, status=ResultStatus.CONFIRMED)
    for number, outcome in lines.values_list("lines__seat__entry__number", "lines__outcome"):
        found.setdefault(number, Counter())[outcome] += 1
    return found


def check_brackets(event: Event) -> None:
    """Each seat of a bracket holds the player whom the results so far send there."""
    for stage in event.stages.filter(kind__endswith="elimination"):
        known = stage_bracket(stage)
        if known is None:
            assert not stage.rounds.exclude(status=RoundStatus.WITHDRAWN).exists()
            continue
        matches = stored_matches(stage)
        assert len({match.bracket_key for match in matches}) == len(matches), "a bracket match was stored twice"
        for match in matches:
            seats = [known.entries.get(seed) for seed in known.state.matches[match.bracket_key].seats if seed]
            assert sorted(seat.entry_id for seat in match.seats.all()) == sorted(filter(None, seats)), match.bracket_key


def check_chains(event: Event) -> None:
    """Both logs prove themselves."""
    assert verify_log(event) == []
