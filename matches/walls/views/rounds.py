"""A round on the wall: where everybody sits, and once it runs who still plays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clock.queries import RoundClock
from matches.forecasts.labels import round_end_text
from matches.frame.board_views import clock_shown
from matches.models import Event, Match, Round
from matches.pages.components import ClockShown, MatchShown
from matches.results.match_views import matches_shown
from matches.results.queries.results import confirmed, matches_of_round
from matches.walls.views.watched import WatchedMatch, views_of, watched_match, with_banks

MOST_LIVE = 16
"""Up to this many matches of a bracket are shown beside the clock."""
MOST_NAMED = 12
"""Up to this many tables still playing are listed; more are shown as a number."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Where a player sits: a table, or the words for a bye; ``changed`` after the round was published. ``title`` tells
    the parts of a bracket's round apart. Lists are in the order of ``sort``.
    """

    name: str
    sort: str
    table: int | str
    changed: bool
    title: str = ""

    @property
    def key(self) -> str:
        """By which one finds the name in a list: the last name first, where it is known."""
        return self.name if self.sort.startswith("#") else self.sort


def seated_people(event: Event, round_: Round) -> list[Seated]:
    """Everybody's seat in a round, by name."""
    shown = matches_shown(matches_of_round(round_), event, None, staff=False)
    people = [
        Seated(seat.name, seat.sort, line.table or _("Bye"), changed=line.changed_at is not None, title=line.title)
        for line in shown
        for seat in line.seats
    ]
    return sorted(people, key=lambda person: person.sort)


@dataclass(frozen=True, slots=True)
class TableClock:
    """A table with a deadline of its own."""

    table: int
    clock: ClockShown


class RunningContext(TypedDict):
    """A round under way: the tables that still play, those with more time, and the matches of a bracket."""

    extensions: list[TableClock]
    playing: list[int]
    round_end: str
    few_playing: bool
    matches: list[MatchShown]


def running_round(round_: Round, clock: RoundClock) -> RunningContext:
    """What the room needs beside the clock."""
    matches = matches_of_round(round_)
    still = [match for match in matches if match.table and confirmed(match) is None]
    playing = [match.table for match in still if match.table]
    now = timezone.now()
    return {
        "extensions": extended_tables(still, clock, now),
        "playing": playing,
        "round_end": round_end_text(round_, matches, clock, now),
        "few_playing": 0 < len(playing) <= MOST_NAMED,
        "matches": _live_bracket(round_, matches, clock),
    }


def extended_tables(matches: Iterable[Match], clock: RoundClock, now: datetime) -> list[TableClock]:
    """Each table's own deadline, because the round's clock does not show it. ``matches`` are those without a result."""
    return [
        TableClock(match.table, clock_shown(clock.read(now, match.pk)))
        for match in matches
        if match.table and clock.extensions.get(match.pk)
    ]


def _live_bracket(round_: Round, matches: list[Match], clock: RoundClock) -> list[MatchShown]:
    """The matches of a round of a bracket with their scores, if the wall has room for them beside the clock."""
    if not round_.stage.is_bracket or len(matches) > MOST_LIVE:
        return []
    event = round_.stage.event
    lines = matches_shown(matches, event, clock, staff=False)
    views = views_of(event, [match for match in matches if confirmed(match) is None])
    return [with_banks(line, views.get(match.pk)) for line, match in zip(lines, matches, strict=True)]


def watched_matches(round_: Round, clock: RoundClock) -> list[WatchedMatch]:
    """The matches of a round that everybody can watch while they are played, each with its table."""
    event = round_.stage.event
    playing = open_matches(round_) if event.shows_live else []
    views = views_of(event, playing)
    watched = [match for match in playing if match.pk in views]
    lines = matches_shown(watched, event, clock, staff=False)
    now = timezone.now()
    clocks = {table.table: table.clock for table in extended_tables(watched, clock, now)}
    return [
        watched_match(line, views[match.pk], clocks.get(match.table or 0))
        for line, match in zip(lines, watched, strict=True)
    ]


def open_matches(round_: Round) -> list[Match]:
    """The matches of a round that are still played at a table."""
    return [match for match in matches_of_round(round_) if match.table and confirmed(match) is None]
