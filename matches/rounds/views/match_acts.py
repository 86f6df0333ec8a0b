"""The acts on one line of a draft: keep it, free it, give it a table."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.draws.services import drafts
from matches.errors import Refused
from matches.frame.desk_views import round_url
from matches.live.queries import event_versions
from matches.models import Event, Match
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.refusal_views import show_refusal
from matches.permissions import can_run_rounds
from matches.rounds.views.rounds import round_page_context
from rules_engine.whole_numbers import whole_number


@require_POST
@staff_page(can_run_rounds)
def match_act(request: HttpRequest, event: Event, roles: Roles, pk: int, name: str) -> HttpResponse:
    """``keep`` or ``free`` a line of a draft, or give it a ``table``; then return to its row."""
    match = get_object_or_404(Match.objects.select_related("round__stage__event"), pk=pk, round__stage__event=event)
    if name not in ("keep", "free", "table"):
        raise Http404
    try:
        if name == "table":
            drafts.give_table(match=match, table=_table(request), actor=actor_of(request))
        else:
            drafts.keep_pair(match=match, keep=name == "keep", actor=actor_of(request))
    except Refused as refused:
        if refused.conflict:
            show_refusal(request, refused)
            return redirect(round_url(event, match.round))
        typed = request.POST.get("table", "")[:6]
        context = {
            **round_page_context(event, roles, match.round, event_versions(event)),
            "refused": {"match": match.pk, "text": refused.message, "typed": typed},
        }
        return render(request, "matches/rounds/round.html", context, status=422)
    return redirect(f"{round_url(event, match.round)}#line-{match.pk}")


def _table(request: HttpRequest) -> int:
    table = whole_number(request.POST.get("table", "").strip())
    if table is None:
        raise Refused("table_unreadable", _("Enter a table number."), parameter="table")
    return table
