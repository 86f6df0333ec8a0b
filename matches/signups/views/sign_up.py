"""Signing up on a phone, without an account; and a new link for who has lost it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from matches.audit.limit_services import Limit, begin, wait_text
from matches.course.queries import current_round
from matches.frame.public_views import public_context
from matches.live.queries import event_versions
from matches.models import Event
from matches.pages.access_views import PageRequest, Roles, public_page
from matches.pages.submission_views import rejected_status, try_once
from matches.signups.about_labels import places_text, when_text
from matches.signups.forms import LostLinkForm, SignUpForm
from matches.signups.labels import why_closed_text
from matches.signups.queries import places_of, why_closed
from matches.signups.services.lost_links import ask_for_lost_links, renew_link
from matches.signups.services.signing import new_token, sign_up
from matches.signups.services.tokens import holder_of_request

SIGN_UPS = (Limit(40, 60), Limit(300, 3600))
"""From one address: a hall behind one address signs up by a code on its door."""
LOST_LINKS = (Limit(10, 600),)


@never_cache
@public_page
def sign_up_page(request: PageRequest, event: Event, roles: Roles) -> HttpResponseBase:
    """``/e/SLUG/sign-up/``: the form. ``POST`` signs the visitor up and shows the personal page."""
    closed = why_closed(event, timezone.now())
    form = SignUpForm(request.POST or None, event=event)
    if request.method == "POST" and closed is None:
        if form.is_trapped:
            return redirect("matches:about", event.slug)
        wait = begin(f"sign-up:{event.pk}:{request.META.get('REMOTE_ADDR', '')}", SIGN_UPS)
        if wait:
            text = _("Too many people are signing up from here. Wait %(time)s and try again.")
            form.add_error(None, text % {"time": wait_text(wait)})
            response = _form_page(request, event, roles, form, "", status=429)
            response.headers["Retry-After"] = str(wait)  # server.floods answers a program that does not heed it
            return response
        if form.is_valid() and (url := _signed_up(request, event, form)):
            return redirect(url)
    reason = why_closed_text(closed, event) if closed is not None else ""
    return _form_page(request, event, roles, form, reason, status=409 if closed and form.is_bound else 0)


def _signed_up(request: PageRequest, event: Event, form: SignUpForm) -> str:
    """Sign up, once for the form's key; the address of the personal page, or "" with the error at its field."""
    token = new_token(form.key)

    def do() -> str:
        sign_up(event=event, code=form.cleaned_data.get("code", ""), token=token, **form.person())
        return request.path

    return reverse("matches:me_code", args=[token]) if try_once(request, form, do) else ""


def _form_page(
    request: PageRequest, event: Event, roles: Roles, form: SignUpForm, closed: str, *, status: int = 0
) -> HttpResponse:
    context = {
        **public_context(event, roles, "", current_round(event, public_only=True), event_versions(event)),
        "form": form,
        "closed": closed,
        "when": when_text(event),
        "places": places_text(event, places_of(event)),
        "about_url": reverse("matches:about", args=[event.slug]),
        "lost_url": reverse("matches:lost_link", args=[event.slug]),
    }
    return render(request, "matches/signups/sign_up.html", context, status=status or rejected_status(form))


@never_cache
@public_page
def lost_link(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/link/``: sends a new personal link to an address on file, and says the same if there is none."""
    form = LostLinkForm(request.POST or None)
    sent = False
    if request.method == "POST" and settings.SENDS_EMAIL and form.is_valid():
        address = request.META.get("REMOTE_ADDR", "")
        wait = begin(f"lost-link:{event.pk}:{address}", LOST_LINKS)
        if wait:
            form.add_error("email", _("Wait %(time)s and try again.") % {"time": wait_text(wait)})
        else:
            ask_for_lost_links(event=event, email=form.cleaned_data["email"])
            sent = True
    context = {
        **public_context(event, roles, "", current_round(event, public_only=True), event_versions(event)),
        "form": form,
        "sent": sent,
        "sends": settings.SENDS_EMAIL,
        "about_url": reverse("matches:about", args=[event.slug]),
    }
    return render(request, "matches/signups/lost_link.html", context, status=rejected_status(form))


@never_cache
@public_page
def new_link(request: PageRequest, event: Event, roles: Roles, signed: str) -> HttpResponseBase:
    """``/e/SLUG/link/SIGNED/``: where the letter leads. ``POST`` makes the new link and opens the personal page."""
    holder = holder_of_request(event, signed)
    if request.method == "POST" and holder is not None:
        return redirect("matches:me_code", renew_link(event=event, signed=signed))
    context = {
        **public_context(event, roles, "", current_round(event, public_only=True), event_versions(event)),
        "is_valid": holder is not None,
        "lost_url": reverse("matches:lost_link", args=[event.slug]),
    }
    return render(request, "matches/signups/new_link.html", context, status=200 if holder is not None else 410)
