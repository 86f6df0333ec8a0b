"""Both players accept the result on the judge's device: each taps or types the own name."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from judging.appeals.forms import AcceptanceForm
from judging.appeals.queries import acceptances
from judging.appeals.services import acknowledge_result
from judging.models import Acknowledgement
from judging.pages.frame_views import crumbs, entry_at, find_match, floor_context, table_url
from judging.permissions import can_log
from matches.errors import Refused
from matches.models import Entry, Event, Match, Result
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.pages.message_views import report_success
from matches.pages.refusal_views import show_refusal
from matches.results.labels.results import score_text, with_pot
from matches.results.queries.results import confirmed, score_of


@dataclass(frozen=True, slots=True)
class SeatToAccept:
    """A player of the table, with the acceptance of the result once there is one."""

    entry: Entry
    accepted: Acknowledgement | None


@staff_page(can_log)
def accept(request: PageRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/accept/``: hand the device to the players, who accept the result."""
    match = find_match(event, pk)
    result = confirmed(match)
    if result is None:
        return redirect("judging:result", event.slug, pk)
    sent = request.POST if request.method == "POST" else None
    seats = list(match.seats.all())
    known = {row.entry_id: row for row in acceptances(result)}
    form = AcceptanceForm(sent, entries=[seat.entry for seat in seats if seat.entry_id not in known])
    if form.is_bound and form.is_valid() and _accepted(request, match, result, form):
        left = len(seats) - len(known) - 1
        return redirect("judging:accept" if left else "judging:table", event.slug, pk)
    context = {
        "form": form,
        "score": with_pot(score_text(score_of(result), event), result.pot, event),
        "seats": [SeatToAccept(seat.entry, known.get(seat.entry_id)) for seat in seats],
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
    }
    page = {**floor_context(request.user, event, roles, "desk", match.round), **context}
    return render(request, "judging/appeals/accept.html", page, status=422 if form.errors else 200)


def _accepted(request: PageRequest, match: Match, result: Result, form: AcceptanceForm) -> bool:
    """Store the acceptance of a valid form; False if it was refused, with the reason in the form."""
    data = form.cleaned_data
    entry = entry_at(match, data["player"])
    try:
        acknowledge_result(
            result=result,
            entry=entry,
            actor=actor_of(request),
            how=form.how(),
            under_protest=data["under_protest"],
            statement=data["statement"],
            stamp=form.stamp(),
        )
    except Refused as refused:
        show_refusal(request, refused, form)
        return False
    text = (
        _("%(name)s accepts the result under protest.") if data["under_protest"] else _("%(name)s accepts the result.")
    )
    report_success(request, text % {"name": entry.unique_name})
    return True
