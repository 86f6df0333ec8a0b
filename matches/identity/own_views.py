"""*Your account*: the password, the email address, second factors, and where one is signed in."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from matches.errors import Refused
from matches.identity.again_views import lately_signed_in
from matches.identity.elsewhere_queries import elsewhere_of
from matches.identity.email_services import address_of, confirm_email, confirmed_by, store_email, waiting_address
from matches.identity.factor_queries import factors_of
from matches.identity.factor_services import end_other_sessions
from matches.identity.forms import EmailForm
from matches.models import User
from matches.pages.access_views import signed_in_page
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status


@never_cache
@signed_in_page
def account(request: HttpRequest) -> HttpResponse:
    """``/account/``: what there is about one's own account, and where to change it."""
    user = cast(User, request.user)
    address = address_of(user)
    context = {
        "address": address,
        "waiting": waiting_address(user) if address and address.verified else None,
        "sends": settings.SENDS_EMAIL,
        "factors": factors_of(user),
        "elsewhere": elsewhere_of(user),
    }
    return render(request, "matches/identity/account.html", context)


@lately_signed_in
def email(request: HttpRequest) -> HttpResponse:
    """``/account/email/``: changes the address; where the site sends email, a letter confirms it."""
    user = cast(User, request.user)
    address = address_of(user)
    form = EmailForm(request.POST or None, initial={"email": address.email if address else user.email})
    if request.method == "POST" and form.is_valid():
        try:
            sent = store_email(user=user, email=form.cleaned_data["email"])
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            _say_stored(request, form.cleaned_data["email"], sent=sent)
            return redirect("matches:account")
    lede = (
        _("We will send a link to it. Once you open the link, you can use this address to reset your password.")
        if settings.SENDS_EMAIL
        else _("This site sends no email yet. The address is saved, and can be confirmed once it does.")
    )
    context = {"form": form, "lede": lede, "cancel_url": reverse("matches:account")}
    return render(request, "matches/identity/email.html", context, status=rejected_status(form))


def _say_stored(request: HttpRequest, address: str, *, sent: bool) -> None:
    if sent:
        text = _("An email is on its way to %(email)s. Open its link to confirm the address.")
        messages.success(request, text % {"email": address})
    else:
        messages.success(request, _("Email saved.") if address else _("Email removed."))


@never_cache
def confirm_own_email(request: HttpRequest, key: str) -> HttpResponse:
    """``/account/email/KEY/``: where the letter leads, on any device; ``POST`` confirms the address."""
    row = confirmed_by(key)
    if request.method == "POST" and row is not None:
        try:
            confirm_email(key=key)
        except Refused as refused:
            show_refusal(request, refused)
        else:
            messages.success(request, _("Email confirmed."))
            return redirect("matches:account" if request.user.is_authenticated else "matches:login")
    context = {"row": row, "account_url": reverse("matches:account")}
    return render(request, "matches/identity/confirm_email.html", context, status=410 if row is None else 200)


@require_POST
@lately_signed_in
def sessions_end(request: HttpRequest) -> HttpResponse:
    """Sign the account out on every other device."""
    user = cast(User, request.user)
    end_other_sessions(user=user)
    update_session_auth_hash(request, user)
    messages.success(request, _("You are signed out on all other devices."))
    return redirect("matches:account")
