"""The options of a print, and what all sheets say about event, round and players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from judging import paper
from judging.paper.values import PageSize
from matches.audit.head_queries import log_end
from matches.course.bracket_labels import line_title
from matches.course.labels import round_label
from matches.course.queries import rounds_of
from matches.enums import MatchKind, RoundStatus
from matches.errors import Refused
from matches.events.queries.games import shape_of
from matches.models import Entry, Event, Match, Round
from matches.people.labels.names import name_of, sort_name_of
from matches.results.labels.results import start_note
from matches.results.queries.results import matches_of_round
from matches.results.queries.tables import letter
from matches.snapshots.labels import has_record
from matches.snapshots.queries import snapshot_after
from matches.standings import POINTS, value_text
from rules_engine.scoring import ScoreForm

CODE_LENGTH = 8
"""Hexadecimal digits: two of an event's thousands of matches must not share a code."""


class PaperTerms(msgspec.Struct, frozen=True):
    """What is printed, and how.

    ``kind`` is a key of the registry. ``base_url`` begins the QR codes. ``per_page`` and ``spares`` are for slips,
    ``player`` is the number of the player whose log is printed, ``letters`` the first and last one of a list by name.
    With ``evidence`` the log says what was stated.
    """

    kind: str
    round_id: int | None = None
    page_size: PageSize = "A4"
    per_page: Literal[4, 5, 8] = 4
    spares: int = 0
    base_url: str = ""
    player: int | None = None
    letters: tuple[str, str] | None = None
    evidence: bool = False


def chosen_round(event: Event, terms: PaperTerms) -> Round:
    """The round that the terms choose. Raises Refused if there is no such round or it was withdrawn."""
    round_ = rounds_of(event).filter(pk=terms.round_id or 0).first()
    if round_ is None:
        raise Refused("no_round", _("Choose a round that has been paired."), parameter="round")
    return round_


def short_code(match: Match) -> str:
    """The code that opens a match: the first digits of its key."""
    return match.key.hex[:CODE_LENGTH].upper()


def match_of_code(event: Event, code: str) -> Match | None:
    """The match that a code opens, in a round that was not withdrawn; None unless exactly one match has the code."""
    rest = 32 - CODE_LENGTH
    first, last = UUID(code + "0" * rest), UUID(code + "f" * rest)
    found = Match.objects.filter(round__in=rounds_of(event), key__gte=first, key__lte=last)[:2]
    return found[0] if len(found) == 1 else None


def heading(event: Event, round_: Round | None, terms: PaperTerms) -> paper.Heading:
    """Event, round and the time of printing at the venue."""
    now = timezone.now().astimezone(ZoneInfo(event.time_zone))
    label = ""
    if round_ is not None:
        label = _("Round %(number)s") % {"number": round_.number}
        if not round_.stage.has_open_field:
            label = round_label(round_)
        elif round_.stage.rounds_planned:
            label = _("%(round)s of %(planned)s") % {"round": label, "planned": round_.stage.rounds_planned}
    draft = round_ is not None and round_.status == RoundStatus.DRAFT
    return paper.Heading(
        event=event.name,
        round=label,
        printed_at=now,
        page_size=terms.page_size,
        note=_("Draft") if draft else "",
        log_end=log_end(event) if round_ is not None else "",
    )


def name_on(event: Event, entry: Entry, *, posted: bool) -> str:
    """The name to print: on sheets for the wall, the name that the public may see."""
    return name_of(entry, staff=not posted, event=event)


def form_heading(event: Event, round_: Round, terms: PaperTerms) -> paper.Heading:
    """For forms, which have no title line: a draft is marked beside the round."""
    full = heading(event, round_, terms)
    marked = " · ".join(part for part in (full.round, full.note) if part)
    return msgspec.structs.replace(full, round=marked)


def standing_before(round_: Round) -> Mapping[int, tuple[str, str]]:
    """Points and record of each player number before a round."""
    before = rounds_of(round_.stage.event).filter(stage=round_.stage, number=round_.number - 1).first()
    snapshot = snapshot_after(before) if before is not None else None
    rows = snapshot.rows if snapshot is not None else []
    record = full_record if has_record(round_.stage) else no_record
    return {row["number"]: (value_text(POINTS, row["points"]), record(row)) for row in rows}


def full_record(row: Mapping[str, Any]) -> str:
    """A stored row's record with its draws."""
    return f"{row['wins']}–{row['losses']}–{row['draws']}"


def no_record(_row: Mapping[str, Any]) -> str:
    """In a stage without records."""
    return ""


def seats_of(
    event: Event, match: Match, standing: Mapping[int, tuple[str, str]], *, posted: bool, letters: bool = True
) -> tuple[paper.PrintedSeat, ...]:
    """The seats of a match that ``with_results`` loaded, with points and record from ``standing_before``.

    At a table of more than two, slips and score sheets name the letter of each seat, which the desk types;
    without ``letters`` there are the names alone.
    """
    seats, lettered = [], letters and not posted and len(match.seats.all()) > 2
    for seat in match.seats.all():
        points, record = standing.get(seat.entry.number, ("", ""))
        seats.append(
            paper.PrintedSeat(
                name=f"{letter(seat.index)} " * lettered + name_on(event, seat.entry, posted=posted),
                sort=sort_name_of(seat.entry, staff=not posted, event=event),
                points=points,
                record=record,
                mark=start_note(match, seat.index, event),
                number=str(seat.entry.number),
            )
        )
    return tuple(seats)


def pairings_of(event: Event, round_: Round, *, posted: bool, letters: bool = True) -> tuple[paper.PrintedPairing, ...]:
    """A round's pairings by table, byes last; ``posted`` and ``letters`` as in ``seats_of``."""
    standing = standing_before(round_)
    return tuple(
        paper.PrintedPairing(
            seats=seats_of(event, match, standing, posted=posted, letters=letters),
            table=match.table,
            note=line_title(match) if match.kind == MatchKind.PLAYED else match.get_kind_display(),
        )
        for match in matches_of_round(round_)
    )


def link_to(event: Event, match: Match, terms: PaperTerms) -> str:
    """The link in the QR code; "" if the tool's own address is not known."""
    if not terms.base_url:
        return ""
    return terms.base_url + reverse("paper:open", args=[event.slug, short_code(match)])


def form_of(event: Event) -> ScoreForm:
    """What slips and score sheets ask for under the event's rules."""
    return shape_of(event).form


def shared_label(form: ScoreForm) -> str:
    """The label of the number that a match has once; empty in a game without one."""
    return f"{_(form.pot_label)} $" if form.pot_label else ""


def labels_to_tick(form: ScoreForm) -> dict[str, str]:
    """The ways to decide a match that are ticked on slips and sheets: label by code."""
    return {way.code: _(way.label) for way in form.ways_to_decide}
