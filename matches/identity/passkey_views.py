"""Passkeys: signing in with one, and adding one to one's own account. static/js/passkey.js talks to the browser."""

from __future__ import annotations

from typing import cast

from allauth.account.internal.flows.login import perform_login
from allauth.account.models import Login
from allauth.mfa.base.internal.flows import post_authentication
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from matches.accounts.entrance_views import answered
from matches.audit.limit_services import begin, forgive, wait_text
from matches.errors import Refused
from matches.identity.again_views import lately_signed_in
from matches.identity.forms import PasskeyForm
from matches.identity.passkey_services import (
    BEGUN,
    SIGN_INS,
    add_passkey,
    check_passkey,
    registration_options,
    sign_in_options,
)
from matches.models import User
from matches.pages.access_views import wants_json
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status


@never_cache
def passkey(request: HttpRequest) -> HttpResponse:
    """``/login/passkey/``: for scripts. GET gives what a passkey needs, POST signs its owner in."""
    if not wants_json(request):
        return redirect("matches:login")
    is_begun = request.method != "POST"
    key = f"passkey:{is_begun}:{request.META.get('REMOTE_ADDR', '')}"
    if wait := begin(key, BEGUN if is_begun else SIGN_INS):
        text = _("Too many requests from this network. Try again in %(wait)s.") % {"wait": wait_text(wait)}
        return JsonResponse({"error": text}, status=429, headers={"Retry-After": str(wait)})
    if is_begun:
        return JsonResponse({"options": sign_in_options()})
    try:
        shown = check_passkey(credential=request.POST.get("credential", ""))
    except Refused as refused:
        return JsonResponse({"error": str(refused.message)}, status=refused.status)
    forgive(key, SIGN_INS)
    page = request.POST.get("next", "")
    leads_to = page if url_has_allowed_host_and_scheme(page, None) else reverse("matches:home")
    post_authentication(request, shown, passwordless=True)
    return answered(request, perform_login(request, Login(user=shown.user, redirect_url=leads_to)))


@lately_signed_in
def passkey_add(request: HttpRequest) -> HttpResponse:
    """``/account/passkeys/``: adds a passkey of this device or of a key. Its script asks for what the browser needs."""
    user = cast(User, request.user)
    if request.method == "GET" and wants_json(request):
        return JsonResponse({"options": registration_options(user)})
    form = PasskeyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            add_passkey(user=user, **form.cleaned_data)
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Passkey added. You can sign in with it at this address."))
            return redirect("matches:recovery_codes")
    host = request.get_host().partition(":")[0]
    context = {"form": form, "host": host, "cancel_url": reverse("matches:account")}
    return render(request, "matches/identity/passkey.html", context, status=rejected_status(form))
