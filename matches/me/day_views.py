"""*Your matches today*: all matches of a player who is in several events of a hall day, in the order of the day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from matches.course.labels import round_label
from matches.enums import MatchKind, RoundStatus
from matches.frame.board_views import clock_shown
from matches.me.day_queries import DayMatches, is_played_now, matches_of_day
from matches.models import Entry, Event, Match
from matches.pages.components import ClockShown, Link
from matches.public.line_views import OwnMatch, own_match
from matches.public.views import public_round_url


@dataclass(frozen=True, slots=True)
class DayMatch:
    """A match of the day: since when players know of it, at which event, and the clock while it is played."""

    at: str
    event: Link
    line: OwnMatch
    clock: ClockShown | None


def days_of(event: Event, own: Iterable[Entry], elsewhere: Iterable[Entry]) -> dict[int, list[DayMatch]]:
    """The day of each player who has a match at another event of the hall day as well. ``own`` are entries of this
    event, ``elsewhere`` those of the same players at the others, which have a public page.
    """
    others = list(elsewhere)
    known = {entry.player_id for entry in others}
    day = matches_of_day([*(entry for entry in own if entry.player_id in known), *others])
    return {
        player: [_shown(match, entry, day) for entry, match in rows]
        for player, rows in day.rows.items()
        if any(match.round.stage.event_id != event.pk for _entry, match in rows)
    }


def _shown(match: Match, entry_id: int, day: DayMatches) -> DayMatch:
    round_ = match.round
    event = round_.stage.event
    shown = Link(round_label(round_), public_round_url(round_) if event.published else "")
    return DayMatch(
        at=date_format(timezone.localtime(round_.published_at), "H:i") if round_.published_at else "",
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
