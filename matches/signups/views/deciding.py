"""What the desk decides of sign-ups: those that are selected, or one of them."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from matches.audit.services import Actor
from matches.enums import Admission
from matches.errors import Refused
from matches.frame.desk_views import desk_context
from matches.models import Event, SignUp
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.forms import CleanedData
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status
from matches.permissions import can_organise, can_run_rounds
from matches.signups.forms import DeskForm, MoveForm
from matches.signups.services.admission import accept_sign_ups, move_sign_ups, restore_sign_up
from matches.signups.services.declining import decline_sign_ups, mark_paid
from matches.signups.views.desk import PAGE, list_page, list_url
from rules_engine.whole_numbers import whole_number

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
    back = list_url("matches:sign_ups", event, request.GET.get("state", ""))
    act = ACTS.get(request.POST.get("act", ""))
    numbers = [number for text in request.POST.getlist("row") if (number := whole_number(text)) is not None]
    rows = list(SignUp.objects.filter(event=event, pk__in=numbers[:PAGE]))
    if act is None or not form.is_valid():
        return list_page(request, event, roles, form)
    if not rows:
        messages.info(request, _("Select someone first."))
        return redirect(back)
    try:
        count, text = act(event, actor_of(request), rows, form)
        (messages.success if count else messages.warning)(request, text)
    except Refused as refused:
        show_refusal(request, refused, form)
        if form.errors:
            return list_page(request, event, roles, form)
    return redirect(back)


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
