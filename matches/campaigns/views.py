"""The strategy lab: two strategies under any rules, played against each other by the workers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.campaigns.forms import LabForm, games_to_compare
from matches.campaigns.labels import comparison_shown
from matches.campaigns.services import KIND, comparison_of, start_comparison
from matches.enums import JobState
from matches.errors import Refused
from matches.jobs.services import asker_of, start_while_reading
from matches.models import Job
from matches.pages.access_views import signed_in_page
from rules_engine.filled_forms import filled
from rules_engine.views.translation import translated


@require_safe
@signed_in_page
def lab(request: HttpRequest) -> HttpResponse:
    """``/lab/``: the form alone, or with what the address asks for."""
    every = games_to_compare()
    game = next((game for game in every if game.key == request.GET.get("game")), every[0])
    initial = {name: value for name, value in request.GET.items() if name != "game"}
    form = LabForm(initial or None, game=game)
    context = {
        "form": form,
        "game_key": game.key,
        "strategies": form.simulation.players(),
        "slow": translated(form.simulation.slow_because(game.rule_set({}))),
    }
    if not form.is_bound:
        return render(request, "matches/campaigns/lab.html", context)
    if not form.is_valid():
        return render(request, "matches/campaigns/lab.html", context, status=422)
    data = form.cleaned_data
    context["slow"] = translated(form.simulation.slow_because(game.rule_set(form.rules(data))))
    try:
        job = start_while_reading(
            lambda: start_comparison(
                game=game.key,
                rules=form.rules(data),
                players=(data["a"], data["b"]),
                matches=data["matches"],
                cap_minutes=data["cap"],
                asker=asker_of(request.user, request.META.get("REMOTE_ADDR", "")),
            )
        )
    except Refused as refused:
        form.add_error(None, str(refused.message))
        return render(request, "matches/campaigns/lab.html", context, status=422)
    made = comparison_of(job) if job.state == JobState.DONE else None
    if made is None:
        waiting = {"job": job, "job_url": reverse("matches:lab_job", args=[job.key])}
        return render(request, "matches/campaigns/lab.html", {**context, **waiting})
    comparison = comparison_shown(job.params["players"], made, translated(form.simulation.pace()))
    return render(request, "matches/campaigns/lab.html", {**context, "comparison": comparison, "filled": filled(form)})


@require_safe
@signed_in_page
def lab_job(request: HttpRequest, key: str) -> HttpResponse:
    """The progress of a comparison, for its page's script."""
    job = get_object_or_404(Job, key=key, event=None, kind=KIND)
    state = {"state": job.state, "done": job.done, "total": job.total, "error": job.error, "url": ""}
    return JsonResponse({**state, "text": _("Playing the matches")})
