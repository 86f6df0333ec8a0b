"""The authenticator app and the recovery codes of one's own account."""

from __future__ import annotations

from typing import cast
from urllib.parse import quote

from allauth.mfa.totp.internal.auth import clear_totp_secret, get_totp_secret
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from matches.errors import Refused
from matches.identity.again_views import lately_signed_in
from matches.identity.factor_services import (
    add_authenticator,
    codes_of,
    remove_authenticator,
    remove_passkey,
    renew_codes,
)
from matches.identity.forms import FirstCodeForm
from matches.models import User
from matches.pages.access_views import signed_in_page
from matches.pages.qr_views import qr_picture
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status
from matches.second_factor_queries import has_second_factor

GO_BACK = "second_factor_for"
"""Where the session keeps the page that somebody wanted when a second factor was asked for."""


@lately_signed_in
def authenticator(request: HttpRequest) -> HttpResponse:
    """``/account/authenticator/``: connects an authenticator app by a code to scan, proved by its first code."""
    user = cast(User, request.user)
    form = FirstCodeForm(request.POST or None)
    secret = get_totp_secret()
    if request.method == "POST" and form.is_valid():
        try:
            add_authenticator(user=user, secret=secret, code=form.cleaned_data["code"])
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            clear_totp_secret(request)
            messages.success(request, _("Authenticator app connected. From now on you also enter its code."))
            return redirect("matches:recovery_codes")
    context = {
        "form": form,
        "qr": qr_picture(_key_address(user, secret)),
        "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        "cancel_url": reverse("matches:account"),
    }
    return render(request, "matches/identity/authenticator.html", context, status=rejected_status(form))


def _key_address(user: User, secret: str) -> str:
    """What an authenticator app reads from the code: whose secret it is, and where."""
    issuer = _("Bankout tournament")
    label = quote(f"{issuer}:{user.get_username()}")
    return f"otpauth://totp/{label}?secret={secret}&issuer={quote(issuer)}"


@require_POST
@lately_signed_in
def authenticator_remove(request: HttpRequest) -> HttpResponse:
    """Disconnect the authenticator app."""
    remove_authenticator(user=cast(User, request.user))
    messages.success(request, _("Authenticator app removed."))
    return redirect("matches:account")


@require_POST
@lately_signed_in
def passkey_remove(request: HttpRequest, passkey_id: int) -> HttpResponse:
    """Remove a passkey."""
    remove_passkey(user=cast(User, request.user), pk=passkey_id)
    messages.success(request, _("Passkey removed."))
    return redirect("matches:account")


@lately_signed_in
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """``/account/codes/``: the codes that were not used; ``POST`` makes new ones."""
    user = cast(User, request.user)
    if request.method == "POST":
        renew_codes(user=user)
        messages.success(request, _("These codes are new. The old ones no longer work."))
        return redirect("matches:recovery_codes")
    context = {
        "codes": [f"{code[:4]} {code[4:]}" for code in codes_of(user)],
        "done_url": reverse("matches:factor_needed" if GO_BACK in request.session else "matches:account"),
    }
    return render(request, "matches/identity/codes.html", context)


@never_cache
@signed_in_page
def factor_needed(request: HttpRequest) -> HttpResponse:
    """``/account/second-factor/?next=…``: an event's club requires a second factor. It leads to where one is set up,
    and then, from the recovery codes, back to the page that was asked for.
    """
    page = request.GET.get("next") or request.session.get(GO_BACK, "")
    if not url_has_allowed_host_and_scheme(page, None):
        page = reverse("matches:account")
    if has_second_factor(cast(User, request.user)):
        request.session.pop(GO_BACK, None)
        return redirect(page)
    request.session[GO_BACK] = page
    return render(request, "matches/identity/needed.html")
