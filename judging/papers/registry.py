"""Every paper of an event: its label, who may print it, when it is available, and how it is made.

To add a paper: write its query (database to values) in this folder, its drawing (values to PDF) in ``judging.paper``,
and add one entry to ``PAPERS``. The page *Print*, its addresses and the job read the entries.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from judging import paper
from judging.papers.bracket_queries import bracket_sheet
from judging.papers.door_builders import door_sheet_values
from judging.papers.fallback_builders import fallback_pack
from judging.papers.log_builders import log_sheet
from judging.papers.prize_builders import prize_sheet
from judging.papers.queries import PaperTerms, chosen_round
from judging.papers.round_queries import pairings_sheet, slips_sheet
from judging.papers.score_sheet_queries import score_sheets
from judging.papers.standings_builders import final_sheet, standings_sheet
from matches.course.queries import is_over, stages_of
from matches.enums import MatchKind, Role
from matches.final.queries import ranking_so_far
from matches.models import Entry, Event, Match, Round, Stage
from matches.permissions import can_print

LINES_A_TABLE = 4
"""Lines of the standings that take as long as a table's slip."""


class Schedule(msgspec.Struct, frozen=True):
    """What decides which papers are available: the current round of the event, if any, its stages, and whether there
    are prizes to win by what was played.
    """

    round: Round | None
    stages: list[Stage]
    has_prizes: bool = False


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """One paper.

    ``key`` is its name in addresses and jobs; ``label`` and ``detail`` describe it on the page. ``build`` takes the
    event and the terms and returns the values that ``draw`` turns into a PDF; it raises Refused while there is nothing
    to print. A paper ``of_round`` is about one round, by default the current one; one ``with_evidence`` says what was
    stated, to those who see evidence. ``is_available`` says whether the event has the paper now. ``tables`` estimates
    the amount to print in tables; without it the paper is small.
    """

    key: str
    label: Promise
    detail: Promise
    build: Callable[[Event, PaperTerms], Any]
    draw: Callable[[Any, paper.Labels], bytes]
    may_print: Callable[[Set[Role]], bool] = can_print
    is_available: Callable[[Schedule], bool]
    tables: Callable[[Event, PaperTerms], int] | None = None
    of_round: bool = False
    with_evidence: bool = False


def _tables(event: Event, terms: PaperTerms) -> int:
    """The tables of the round that is printed."""
    return Match.objects.filter(round=terms.round_id, kind=MatchKind.PLAYED).count() if terms.round_id else 0


def _lines(event: Event, terms: PaperTerms) -> int:
    """The number of players in a list, converted to tables."""
    return Entry.objects.filter(event=event).count() // LINES_A_TABLE


def _round_paper(
    key: str,
    label: Promise,
    detail: Promise,
    build: Callable[[Event, Round, PaperTerms], Any],
    draw: Callable[[Any, paper.Labels], bytes],
) -> Paper:
    """A paper about one round, available as soon as a round is paired."""
    return Paper(
        key=key,
        label=label,
        detail=detail,
        build=lambda event, terms: build(event, chosen_round(event, terms), terms),
        draw=draw,
        is_available=lambda schedule: schedule.round is not None,
        tables=_tables,
        of_round=True,
    )


def _has_standings(schedule: Schedule) -> bool:
    """Whether a stage is ranked by points. An event without stages can still get such a stage."""
    return not schedule.stages or not all(stage.is_bracket for stage in schedule.stages)


def _has_bracket(schedule: Schedule) -> bool:
    """Whether a stage is a bracket."""
    return any(stage.is_bracket for stage in schedule.stages)


PAPERS: dict[str, Paper] = {
    entry.key: entry
    for entry in (
        _round_paper("tables", _("Pairings by table"), _("For the wall"), pairings_sheet, paper.pairings_by_table),
        _round_paper(
            "names",
            _("Pairings by name"),
            _("For the wall, in two columns; or only a range of letters"),
            pairings_sheet,
            paper.pairings_by_name,
        ),
        _round_paper("slips", _("Match slips"), _("Cut once; each pile is in table order"), slips_sheet, paper.slips),
        _round_paper(
            "score_sheets",
            _("Score sheets"),
            _("One per table, two per page if they are short"),
            score_sheets,
            paper.score_sheets,
        ),
        _round_paper(
            "fallback", _("Fallback pack"), _("Enough to finish the round on paper"), fallback_pack, paper.fallback_pack
        ),
        Paper(
            key="standings",
            label=_("Standings"),
            detail=_("After the last closed round"),
            build=standings_sheet,
            draw=paper.standings,
            is_available=_has_standings,
            tables=_lines,
        ),
        Paper(
            key="final",
            label=_("Final standings"),
            detail=_("With the winner, once the last stage is finished"),
            build=final_sheet,
            draw=paper.standings,
            is_available=lambda schedule: is_over(schedule.stages),
            tables=_lines,
        ),
        Paper(
            key="prizes",
            label=_("Prizes"),
            detail=_("Who wins what, with a line to sign"),
            build=prize_sheet,
            draw=paper.prizes,
            is_available=lambda schedule: schedule.has_prizes,
        ),
        Paper(
            key="bracket",
            label=_("Bracket"),
            detail=_("With the results so far"),
            build=bracket_sheet,
            draw=paper.bracket,
            is_available=_has_bracket,
            tables=_lines,
        ),
        Paper(
            key="door",
            label=_("Door sign"),
            detail=_("A QR code for the event page, and the check-in code"),
            build=door_sheet_values,
            draw=paper.door_sheet,
            is_available=lambda schedule: True,
        ),
        Paper(
            key="log",
            label=_("Judges’ log"),
            detail=_("Rulings and infractions, for staff; enter a number for one player only"),
            build=log_sheet,
            draw=paper.judge_log,
            with_evidence=True,
            is_available=lambda schedule: True,
        ),
    )
}
"""By key, in the order in which the page lists them."""


def offered(event: Event, roles: Set[Role], round_: Round | None) -> list[Paper]:
    """The papers that somebody with these roles can print now; ``round_`` is the current round of the event."""
    stages = stages_of(event)
    schedule = Schedule(round_, stages, bool(event.prizes) and ranking_so_far(event, stages) is not None)
    return [entry for entry in PAPERS.values() if entry.may_print(roles) and entry.is_available(schedule)]
