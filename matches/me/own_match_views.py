"""A player's current match from the player's side: the time left, the reports so far, and the result once it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypedDict

from django.utils import timezone

from matches.clock.queries import RoundClock
from matches.enums import MatchKind
from matches.events.queries.kinds import kind_of
from matches.frame.board_views import clock_shown
from matches.frame.public_views import PublicContext
from matches.live.queries import Versions
from matches.me.act_views import own_index
from matches.models import Entry, Match
from matches.pages.components import ClockShown, Mark, MatchShown, SeatShown
from matches.people.labels.names import name_of
from matches.results.kinds.labels import OwnResult
from matches.results.kinds.registry import LABELS, labels_of
from matches.results.labels.results import doubt_text, own_result, own_start_text, with_pot
from matches.results.match_views import match_shown
from matches.results.queries.results import confirmed, differs, doubts_about_winner, reports, score_of


@dataclass(frozen=True, slots=True)
class OwnReports:
    """What this player and the others of the table have reported, both from this player's side; ``version`` is that of
    the others' report, ``doubts`` what agreeing with it answers: questions with their codes.
    """

    mine: str = ""
    theirs: str = ""
    version: str = ""
    doubts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Hero:
    """What the page of a player with a match opens with, beside the table: the others there, and who starts."""

    others: tuple[SeatShown, ...] = ()
    starts: str = ""

    def marked(self, mark: Mark) -> Hero:
        """The same without what differs from player to player."""
        return Hero(tuple(seat.marked(mark) for seat in self.others), mark(self.starts))


class OwnMatchContext(TypedDict):
    """A player's current match: the time left, the reports so far, and the result once it stands (``mine``)."""

    match: MatchShown | None
    hero: Hero
    is_bye: bool
    report_text: str
    again: int | None
    own_clock: ClockShown | None
    own_reports: OwnReports
    differs: bool
    live_url: str
    table_part: str
    table_version: int
    mine: OwnResult | None


NO_MATCH: OwnMatchContext = {
    "match": None,
    "hero": Hero(),
    "is_bye": False,
    "report_text": "",
    "again": None,
    "own_clock": None,
    "own_reports": OwnReports(),
    "differs": False,
    "live_url": "",
    "table_part": "clock",
    "table_version": 0,
    "mine": None,
}


def match_context(frame: PublicContext, versions: Versions, entry: Entry, match: Match) -> OwnMatchContext:
    """The current match from the player's side."""
    clock, played, result = frame["round_clock"], match.kind == MatchKind.PLAYED, confirmed(match)
    extension = clock.extensions.get(match.pk, 0) if clock else 0
    own_reports = _own_reports(match, entry)
    shown = match_shown(match, entry.event, staff=False, extension=extension, people_url=False)
    return {
        "match": shown,
        "hero": _hero(match, shown, entry),
        "is_bye": not played,
        "report_text": _report_text(match, entry, own_reports),
        "again": clock.next_end(timezone.now(), match.pk) if clock and played else None,
        "own_clock": _own_clock(clock, match) if clock else None,
        "own_reports": own_reports,
        "differs": result is None and differs(match),
        "live_url": f"{frame['live_url']}?table={match.table}" if match.table else frame["live_url"],
        "table_part": f"table {match.table}" if match.table else "clock",
        "table_version": versions.get(f"table {match.table}", 0),
        "mine": own_result(score_of(result), entry.event, own_index(match, entry)) if result and played else None,
    }


def _hero(match: Match, shown: MatchShown, entry: Entry) -> Hero:
    own = next(seat for seat in shown.seats if seat.entry == entry.pk)
    starts = own_start_text(match, own_index(match, entry), entry.event) if confirmed(match) is None else ""
    return Hero(tuple(seat for seat in shown.seats if seat is not own), starts)


def _report_text(match: Match, entry: Entry, own: OwnReports) -> str:
    """What the player reads about the reports so far, or about the bye; "" while nobody has reported."""
    labels = LABELS[kind_of(match.round.stage).name]
    if match.kind != MatchKind.PLAYED:
        return labels.bye(entry.event)
    if differs(match):
        return labels.reports_differ(own.mine, own.theirs)
    if own.mine:
        return labels.report_waits(own.mine)
    return labels.report_asks(own.theirs) if own.theirs else ""


def _own_clock(clock: RoundClock, match: Match) -> ClockShown | None:
    """The match's own deadline, if it has an extension; without one, the clock of the round in the head is its own."""
    if match.pk not in clock.extensions or confirmed(match) is not None:
        return None
    return clock_shown(clock.read(timezone.now(), match.pk))


def _own_reports(match: Match, entry: Entry) -> OwnReports:
    found, event, own_seat = OwnReports(), entry.event, own_index(match, entry)
    for report in reports(match):
        score = score_of(report)
        labels, names = labels_of(score), [name_of(seat.entry, staff=False, event=event) for seat in match.seats.all()]
        text = with_pot(labels.reported(score, event, own_seat, names), report.pot, event)
        if report.reported_by_entry_id == entry.pk:
            found = replace(found, mine=text)
        else:
            doubts = tuple(
                (
                    str(doubted.code),
                    doubt_text(doubted, score, entry.event, staff=False, own_seat=own_seat),
                )
                for doubted in doubts_about_winner(match.seats.all(), score)
            )
            found = replace(found, theirs=text, version=str(report.version), doubts=doubts)
    return found
