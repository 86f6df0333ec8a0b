"""Reads the desk's result line, ``TABLE SCORE [MARK]``, and previews it while it is typed.

``matches.scores`` defines the grammar; the browser only fetches the preview.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from matches.enums import RoundStatus
from matches.errors import Refused
from matches.events.game_queries import shape_of
from matches.models import Event, Match, Round
from matches.pages.access_views import Roles, staff_page
from matches.permissions import can_report_results
from matches.results.labels import decided_text, score_problem_text, seat_scores
from matches.rounds.queries import current_round
from matches.scores import Score, ScoreError, parse, split_line

LONGEST_LINE = 80


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


def read_score(event: Event, match: Match, rest: str) -> Score:
    """The score of a line without its table. Raises Refused with the sentence for the field."""
    try:
        return parse(rest, shape_of(event), needs_winner=match.round.stage.is_bracket)
    except ScoreError as error:
        raise Refused(error.problem.code, score_problem_text(error.problem), parameter="score") from error


@staff_page(can_report_results)
def result_preview(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/results/preview/?line=…``: what a line would save, or why it cannot be saved, as an HTML
    fragment.
    """
    context = _preview_context(event, line_sent(request.GET.get("line", "")))
    response = render(request, "components/result_preview.html", context)
    response.headers["Cache-Control"] = "no-store"
    return response


def _preview_context(event: Event, line: str) -> dict[str, Any]:
    """Table and names as soon as the table can be read, then the score or its problem."""
    if not line.strip():
        return {}
    try:
        match, rest = read_line(event, current_round(event), line)
    except Refused as refused:
        return {"problem": refused.message}
    names = [seat.entry.player.name for seat in match.seats.select_related("entry__player").order_by("index")]
    context: dict[str, Any] = {"table": match.table, "seats": [{"name": name} for name in names]}
    if not rest:
        return context
    try:
        score = read_score(event, match, rest)
    except Refused as refused:
        return context | {"problem": refused.message}
    context["seats"] = [
        {"name": name, "score": text, "won": score.winner == index}
        for index, (name, text) in enumerate(zip(names, seat_scores(score, event), strict=False))
    ]
    return context | {"note": decided_text(score.decided_by, event)}
