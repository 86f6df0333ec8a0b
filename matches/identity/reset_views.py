"""A lost password: asking for a link, and the page that the link leads to."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from matches.accounts.entrance_views import enter
from matches.audit.limit_services import begin, wait_text
from matches.errors import Refused
from matches.identity.forms import NewPasswordForm, ResetRequestForm
from matches.identity.reset_services import LINKS_OPENED, REQUESTS, reset_password, send_reset_letter, user_of_link
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status


@never_cache
def reset(request: HttpRequest) -> HttpResponse:
    """``/login/reset/``: sends a link to an address, and says the same whether or not an account has it."""
    form = ResetRequestForm(request.POST or None)
    sent, wait = False, 0
    if request.method == "POST" and settings.SENDS_EMAIL and form.is_valid():
        wait = begin(f"reset:{request.META.get('REMOTE_ADDR', '')}", REQUESTS)
        if wait:
            form.add_error("email", _wait_sentence(wait))
        else:
            send_reset_letter(email=form.cleaned_data["email"])
            sent = True
    context = {"form": form, "sent": sent, "sends": settings.SENDS_EMAIL, "login_url": reverse("matches:login")}
    response = render(request, "matches/identity/reset.html", context, status=rejected_status(form))
    return _waiting(response, wait)


@never_cache
def reset_link(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """``/login/reset/UID/TOKEN/``: the new password of who holds the link. It signs in, with the second factor too."""
    wait = begin(f"reset-link:{request.META.get('REMOTE_ADDR', '')}", LINKS_OPENED)
    user = None if wait else user_of_link(uid, token)
    if user is None:
        context = {"wait": _wait_sentence(wait) if wait else "", "reset_url": reverse("matches:reset")}
        response = render(request, "matches/identity/reset_over.html", context, status=410)
        return _waiting(response, wait)
    form = NewPasswordForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = reset_password(uid=uid, token=token, password=form.cleaned_data["new_password1"])
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Password changed. You are signed out everywhere else."))
            return enter(request, user, method="password", leads_to=reverse("matches:home"))
    heading = _("Choose a new password")
    lede = _("For the username %(username)s.") % {"username": user.get_username()}
    shown: dict[str, object] = {"form": form, "heading": heading, "lede": lede}
    return render(request, "registration/password.html", shown, status=rejected_status(form))


def _wait_sentence(wait: int) -> str:
    return _("Too many requests from this network. Try again in %(wait)s.") % {"wait": wait_text(wait)}


def _waiting(response: HttpResponse, wait: int) -> HttpResponse:
    if wait:
        response.status_code = 429
        response.headers["Retry-After"] = str(wait)
    return response
