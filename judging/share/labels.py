"""What the cards say: only what everybody may see, with names as on public pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.share.cards import Card, Figure, Line
from matches.course.labels import round_label
from matches.enums import MatchKind, RoundStatus
from matches.events.declarations.reading import options_of
from matches.events.declarations.sign_up_reading import page_texts
from matches.final.queries import FinalRanking, final_ranking
from matches.models import Entry, Event, Match, Round, StandingsSnapshot
from matches.names.labels import listed
from matches.people.labels.names import name_of
from matches.results.queries.results import matches_of_round
from matches.signups.about_labels import when_text
from matches.snapshots.labels import has_record, points_text, record_text
from rules_engine.record import SEATS

MOST_LINES, MOST_TABLES, MOST_NAMES = 5, 5, 4


def event_card(event: Event) -> Card:
    """When and where it is; once the event is finished, who won."""
    ranking = final_ranking(event) if event.finished_at is not None else None
    where = " · ".join(part for part in (when_text(event), event.venue) if part)
    if ranking is None or not ranking.winners:
        return _card(event, event.name, text=where)
    return _card(event, event.name, text=where, lines=_final_lines(event, ranking)[:3], foot=_("Final standings"))


def round_card(event: Event, round_: Round) -> Card:
    """A published round with its first tables."""
    played = [match for match in matches_of_round(round_) if match.kind == MatchKind.PLAYED and match.table]
    count = ngettext("%(n)d table", "%(n)d tables", len(played)) % {"n": len(played)}
    lines = [
        Line(_("Table %(table)s") % {"table": match.table}, _beside(_names(event, match)))
        for match in played[:MOST_TABLES]
    ]
    state = str(RoundStatus(round_.status).label)
    return _card(event, round_label(round_), text=count, lines=lines, foot=state, over=event.name)


def standings_card(event: Event, snapshot: StandingsSnapshot | None) -> Card:
    """The first of the standings; of the final ones once the event is over."""
    ranking = final_ranking(event)
    if ranking is not None:
        lines = _final_lines(event, ranking)[:MOST_LINES]
        return _card(event, _("Final standings"), lines=lines, over=event.name)
    if snapshot is None:
        return _card(event, _("Standings"), text=_("No standings yet"), over=event.name)
    numbers = [row["number"] for row in snapshot.rows[:MOST_LINES]]
    entries = Entry.objects.filter(event=event, number__in=numbers).select_related("player")
    names = {entry.number: name_of(entry, staff=False, event=event) for entry in entries}
    lines = [
        Line(str(row["rank"]), (names.get(row["number"], f"#{row['number']}"),), points_text(row))
        for row in snapshot.rows[:MOST_LINES]
    ]
    return _card(event, _("Standings"), lines=lines, over=event.name, foot=_after(snapshot.round))


def player_card(event: Event, entry: Entry, snapshot: StandingsSnapshot | None, ranking: FinalRanking | None) -> Card:
    """A player with place, points and record; without figures before the first standings."""
    row = next((row for row in snapshot.rows if row["number"] == entry.number), None) if snapshot is not None else None
    name = name_of(entry, staff=False, event=event)
    figures = []
    if (rank := ranking.rank_of(entry.number) if ranking is not None else None) is not None and ranking is not None:
        figures.append(Figure(str(rank), _("Final place of %(n)d") % {"n": len(ranking.rows)}))
    elif row is not None and snapshot is not None:
        figures.append(Figure(str(row["rank"]), _("Place of %(n)d") % {"n": len(snapshot.rows)}))
    if row is not None and snapshot is not None:
        figures.append(Figure(points_text(row), _("Points")))
        if has_record(snapshot.round.stage):
            counted = _("Wins, losses, draws") if row["draws"] else _("Wins, losses")
            figures.append(Figure(record_text(row), counted))
    after = _after(snapshot.round) if row is not None and snapshot is not None and ranking is None else ""
    where = "" if figures else when_text(event)
    return _card(event, name, text=where, figures=figures, foot=after, over=event.name)


def match_card(event: Event, match: Match, owned: Mapping[str, str]) -> Card:
    """A match that is shown live: who plays, and what each seat has as far as everybody may see it."""
    names = _names(event, match)
    where = _("%(round)s, table %(table)s") % {"round": round_label(match.round), "table": match.table}
    if not owned or len(names) > MOST_NAMES:
        return _card(event, _(" against ").join(names), text=where, over=event.name, foot=_live_foot(event))
    lines = [Line("", (name,), owned.get(seat, "")) for seat, name in zip(SEATS, names, strict=False)]
    return _card(event, _("Live"), text=where, lines=lines, over=event.name, foot=_live_foot(event))


def _live_foot(event: Event) -> str:
    delay = options_of(event).live_delay
    return ngettext("%(n)d minute later", "%(n)d minutes later", delay) % {"n": delay} if delay else ""


def _card(
    event: Event,
    heading: str,
    *,
    text: str = "",
    figures: Sequence[Figure] = (),
    lines: Sequence[Line] = (),
    foot: str = "",
    over: str = "",
) -> Card:
    return Card(over, heading, text, figures, lines, foot, page_texts(event).colour)


def _final_lines(event: Event, ranking: FinalRanking) -> list[Line]:
    return [Line(str(row.rank), (name_of(row.entry, staff=False, event=event),)) for row in ranking.rows]


def _names(event: Event, match: Match) -> list[str]:
    return [name_of(seat.entry, staff=False, event=event) for seat in match.seats.all()]


def _beside(names: list[str]) -> tuple[str, ...]:
    """The names beside each other, in one text where there are too many for that."""
    return tuple(names) if len(names) <= 2 else (listed(names),)


def _after(round_: Round) -> str:
    return _("After %(round)s") % {"round": round_label(round_)}
