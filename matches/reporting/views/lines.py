"""Reads the desk's result line, ``TABLE SCORE [MARK]``, and previews it while it is typed.

``matches.tables`` defines the grammar; the browser only fetches the preview.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.course.queries import current_round
from matches.enums import RoundStatus
from matches.errors import Refused
from matches.events.queries.games import shape_of
from matches.models import Event, Match, Round
from matches.pages.access_views import Roles, staff_page
from matches.permissions import can_report_results
from matches.results.labels.pod_notes import pod_note_text
from matches.results.labels.results import doubt_text, how_decided, left_text, score_problem_text, seat_scores, with_pot
from matches.results.labels.round_losses import off_reason, round_loss_text
from matches.results.queries.pod_notes import pod_notes
from matches.results.queries.results import doubts_about, with_results
from matches.results.queries.round_losses import round_losses
from matches.results.queries.tables import read_typed
from matches.tables.line import split_line
from matches.tables.score import Score, ScoreError

LONGEST_LINE = 160


def line_sent(text: str) -> str:
    """The line in a request, cut to more than the length of any result."""
    return text[:LONGEST_LINE]


def read_line(event: Event, round_: Round | None, line: str) -> tuple[Match, str]:
    """The match and the rest of a line. Raises Refused with the sentence for the field."""
    if round_ is None or round_.status == RoundStatus.DRAFT:
        raise Refused("no_round", _("There is no published round. Publish one before you enter results."))
    try:
        table, rest = split_line(line, shape_of(event))
    except ScoreError as error:
        raise Refused(error.problem.code, score_problem_text(error.problem), parameter="score") from error
    match = Match.objects.filter(round=round_, table=table).select_related("round__stage__event").first()
    if match is None:
        raise Refused("no_table", _("There is no table %(table)s in this round.") % {"table": table}, parameter="score")
    return match, rest


class TypedResult(NamedTuple):
    """What a line says without its table: the score, and the pot if it was typed.

    ``reason`` says what was taken off for a round lost by penalty; empty if nothing was.
    """

    score: Score
    pot: int | None
    reason: str = ""


def read_result(event: Event, match: Match, rest: str) -> TypedResult:
    """The result of a line without its table. Raises Refused with the sentence for the field."""
    try:
        typed = read_typed(match, rest)
        return TypedResult(typed.score, typed.pot, off_reason(typed.off, event))
    except ScoreError as error:
        raise Refused(error.problem.code, score_problem_text(error.problem), parameter="score") from error


def ask_about(
    event: Event, match: Match, score: Score, answered: Collection[str], *, staff: bool = True, own_seat: int = 0
) -> None:
    """Raise Refused with the question about a possible but improbable score, unless it is ``answered``. ``staff``: with
    the names that the staff sees; ``own_seat``: that of the player who is asked.
    """
    for doubted in doubts_about(match, score, timezone.now()):
        if doubted.code not in answered:
            raise Refused(
                doubted.code,
                doubt_text(doubted, score, event, staff=staff, own_seat=own_seat),
                parameter="score",
                conflict=True,
            )


@staff_page(can_report_results)
def result_preview(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/results/preview/?line=…``: what a line would save, or why it cannot be saved, as an HTML
    fragment.
    """
    shown = _line_preview(event, line_sent(request.GET.get("line", "")))
    response = render(request, "components/result_preview.html", shown)
    response.headers["Cache-Control"] = "no-store"
    return response


@dataclass(frozen=True, slots=True)
class SeatPreview:
    """A player, with what a line gives them once its score can be read."""

    name: str
    score: str = ""
    won: bool = False


class LinePreview(TypedDict):
    """What a line would save, for ``components/result_preview.html``: as much of it as can be read, or its problem."""

    table: int | None
    seats: list[SeatPreview]
    note: str
    problem: str


def _line_preview(event: Event, line: str) -> LinePreview:
    """Table and names as soon as the table can be read, then the score or its problem."""
    shown: LinePreview = {"table": None, "seats": [], "note": "", "problem": ""}
    if not line.strip():
        return shown
    try:
        match, rest = read_line(event, current_round(event), line)
    except Refused as refused:
        return {**shown, "problem": str(refused.message)}
    people = [seat.entry for seat in match.seats.select_related("entry__player").order_by("index")]
    names, out = [entry.unique_name for entry in people], [text for text in map(left_text, people) if text]
    shown |= {"table": match.table, "seats": [SeatPreview(name) for name in names]}
    loaded = with_results(Match.objects.filter(pk=match.pk))
    losses = [round_loss_text(loss, event) for loss in round_losses(match)]
    losses += [pod_note_text(note) for note in pod_notes(match.round, loaded)]
    losses += [f"{text}." for text in out]
    if not rest:
        return {**shown, "note": " ".join(losses)}
    try:
        score, pot, off = read_result(event, match, rest)
    except Refused as refused:
        return {**shown, "problem": str(refused.message)}
    seats = [
        SeatPreview(name, text, won=score.winner == index)
        for index, (name, text) in enumerate(zip(names, seat_scores(score, event), strict=False))
    ]
    decided = with_pot(how_decided(score, event), pot or 0, event)
    note = " ".join(filter(None, [decided, *([off, *out] if off else losses)]))
    return {**shown, "seats": seats, "note": note}
