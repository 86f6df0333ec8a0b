"""The desk's list of sign-ups: who waits for what. What its buttons do is in ``deciding`` and ``opening``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.enums import Admission
from matches.events.declarations.sign_up_reading import sign_up_terms
from matches.frame.desk_views import desk_context
from matches.models import Event, SignUp
from matches.organisations.override_views import SuspendedShown, all_suspended_shown
from matches.pages.access_views import Roles, staff_page
from matches.pages.address_views import numbered
from matches.pages.components import Tab
from matches.pages.submission_views import rejected_status
from matches.people.labels.answers import AnswerShown, answers_shown
from matches.people.views.tabs import people_tabs
from matches.permissions import can_organise, can_run_rounds
from matches.signups.about_labels import sign_up_times_text, taken_text
from matches.signups.forms import DeskForm
from matches.signups.queries import invited, places_of
from matches.signups.services.joining import added_entries, own_sign_ups

PAGE = 500
STATES = (*Admission.values,)
SIGN_UP_FIELD = "#id_sign_up"
"""Where the settings of signing up begin; a browser unfolds what it leads into."""


@dataclass(frozen=True, slots=True)
class SignUpRow:
    """A line of the list. ``place`` is that on the waiting list, ``url`` the page of the player who is in;
    ``is_doubled``: invited, and signed up besides; ``is_added``: invited, and added by the desk besides.
    """

    pk: int
    name: str
    email: str
    external_id: str
    state: str
    state_label: str
    place: int | None
    answers: list[AnswerShown]
    paid: str
    is_paid: bool
    is_doubtful: bool
    is_doubled: bool
    is_added: bool
    since: datetime
    url: str
    suspended: SuspendedShown | None


@staff_page(can_run_rounds)
def sign_ups(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/people/sign-ups/``: everyone who signed up, or those in one ``state``."""
    return list_page(request, event, roles, DeskForm())


def list_page(request: HttpRequest, event: Event, roles: Roles, form: DeskForm) -> HttpResponse:
    """The list with the form of the acts above it, which keeps what was typed."""
    state = request.GET.get("state", "")
    rows = SignUp.objects.filter(event=event).select_related("entry__player", "player").order_by("turn")
    chosen = rows.filter(state=state) if state in STATES else rows
    page = Paginator(chosen, PAGE).get_page(request.GET.get("page"))
    is_open = sign_up_terms(event).sign_up
    times = sign_up_times_text(event) if is_open else ""
    context = {
        **desk_context(event, roles, "people"),
        "tabs": people_tabs(event, roles, "sign_ups"),
        "states": _state_tabs(event, state),
        "page": page,
        "rows": _rows(event, roles, list(page.object_list), back=list_url("matches:sign_ups", event, state)),
        "query": f"state={state}&" if state in STATES else "",
        "export_query": f"state={state}" if state in STATES else "",
        "form": form,
        "is_open": is_open,
        "is_over": event.finished_at is not None,
        "lede": " ".join(filter(None, (taken_text(places_of(event)), times))),
        "may_organise": can_organise(roles),
        "sends_email": settings.SENDS_EMAIL,
        "invited": invited(event).count(),
        "is_rejected": bool(form.errors),
        "settings_url": reverse("matches:event_settings", args=[event.slug]) + SIGN_UP_FIELD,
        "act_url": list_url("matches:sign_ups_act", event, state),
    }
    return render(request, "matches/signups/list.html", context, status=rejected_status(form))


def _state_tabs(event: Event, current: str) -> list[Tab]:
    counted = SignUp.objects.filter(event=event).order_by().values("state").annotate(n=Count("pk"))
    counts = dict(counted.values_list("state", "n"))
    url = reverse("matches:sign_ups", args=[event.slug])
    tabs = [Tab(_("All"), url, current not in STATES, sum(counts.values()))]
    for state in Admission:
        tabs.append(Tab(str(state.label), f"{url}?state={state.value}", current == state, counts.get(state.value, 0)))
    return tabs


def _rows(event: Event, roles: Roles, rows: list[SignUp], *, back: str) -> list[SignUpRow]:
    suspended = all_suspended_shown(event, roles, rows, back=back)
    waiting = SignUp.objects.filter(event=event, state=Admission.WAITING).order_by("turn").values_list("pk", flat=True)
    places = {pk: place for place, pk in enumerate(waiting, start=1)}
    invitations = [row for row in rows if row.state == Admission.INVITED]
    doubled = own_sign_ups(event, invitations) if invitations else {}
    added = added_entries(event, invitations) if invitations else {}
    return [
        _row(
            event,
            row,
            places,
            suspended.get(row.pk),
            is_doubled=row.pk in doubled,
            is_added=row.pk in {*added} - {*doubled},
        )
        for row in rows
    ]


def _row(
    event: Event,
    row: SignUp,
    places: dict[int, int],
    suspended: SuspendedShown | None,
    *,
    is_doubled: bool,
    is_added: bool,
) -> SignUpRow:
    person, paid = row.person, row.holder
    return SignUpRow(
        pk=row.pk,
        name=person.name,
        email=person.email,
        external_id=person.external_id,
        state=row.state,
        state_label=_("Invitation declined") if row.turned_down_at else row.get_state_display(),
        place=places.get(row.pk),
        answers=answers_shown(event, paid.answers),
        paid=" · ".join(filter(None, (paid.paid_amount, paid.paid_note))),
        is_paid=paid.paid_at is not None,
        is_doubtful=row.is_doubtful and row.state == Admission.PENDING,
        is_doubled=is_doubled,
        is_added=is_added,
        since=row.created_at,
        url=numbered("matches:person", event.slug, row.entry.number) if row.entry is not None else "",
        suspended=suspended,
    )


def list_url(name: str, event: Event, state: str) -> str:
    """An address of the list that keeps the state that is shown."""
    return reverse(name, args=[event.slug]) + (f"?state={state}" if state in STATES else "")
