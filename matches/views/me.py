"""A player's personal page, opened by the unguessable link: own match, own result, nothing else."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from matches.enums import MatchKind, ResultStatus, RoundStatus, Source
from matches.errors import Refused
from matches.forms.results import ReportForm
from matches.models import Entry, Match
from matches.permissions import roles_of
from matches.queries.games import shape_of
from matches.queries.results import confirmed, reports, score_of, with_results
from matches.queries.rounds import current_round
from matches.scores import ScoreError, parse
from matches.services.acts import Actor
from matches.services.links import resolve_player_link
from matches.services.results import report_result
from matches.views.frame import show_refusal
from matches.views.problems import score_problem_text
from matches.views.public import player_context, public_context
from matches.views.shown import match_shown, score_text


def _entry(token: str) -> Entry:
    entry = resolve_player_link(token)
    if entry is None:
        raise Http404(_("This link is not valid (any more). Ask the desk for a new one."))
    return entry


def _own_match(entry: Entry) -> Match | None:
    """The player's match in the round that takes results now."""
    mine = Match.objects.filter(seats__entry=entry, round__status__in=RoundStatus.takes_results())
    return with_results(mine.select_related("round__stage__event")).order_by("-round__number").first()


@never_cache
def me(request: HttpRequest, token: str) -> HttpResponse:
    """``/p/TOKEN/``: the player's own page. ``POST`` reports the result of the match that is open now."""
    entry = _entry(token)
    event = entry.event
    match = _own_match(entry)
    may_report = match is not None and match.kind == MatchKind.PLAYED and event.players_report
    form = ReportForm(request.POST or None, shape=shape_of(event)) if may_report else None
    if request.method == "POST":
        if form is None or match is None:
            messages.error(request, _("There is no result to report now. If one is wrong, tell the desk."))
            return redirect("matches:me", token)
        if form.is_valid() and _reported(request, entry, match, form):
            return redirect("matches:me", token)
    round_ = current_round(event, public_only=True)
    context = public_context(event, roles_of(request.user, event), "", round_) | player_context(event, entry)
    if match is not None:
        extension = context["round_clock"].extensions.get(match.pk, 0) if "round_clock" in context else 0
        context["match"] = match_shown(match, event, staff=False, extension=extension)
        context["told"] = _told(match, entry)
    settled = match is not None and confirmed(match) is not None
    context |= {"form": None if settled else form, "own_url": reverse("matches:me", args=[token]), "is_own": True}
    response = render(request, "matches/public/me.html", context, status=422 if form and form.errors else 200)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _told(match: Match, entry: Entry) -> dict[str, str]:
    """What this player and the opponent have reported so far."""
    told = {"mine": "", "theirs": ""}
    for report in reports(match):
        whose = "mine" if report.reported_by_entry_id == entry.pk else "theirs"
        told[whose] = score_text(score_of(report), entry.event)
    return told


def _reported(request: HttpRequest, entry: Entry, match: Match, form: ReportForm) -> bool:
    first = next(seat for seat in match.seats.all() if seat.index == 0)
    text = form.score_text(own_seat=0 if first.entry_id == entry.pk else 1)
    try:
        score = parse(text, shape_of(entry.event), needs_winner=match.round.stage.is_bracket)
        result = report_result(match=match, score=score, actor=Actor(entry=entry), source=Source.PLAYER)
    except ScoreError as error:
        form.add_error("own", score_problem_text(error.problem))
        return False
    except Refused as refused:
        show_refusal(request, refused, form)
        return False
    if result.status == ResultStatus.CONFIRMED:
        messages.success(request, _("Both of you reported the same. The result stands."))
    else:
        messages.success(request, _("Your report is stored. It stands once your opponent reports the same."))
    return True
