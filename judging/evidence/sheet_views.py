"""Paper comes back: a sheet's code opens its table's page, where what stands on the sheet is typed in."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from judging.evidence.sheet_forms import SheetCodeForm, SheetForm
from judging.evidence.sheet_services import take_sheet
from judging.pages.frame_views import crumbs, find_match, floor_context, table_url
from judging.permissions import can_log
from matches.course.queries import current_round
from matches.errors import Refused
from matches.models import Event, Match
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.pages.message_views import report_success
from matches.pages.refusal_views import field_of
from matches.reporting.views.lines import ask_about
from matches.results.labels.results import save_label, score_text, with_pot
from matches.results.queries.results import Doubt, confirmed, score_of


@staff_page(can_log)
def sheet_code(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/sheet/``: the code on a sheet opens the page for what stands on it."""
    form = SheetCodeForm(request.GET if "code" in request.GET else None, event=event)
    if form.is_valid():
        return redirect("judging:sheet", event.slug, form.cleaned_data["code"].pk)
    page = {
        **floor_context(request.user, event, roles, "desk", current_round(event)),
        "form": form,
        "crumbs": crumbs(event),
    }
    return render(request, "judging/evidence/code.html", page, status=422 if form.errors else 200)


@staff_page(can_log)
def sheet(request: PageRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/sheet/``: type in what stands on a table's sheet."""
    match = find_match(event, pk)
    entries = [seat.entry for seat in match.seats.all()]
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = SheetForm(*sent, match=match, entries=entries)
    if form.is_bound and form.is_valid() and _stored(request, match, form):
        return redirect(table_url(event, match))
    if form.errors and request.FILES.get("photo") and "photo" not in form.errors:
        form.add_error("photo", _("Choose the photo again. The browser does not keep it."))
    known = confirmed(match)
    context = {
        "form": form,
        "known": with_pot(score_text(score_of(known), event), known.pot, event) if known is not None else "",
        "round": match.round,
        "table": match.table,
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
    }
    page = {**floor_context(request.user, event, roles, "desk", match.round), **context}
    return render(request, "judging/evidence/sheet.html", page, status=422 if form.errors else 200)


def _stored(request: PageRequest, match: Match, form: SheetForm) -> bool:
    """Store a valid form; False if it was refused, with the reason in the form."""
    sheet = form.sheet()
    try:
        if sheet.score is not None:
            ask_about(match.round.stage.event, match, sheet.score, form.answered)
        take_sheet(match=match, sheet=sheet, actor=actor_of(request), stamp=form.stamp())
    except Refused as refused:
        if sheet.score is not None and refused.code in Doubt.values():
            form.ask(refused.code, save_label(sheet.score, match.round.stage.event))
        form.add_error(field_of(form, refused.parameter), " ".join([str(refused.message), *refused.details]))
        return False
    report_success(request, _("The sheet for table %(table)s has been saved.") % {"table": match.table})
    return True
