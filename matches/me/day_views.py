"""*Your matches today*: all matches of a player who is in several events of a hall day, in the order of time. The page
stays open to the player when the day is over; it then says of which hall day they were.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from matches.course.labels import round_label
from matches.enums import MatchKind, RoundStatus
from matches.frame.board_views import clock_shown
from matches.me.day_queries import DayMatches, is_played_now, matches_of_day
from matches.models import Entry, Event, Match
from matches.pages.components import ClockShown, Link
from matches.public.line_views import OwnMatch, own_match
from matches.public.views import public_round_url
from rules_engine.text import isolated


@dataclass(frozen=True, slots=True)
class DayMatch:
    """A match of the day: since when players know of it, at which event, and the clock while it is played."""

    at: str
    event: Link
    line: OwnMatch
    clock: ClockShown | None


@dataclass(frozen=True, slots=True)
class Day:
    """The matches of a player, under a title that is true also on another day."""

    title: str
    matches: list[DayMatch]


def days_of(event: Event, own: Iterable[Entry], elsewhere: Iterable[Entry]) -> dict[int, Day]:
    """The day of each player who has a match at another event of the hall day as well. ``own`` are entries of this
    event, ``elsewhere`` those of the same players at the others, which have a public page.
    """
    others = list(elsewhere)
    known = {entry.player_id for entry in others}
    day = matches_of_day([*(entry for entry in own if entry.player_id in known), *others])
    hall = next((entry.event.hall_day for entry in others), None)
    return {
        player: _day(rows, day, hall.name if hall else "")
        for player, rows in day.rows.items()
        if any(match.round.stage.event_id != event.pk for _entry, match in rows)
    }


def _day(rows: list[tuple[int, Match]], day: DayMatches, hall: str) -> Day:
    today = timezone.localdate()
    is_today = all(_day_known(match) in (None, today) for _entry, match in rows)
    title = _("Your matches today") if is_today else _("Your matches at %(hall)s") % {"hall": isolated(hall)}
    return Day(title, [_shown(match, entry, day, today) for entry, match in rows])


def _day_known(match: Match) -> date | None:
    """The day on which the players learned of the match."""
    at = match.round.published_at
    return timezone.localtime(at).date() if at else None


def _shown(match: Match, entry_id: int, day: DayMatches, today: date) -> DayMatch:
    round_ = match.round
    event = round_.stage.event
    shown = Link(round_label(round_), public_round_url(round_) if event.published else "")
    style = "H:i" if _day_known(match) == today else "j M, H:i"
    return DayMatch(
        at=date_format(timezone.localtime(round_.published_at), style) if round_.published_at else "",
        event=Link(event.name, reverse("matches:public", args=[event.slug]) if event.published else ""),
        line=own_match(match, event, entry_id, shown, struck=match.struck),
        clock=_clock(match, day),
    )


def _clock(match: Match, day: DayMatches) -> ClockShown | None:
    """The time that is left for the match, with its extension, while it is played."""
    clock = day.clocks.get(match.round_id)
    if clock is None or match.kind != MatchKind.PLAYED or not is_played_now(match):
        return None
    called = match.round.status == RoundStatus.TIME_CALLED and match.pk not in clock.extensions
    return clock_shown(clock.read(timezone.now(), match.pk), called=called)
