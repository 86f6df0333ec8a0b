"""The log of changes for those who answer for the event: every change in words, with its reason."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from matches.desk.log_forms import ChangeFilterForm
from matches.desk.log_labels import changes_file, changes_shown
from matches.desk.log_queries import changes
from matches.frame.desk_views import desk_context
from matches.models import Event
from matches.pages.access_views import Roles, staff_page
from matches.permissions import can_see_audit_log

ROWS = 100


@staff_page(can_see_audit_log)
def desk_log(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/log/``: the changes, the newest first, narrowed by the filter."""
    form = ChangeFilterForm(request.GET, event=event)
    page = Paginator(changes(event, form.change_filter()), ROWS).get_page(request.GET.get("page"))
    context = {
        **desk_context(event, roles, "desk"),
        "form": form,
        "rows": changes_shown(event, list(page.object_list)),
        "page": page,
        "query": form.query(),
        "narrowed": bool(form.query()),
        "clear_url": reverse("matches:desk_log", args=[event.slug]),
        "file_url": reverse("matches:desk_log_file", args=[event.slug]) + f"?{form.query()}".rstrip("?&"),
    }
    return render(request, "matches/desk/log.html", context)


@staff_page(can_see_audit_log)
def desk_log_file(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/log.csv``: the same rows as a file."""
    form = ChangeFilterForm(request.GET, event=event)
    shown = changes_shown(event, list(changes(event, form.change_filter())))
    response = HttpResponse(changes_file(shown), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-changes.csv"'
    return response
