"""Takes the result of a table back."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from matches.errors import NotAllowed, Refused
from matches.models import Event
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page, wants_json
from matches.pages.forms import ReasonForm
from matches.pages.refusal_views import show_refusal
from matches.permissions import can_report_results
from matches.reporting.views.table_parts import UNDO_ID, may_write
from matches.reporting.views.tables import correction_form, find_played, table_page
from matches.results.services.takebacks import take_back_result


@staff_page(can_report_results)
def undo_result(request: PageRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """Remove the result of a table in a round that is not closed."""
    match = find_played(event, pk)
    if request.method != "POST":
        return redirect("matches:table", event.slug, pk)
    form = ReasonForm(request.POST, auto_id=UNDO_ID)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    try:
        take_back_result(match=match, actor=actor_of(request), reason=reason)
    except NotAllowed as refused:
        raise PermissionDenied(str(refused.message)) from None
    except Refused as refused:
        if wants_json(request):
            return JsonResponse({"error": str(refused.message)}, status=409)
        if refused.parameter == "reason":
            correction = correction_form(event) if may_write(match, roles) else None
            return table_page(request, event, roles, match, correction, take_back_form=form)
        show_refusal(request, refused)
        return redirect("matches:table", event.slug, pk)
    text = _("Result of table %(table)s undone.") % {"table": match.table}
    if wants_json(request):
        return JsonResponse({"table": match.table, "text": text})
    if request.POST.get("from") == "table":
        messages.success(request, text)
        return redirect("matches:table", event.slug, pk)
    request.session["last_result"] = {"text": text}
    page = "matches:open_tables" if request.POST.get("from") == "open" else "matches:results"
    return redirect(page, event.slug)
