"""The seeds of a bracket at the desk, before its first round is paired."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from matches.brackets.forms import SeedsForm
from matches.brackets.queries.brackets import lots_for_seeds
from matches.brackets.services.seeds import check_seeds_open, seeded_entries, set_seeds
from matches.course.queries import current_round
from matches.errors import Refused
from matches.frame.desk_views import desk_page_context
from matches.live.queries import event_versions
from matches.models import Event, Stage
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status
from matches.permissions import can_run_rounds
from matches.snapshots.labels import lot_text


def _lots(stage: Stage) -> list[str]:
    """Among whom the lot decided the seeds, a sentence for each group; of the players of the bracket only."""
    entries = seeded_entries(stage)
    names = {entry.number: entry.unique_name for entry in entries}
    return [lot_text([names[number] for number in group]) for group in lots_for_seeds(stage, entries)]


@staff_page(can_run_rounds)
def seeds(request: HttpRequest, event: Event, roles: Roles, order: int) -> HttpResponse:
    """``/e/SLUG/desk/seeds/STAGE/``: the players of the bracket with their seeds, which can be changed."""
    stage = get_object_or_404(Stage.objects.select_related("event"), event=event, order=order)
    if not stage.is_bracket:
        raise Http404
    try:
        check_seeds_open(stage)
    except Refused as refused:
        show_refusal(request, refused)
        return redirect("matches:rounds", event.slug)
    form = SeedsForm(request.POST or None, entries=seeded_entries(stage))
    if request.method == "POST" and form.is_valid():
        try:
            set_seeds(stage=stage, numbers=form.numbers, actor=actor_of(request), reason=form.cleaned_data["reason"])
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Seeds saved."))
            return redirect("matches:rounds", event.slug)
    frame = desk_page_context(event, roles, "rounds", current_round(event), event_versions(event))
    context = {**frame, "form": form, "stage": stage, "lots": _lots(stage)}
    return render(request, "matches/rounds/seeds.html", context, status=rejected_status(form))
