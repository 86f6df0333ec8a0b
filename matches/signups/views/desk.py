"""The desk's list of sign-ups: who waits for what, and the buttons that decide, for many at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from matches.audit.services import Actor
from matches.enums import Admission
from matches.errors import Refused
from matches.events.declarations.sign_up_reading import sign_up_terms
from matches.frame.desk_views import desk_context
from matches.models import Event, SignUp
from matches.organisations.override_views import SuspendedShown, all_suspended_shown
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.address_views import numbered
from matches.pages.components import Tab
from matches.pages.forms import CleanedData
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status
from matches.people.labels.answers import AnswerShown, answers_shown
from matches.people.views.tabs import people_tabs
from matches.permissions import can_organise, can_run_rounds
from matches.signups.about_labels import sign_up_times_text, taken_text
from matches.signups.forms import DeskForm, MoveForm
from matches.signups.queries import invited, places_of
from matches.signups.services.admission import accept_sign_ups, move_sign_ups, open_sign_up, restore_sign_up
from matches.signups.services.declining import decline_sign_ups, mark_paid
from matches.signups.services.inviting import send_invitations
from matches.signups.services.joining import added_entries, own_sign_ups
from rules_engine.whole_numbers import whole_number

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
    return _list_page(request, event, roles, DeskForm())


def _list_page(request: HttpRequest, event: Event, roles: Roles, form: DeskForm) -> HttpResponse:
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
        "rows": _rows(event, roles, list(page.object_list), back=_list_url("matches:sign_ups", event, state)),
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
        "act_url": _list_url("matches:sign_ups_act", event, state),
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


Done = tuple[int, str]
"""How many sign-ups an act changed, and what it says of that."""


def _accepted(count: int, listed: int = 0) -> Done:
    """What became of those who were accepted: so many are in, and so many were put on the waiting list."""
    if not count and not listed:
        return 0, _("Nobody was accepted: the event is full, or these sign-ups have already been decided.")
    texts = []
    if count:
        texts.append(ngettext("%(n)d player is in.", "%(n)d players are in.", count) % {"n": count})
    if listed:
        text = ngettext(
            "The event is full, so %(n)d person is on the waiting list now.",
            "The event is full, so %(n)d people are on the waiting list now.",
            listed,
        )
        texts.append(text % {"n": listed})
    return count + listed, " ".join(texts)


def _accept(event: Event, actor: Actor, rows: list[SignUp], form: DeskForm) -> Done:
    others = [row.pk for row in rows if row.state != Admission.WAITING]
    count = len(accept_sign_ups(event=event, actor=actor, sign_ups=rows))
    return _accepted(count, SignUp.objects.filter(pk__in=others, state=Admission.WAITING).count())


def _accept_over(event: Event, actor: Actor, rows: list[SignUp], form: DeskForm) -> Done:
    return _accepted(len(accept_sign_ups(event=event, actor=actor, sign_ups=rows, over_capacity=True)))


def _decline(event: Event, actor: Actor, rows: list[SignUp], form: DeskForm) -> Done:
    reason = form.cleaned_data["reason"]
    count = len(decline_sign_ups(event=event, actor=actor, sign_ups=rows, reason=reason))
    return count, ngettext("%(n)d sign-up declined.", "%(n)d sign-ups declined.", count) % {"n": count}


def _to_the_top(event: Event, actor: Actor, rows: list[SignUp], form: DeskForm) -> Done:
    move_sign_ups(event=event, actor=actor, sign_ups=rows, place=1, reason=form.cleaned_data["reason"])
    count = len(rows)
    return count, ngettext("%(n)d person moved to the top.", "%(n)d people moved to the top.", count) % {"n": count}


def _pay(event: Event, actor: Actor, rows: list[SignUp], form: DeskForm) -> Done:
    data = form.cleaned_data
    amount, note = (data[key] or None for key in ("amount", "note"))  # empty: what each has stays
    count = mark_paid(event=event, actor=actor, sign_ups=rows, amount=amount, note=note)
    text = ngettext("%(n)d person marked as paid.", "%(n)d people marked as paid.", count) % {"n": count}
    left = len(rows) - count
    if not left:
        return count, text
    why = ngettext("%(n)d was left out: withdrawn or declined.", "%(n)d were left out: withdrawn or declined.", left)
    return count, f"{text} {why % {'n': left}}"


def _unpay(event: Event, actor: Actor, rows: list[SignUp], form: DeskForm) -> Done:
    count = mark_paid(event=event, actor=actor, sign_ups=rows, paid=False)
    text = ngettext("%(n)d person is no longer marked as paid.", "%(n)d people are no longer marked as paid.", count)
    return count, text % {"n": count}


ACTS: dict[str, Callable[[Event, Actor, list[SignUp], DeskForm], Done]] = {
    "accept": _accept,
    "accept_over": _accept_over,
    "decline": _decline,
    "top": _to_the_top,
    "pay": _pay,
    "unpay": _unpay,
}


@require_POST
@staff_page(can_run_rounds)
def sign_ups_act(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Do one of ``ACTS`` with the sign-ups that are selected."""
    form = DeskForm(request.POST)
    back = _list_url("matches:sign_ups", event, request.GET.get("state", ""))
    act = ACTS.get(request.POST.get("act", ""))
    numbers = [number for text in request.POST.getlist("row") if (number := whole_number(text)) is not None]
    rows = list(SignUp.objects.filter(event=event, pk__in=numbers[:PAGE]))
    if act is None or not form.is_valid():
        return _list_page(request, event, roles, form)
    if not rows:
        messages.info(request, _("Select someone first."))
        return redirect(back)
    try:
        count, text = act(event, actor_of(request), rows, form)
        (messages.success if count else messages.warning)(request, text)
    except Refused as refused:
        show_refusal(request, refused, form)
        if form.errors:
            return _list_page(request, event, roles, form)
    return redirect(back)


def _list_url(name: str, event: Event, state: str) -> str:
    """An address of the list that keeps the state that is shown."""
    return reverse(name, args=[event.slug]) + (f"?state={state}" if state in STATES else "")


@require_POST
@staff_page(can_organise)
def sign_up_open(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Open sign-up, or close it."""
    is_on = request.POST.get("on") == "1"
    open_sign_up(event=event, actor=actor_of(request), on=is_on)
    messages.success(request, _("Sign-up is open.") if is_on else _("Sign-up is closed."))
    return redirect("matches:sign_ups", event.slug)


@require_POST
@staff_page(can_organise)
def invitations_send(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Email the invitations that have not been sent."""
    try:
        count = send_invitations(event=event, actor=actor_of(request))
    except Refused as refused:
        show_refusal(request, refused)
    else:
        text = ngettext("%(n)d invitation is on its way.", "%(n)d invitations are on their way.", count)
        messages.success(request, text % {"n": count} if count else _("No invitation is left to send by email."))
    return redirect(_list_url("matches:sign_ups", event, Admission.INVITED))


@require_POST
@staff_page(can_run_rounds)
def sign_up_restore(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """Put a declined or withdrawn sign-up back on the waiting list."""
    row = get_object_or_404(SignUp, event=event, pk=pk)
    try:
        row = restore_sign_up(sign_up=row, actor=actor_of(request))
        messages.success(request, row.get_state_display())
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("matches:sign_ups", event.slug)


@staff_page(can_organise)
def sign_up_move(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """Move somebody on the waiting list, for a reason."""
    row = get_object_or_404(SignUp.objects.select_related("entry__player", "player"), event=event, pk=pk)
    form = MoveForm(request.POST or None, initial={"place": 1})
    if request.method == "POST" and form.is_valid():
        data: CleanedData = form.cleaned_data
        try:
            move_sign_ups(
                event=event, actor=actor_of(request), sign_ups=[row], place=data["place"], reason=data["reason"]
            )
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Moved."))
            return redirect(f"{reverse('matches:sign_ups', args=[event.slug])}?state=waiting")
    context = {
        **desk_context(event, roles, "people"),
        "name": row.name,
        "form": form,
        "list_url": reverse("matches:sign_ups", args=[event.slug]),
    }
    return render(request, "matches/signups/move.html", context, status=rejected_status(form))
