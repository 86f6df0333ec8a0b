"""The prizes at the desk: the table, who is in which category, and who wins what."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.errors import Refused
from matches.final.prize_labels import winner_rows
from matches.final.prize_queries import prize_table, winners_so_far
from matches.frame.desk_views import desk_context
from matches.models import Event
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status
from matches.permissions import can_organise, can_run_rounds, can_see_desk
from matches.prizes.labels import left_text, prize_rows, total_text
from matches.prizes.services import mark_categories, set_prizes
from matches.prizes.table import Equal, OnePrize
from matches.setup.prize_forms import CategoriesForm, PrizesForm
from matches.setup.views import setup_tabs


@staff_page(can_see_desk)
def event_prizes(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/prizes/``: the prizes and who wins them. ``POST`` replaces the table."""
    form = PrizesForm(request.POST or None, event=event)
    if request.method == "POST":
        if not can_organise(roles):
            raise PermissionDenied
        if form.is_valid() and _saved(request, event, form):
            return redirect("matches:event_prizes", event.slug)
    return _page(request, event, roles, form, CategoriesForm(event=event))


def _saved(request: HttpRequest, event: Event, form: PrizesForm) -> bool:
    data = form.cleaned_data
    try:
        set_prizes(
            event=event,
            actor=actor_of(request),
            lines=data["lines"],
            equal=Equal(data["equal"]),
            one_prize=OnePrize(data["one_prize"]),
            reason=data.get("reason", ""),
        )
    except Refused as refused:
        show_refusal(request, refused, form)
        event.refresh_from_db(fields=["prizes", "finished_at"])
        return False
    messages.success(request, _("Prizes saved."))
    return True


@require_POST
@staff_page(can_run_rounds)
def prize_categories(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Mark who is in which category."""
    form = CategoriesForm(request.POST, event=event)
    if form.is_valid():
        try:
            reason = form.cleaned_data.get("reason", "")
            mark_categories(event=event, actor=actor_of(request), marks=form.marks(), reason=reason)
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Categories saved."))
            return redirect("matches:event_prizes", event.slug)
    return _page(request, event, roles, PrizesForm(event=event), form)


def _page(
    request: HttpRequest, event: Event, roles: Roles, form: PrizesForm, categories: CategoriesForm
) -> HttpResponse:
    table = prize_table(event)
    winners = winners_so_far(event)
    context = {
        **desk_context(event, roles, "setup"),
        "tabs": setup_tabs(event, roles, "prizes"),
        "form": form if can_organise(roles) else None,
        "own_url": reverse("matches:event_prizes", args=[event.slug]),
        "prizes": prize_rows(table),
        "total": total_text(table),
        "categories": categories if table.categories and can_run_rounds(roles) else None,
        "categories_url": reverse("matches:prize_categories", args=[event.slug]),
        "winners": winner_rows(winners, staff=True) if winners is not None else [],
        "provisional": winners is not None and winners.provisional,
        "left": left_text(winners.awards, table) if winners is not None else [],
    }
    status = max(rejected_status(form), rejected_status(categories))
    return render(request, "matches/prizes/desk.html", context, status=status)
