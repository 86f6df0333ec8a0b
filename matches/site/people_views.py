"""The accounts of a site: a list with search, and what its owner may do about each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.staff_services import NewAccount, has_one_time_password
from matches.errors import Refused
from matches.identity.again_views import lately_signed_in
from matches.models import User
from matches.pages.access_views import actor_of
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status, try_once
from matches.site.access_views import below, crumbs_to, site_context, site_page, typed
from matches.site.account_services import (
    close_account,
    create_account,
    make_owner,
    make_sign_in_link,
    remove_owner,
    reopen_account,
)
from matches.site.forms import NewAccountForm, TypedForm
from matches.site.lists_views import act_shown
from matches.site.queries import accounts, acts_on, events_worked_at, window, with_second_factor


@dataclass(frozen=True, slots=True)
class AccountShown:
    """A line of the list."""

    user: User
    events: int
    has_factor: bool


@site_page
def site_people(request: HttpRequest) -> HttpResponse:
    """``/site/``: the accounts, and a new one."""
    return _people_page(request, NewAccountForm())


@site_page
@require_POST
def site_person_new(request: HttpRequest) -> HttpResponse:
    """Make an account, and show its one-time password, which is not shown again."""
    form = NewAccountForm(request.POST)
    made: list[NewAccount] = []
    if form.is_valid():
        values = {name: form.cleaned_data[name] for name in ("username", "name")}

        def make() -> str:
            made.append(create_account(actor=actor_of(request), **values))
            return reverse("matches:site_person", args=[made[0].user.pk])

        if answer := try_once(request, form, make):
            if made:
                return _people_page(request, NewAccountForm(), made=made[0])
            messages.info(request, _("This account has already been created. Its password was shown only once."))
            return redirect(answer[0])
    return _people_page(request, form)


def _people_page(request: HttpRequest, form: NewAccountForm, made: NewAccount | None = None) -> HttpResponse:
    kind = request.GET.get("show", "")
    page = window(accounts(typed(request), kind), below(request))
    factors, worked = with_second_factor(page.rows), events_worked_at(page.rows)
    context = {
        **site_context("people"),
        "page": page,
        "people": [AccountShown(user, worked.get(user.pk, 0), user.pk in factors) for user in page.rows],
        "q": typed(request),
        "show": kind,
        "form": form,
        "made": made,
    }
    return render(request, "matches/site/people.html", context, status=rejected_status(form))


@site_page
def site_person(request: HttpRequest, pk: int) -> HttpResponse:
    """``/site/people/PK/``: an account, and what may be done about it."""
    return _person_page(request, get_object_or_404(User, pk=pk))


def _person_page(request: HttpRequest, person: User, **more: Any) -> HttpResponse:
    context = {
        "crumbs": crumbs_to("people"),
        "person": person,
        "is_own": person == request.user,
        "has_factor": bool(with_second_factor([person])),
        "one_time": has_one_time_password(person),
        "events": events_worked_at([person]).get(person.pk, 0),
        "acts": [act_shown(row) for row in acts_on(person)],
        **more,
    }
    return render(request, "matches/site/person.html", context)


@site_page
@require_POST
@lately_signed_in
def site_person_close(request: HttpRequest, pk: int) -> HttpResponse:
    """Close an account."""
    close_account(person=get_object_or_404(User, pk=pk), actor=actor_of(request))
    messages.success(request, _("The account is closed, and signed out everywhere."))
    return redirect("matches:site_person", pk)


@site_page
@require_POST
@lately_signed_in
def site_person_reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a closed account again."""
    reopen_account(person=get_object_or_404(User, pk=pk), actor=actor_of(request))
    messages.success(request, _("The account is open again."))
    return redirect("matches:site_person", pk)


@site_page
@require_POST
@lately_signed_in
def site_person_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a link on which the account gets a new password, and show it once."""
    person = get_object_or_404(User, pk=pk)
    return _person_page(request, person, link=make_sign_in_link(person=person, actor=actor_of(request)))


@site_page
@lately_signed_in
def site_person_owner(request: HttpRequest, pk: int) -> HttpResponse:
    """``/site/people/PK/owner/``: make an account an owner of the site, or an owner an account like others."""
    person = get_object_or_404(User, pk=pk)
    form = TypedForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        act = remove_owner if person.is_superuser else make_owner
        try:
            act(person=person, actor=actor_of(request), **form.cleaned_data)
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Saved."))
            return redirect(
                "matches:home" if person == request.user else "matches:site_person", *_args(request, person)
            )
    context = {"crumbs": crumbs_to("people"), "person": person, "form": form}
    return render(request, "matches/site/owner.html", context, status=rejected_status(form))


def _args(request: HttpRequest, person: User) -> list[int]:
    return [] if person == request.user else [person.pk]
