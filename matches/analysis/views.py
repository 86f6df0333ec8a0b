"""Analyse a record: ask for it from its report, follow its progress, read what came of it."""

from __future__ import annotations

from math import ceil
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from matches.analysis.labels import AnalysisLabels
from matches.analysis.services import KIND, analyse_record, analysis_of
from matches.analysis.throttles import AnalysisStaff, AnalysisVisitors
from matches.enums import JobState
from matches.errors import Refused
from matches.jobs.services import KEPT, asker_of
from matches.models import Job
from rules_engine import games
from rules_engine.bounds import check_parts, check_text
from rules_engine.configuration import ConfigurationError
from rules_engine.record import RecordError
from rules_engine.record.reading import parse
from rules_engine.views.frame import sections

LONGEST = 100_000
"""Characters of a record that is analysed: many times what a long match needs."""


# No cookie says who may ask, and nothing of anybody's changes: there is nothing to forge.
@csrf_exempt
@require_POST
def analysis_start(request: HttpRequest) -> HttpResponse:
    """Have the record that was sent analysed, and go to its page."""
    for throttle in (AnalysisVisitors(), AnalysisStaff()):
        if not throttle.allow_request(request, None):  # type: ignore[arg-type]  # it reads the user and the address
            after = ceil(throttle.wait() or 60)
            message = _("Many records were analysed from here. Try again in %(minutes)d minutes.")
            return _refused(request, message % {"minutes": ceil(after / 60)}, 429)
    text = request.POST.get("record", "").replace("\r\n", "\n").replace("\0", "")
    try:
        check_text(text)
        record = parse(text, games.language_of)
        check_parts(record)
        game = games.get(record.game)
        game.rule_set(record.rules)
    except (RecordError, ConfigurationError, LookupError):
        return _refused(request, _("This record cannot be read. Check it first: the check says where."), 422)
    if len(text) > LONGEST:
        return _refused(request, _("This record is too long to be analysed."), 422)
    if game.analysis is None:
        return _refused(request, _("There is no analysis of this game."), 422)
    try:
        job = analyse_record(text, asker_of(request.user, request.META.get("REMOTE_ADDR", "")))
    except Refused as refused:
        return _refused(request, str(refused.message), 422)
    return redirect("matches:analysis", job.key)


def _refused(request: HttpRequest, message: str, status: int) -> HttpResponse:
    context = {"problem": message, "sections": sections("check", games.all_games()[0])}
    return render(request, "matches/analysis/analysis.html", context, status=status)


@require_safe
def analysis(request: HttpRequest, key: str) -> HttpResponse:
    """An analysis, or how far it is."""
    job = get_object_or_404(Job, key=key, kind=KIND, created_at__gte=timezone.now() - KEPT)
    text = job.params["text"]
    record = parse(text, games.language_of)
    game = games.get(record.game)
    context: dict[str, Any] = {"sections": sections("check", game)}
    if job.state != JobState.DONE or game.analysis is None:
        context |= {"job": job, "job_url": reverse("matches:analysis_job", args=[job.key])}
    elif (made := analysis_of(job)) is None:
        context |= {
            "problem": _("This analysis was made by an older version of the program. Have it made again."),
            "analysis_text": text,
        }
    else:
        context |= AnalysisLabels(game, record, text, made, game.analysis).context()
    return render(request, "matches/analysis/analysis.html", context)


@require_safe
def analysis_job(request: HttpRequest, key: str) -> HttpResponse:
    """The progress of an analysis, for its page's script."""
    job = get_object_or_404(Job, key=key)
    if job.kind != KIND:
        raise Http404
    state = {"state": job.state, "done": job.done, "total": job.total, "error": job.error, "url": ""}
    return JsonResponse({**state, "text": _("Playing on from each decision")})
