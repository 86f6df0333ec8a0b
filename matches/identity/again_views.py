"""Asks for the password once more before something about signing in is changed, unless that was a moment ago."""

from __future__ import annotations

import time
from functools import wraps
from typing import Any, cast

from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from matches.accounts.views import told_to_wait
from matches.identity.forms import PasswordAgainForm
from matches.models import User
from matches.pages.access_views import StaffView, form_page, signed_in_page
from matches.pages.submission_views import rejected_status

LATELY = 600
"""Seconds after a sign-in, or after the password was entered once more, in which nothing is asked again."""


def lately_signed_in(view: StaffView) -> StaffView:
    """A page for who has shown who they are within ten minutes: a device left open changes no way to sign in."""

    @never_cache
    @signed_in_page
    @wraps(view)
    def page(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        records = get_authentication_records(request, cast(User, request.user))
        if any(time.time() - record["at"] < LATELY for record in records):
            return view(request, **kwargs)
        leads_to = urlencode({"next": form_page(request)})
        return redirect(f"{reverse('matches:password_again')}?{leads_to}")

    return page


@never_cache
@signed_in_page
def password_again(request: HttpRequest) -> HttpResponse:
    """``/account/check/``: the current password, then back to the page that asked for it."""
    user = cast(User, request.user)
    form = PasswordAgainForm(user, request.POST or None)
    page = request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(page, None):
        page = reverse("matches:account")
    if request.method == "POST" and form.is_valid():
        record_authentication(request, user, method="password", reauthenticated=True)
        return redirect(page)
    context = {"form": form, "cancel_url": reverse("matches:account"), "heading": _("Enter your password again")}
    return told_to_wait(
        render(request, "matches/identity/again.html", context, status=rejected_status(form)),
        form,
    )
