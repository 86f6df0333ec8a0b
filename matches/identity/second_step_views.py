"""The second step of signing in: a code or a passkey of who has shown the password already."""

from __future__ import annotations

from typing import cast

from allauth.account.internal.stagekit import clear_login
from allauth.account.stages import LoginStage, LoginStageController
from allauth.mfa.base.internal.flows import post_authentication
from allauth.mfa.models import Authenticator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache

from matches.accounts.entrance_views import answered
from matches.accounts.views import told_to_wait
from matches.errors import Refused
from matches.identity.factor_queries import factors_of
from matches.identity.forms import CodeForm
from matches.identity.passkey_services import check_passkey, sign_in_options
from matches.identity.stage_views import SecondStep
from matches.models import User
from matches.pages.access_views import wants_json
from matches.pages.submission_views import rejected_status


@never_cache
def second_step(request: HttpRequest) -> HttpResponse:
    """``/login/code/``: asks for a code or a passkey. For scripts GET gives what a passkey needs, POST answers as the
    sign-in page does.
    """
    stage = _pending(request)
    if stage is None:
        return JsonResponse({"url": reverse("matches:login")}) if wants_json(request) else redirect("matches:login")
    user = cast(User, stage.login.user)
    if request.method == "GET" and wants_json(request):
        return JsonResponse({"options": sign_in_options(user)})
    if credential := request.POST.get("credential"):
        try:
            return _show(request, stage, check_passkey(credential=credential, user=user))
        except Refused as refused:
            return JsonResponse({"error": str(refused.message)}, status=refused.status)
    form = CodeForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        return _show(request, stage, form.cleaned_data["code"])
    if request.method == "POST" and wants_json(request):
        return told_to_wait(JsonResponse({"error": " ".join(map(str, form.errors.get("code", ())))}, status=422), form)
    context = {"form": form, "factors": factors_of(user), "login_url": reverse("matches:login")}
    response = render(request, "matches/identity/second_step.html", context, status=rejected_status(form))
    return told_to_wait(response, form)


def _pending(request: HttpRequest) -> LoginStage | None:
    """The sign-in that waits for its second step: for 15 minutes, while the account and its password are the same."""
    stage = LoginStageController.enter(request, SecondStep.key)
    if stage is None:
        return None
    user = stage.login.user
    known = stage.login.state.get("hash", "")
    if user is None or not user.is_active or not constant_time_compare(known, user.get_session_auth_hash()):
        clear_login(request)
        return None
    return stage


def _show(request: HttpRequest, stage: LoginStage, shown: Authenticator) -> HttpResponse:
    post_authentication(request, shown)
    return answered(request, stage.exit())
