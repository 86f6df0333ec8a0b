"""Analyse a record: ask for it from its report, follow its progress, read what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from matches.analysis.labels import AnalysisLabels
from matches.analysis.services import KIND, analyse_record, analysis_of, seconds_of
from matches.analysis.throttles import AnalysisStaff, AnalysisVisitors
from matches.enums import JobState
from matches.errors import Refused
from matches.jobs.services import KEPT, asker_of
from matches.models import Job
from rules_engine import games
from rules_engine.record.reading import parse
from rules_engine.views.fair_play import not_while_playing
from rules_engine.views.frame import sections


# No cookie says who may ask, and nothing of anybody's changes: there is nothing to forge.
@csrf_exempt
@require_POST
@not_while_playing("check")
def analysis_start(request: HttpRequest) -> HttpResponse:
    """Have the record that was sent analysed, and go to its page."""
    for throttle in (AnalysisVisitors(), AnalysisStaff()):
        if not throttle.allow_request(request, None):  # type: ignore[arg-type]  # it reads the user and the address
            after = ceil(throttle.wait() or 60)
            message = ngettext(
                "Too many records have been analysed from here. Try again in %(minutes)d minute.",
                "Too many records have been analysed from here. Try again in %(minutes)d minutes.",
                ceil(after / 60),
            )
            return _refused(request, message % {"minutes": ceil(after / 60)}, 429)
    try:
        asker = asker_of(request.user, request.META.get("REMOTE_ADDR", ""))
        job = analyse_record(request.POST.get("record", ""), asker)
    except Refused as refused:
        return _refused(request, str(refused.message), 422)
    return redirect("matches:analysis", job.key)


def _refused(request: HttpRequest, message: str, status: int) -> HttpResponse:
    context = {"problem": message, "sections": sections("check", games.all_games()[0])}
    return render(request, "matches/analysis/analysis.html", context, status=status)


@require_safe
@not_while_playing("check")
def analysis(request: HttpRequest, key: str) -> HttpResponse:
    """An analysis, or how far it is."""
    job = get_object_or_404(Job, key=key, kind=KIND, created_at__gte=timezone.now() - KEPT)
    text = job.params["text"]
    record = parse(text, games.language_of)
    game = games.get(record.game)
    context: Mapping[str, object]
    if job.state != JobState.DONE or game.analysis is None:
        context = {"job": job, "job_url": reverse("matches:analysis_job", args=[job.key])}
    elif (made := analysis_of(job)) is None:
        context = {
            "problem": _("This analysis was made by an older version of the program. Run it again."),
            "analysis_text": text,
        }
    else:
        shown = AnalysisLabels(game, record, text, made, game.analysis).context()
        context = {**shown, "seconds": seconds_of(job)}
    return render(request, "matches/analysis/analysis.html", {**context, "sections": sections("check", game)})


@require_safe
def analysis_job(request: HttpRequest, key: str) -> HttpResponse:
    """The progress of an analysis, for its page's script."""
    job = get_object_or_404(Job, key=key)
    if job.kind != KIND:
        raise Http404
    state = {"state": job.state, "done": job.done, "total": job.total, "error": job.error, "url": ""}
    return JsonResponse({**state, "text": _("Playing out each decision")})
