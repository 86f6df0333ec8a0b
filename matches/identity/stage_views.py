"""The stages of a sign-in: allauth holds it in the session until the second factor has been shown."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.stages import LoginStage
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from matches.accounts.known_device_queries import remember_device
from matches.models import User
from matches.second_factor_queries import has_second_factor

BACKEND = "django.contrib.auth.backends.ModelBackend"


class SecondStep(LoginStage):
    """Asks for the second factor of an account that has one, unless the person came with a passkey.

    A passkey that signs in has checked a fingerprint, face or PIN itself, so it is two factors in one.
    """

    key = "second_step"
    urlname = "matches:second_step"

    def handle(self) -> tuple[HttpResponse | None, bool]:
        records = get_authentication_records(self.request, self.login.user)
        if any(record.get("passwordless") for record in records) or not has_second_factor(self.login.user):
            return None, True
        self.login.state["hash"] = self.login.user.get_session_auth_hash()
        return HttpResponseRedirect(reverse(self.urlname)), True


class AccountAdapter(DefaultAccountAdapter):
    """What allauth asks of the site when somebody signs in. It sends no letters and shows no messages of its own."""

    def get_login_stages(self) -> list[str]:
        return ["matches.identity.stage_views.SecondStep"]

    def login(self, request: HttpRequest, user: User) -> None:
        login(request, user, backend=BACKEND)

    def pre_login(self, request: HttpRequest, user: User, **rest: Any) -> HttpResponse | None:
        return None if user.is_active else HttpResponseRedirect(reverse("matches:login"))

    def post_login(
        self, request: HttpRequest, user: User, *, redirect_url: str | None = None, **rest: Any
    ) -> HttpResponse:
        response = HttpResponseRedirect(redirect_url or reverse("matches:home"))
        remember_device(request, response, user.get_username())
        return response

    def add_message(self, *args: Any, **rest: Any) -> None:
        """allauth's own messages are not shown: the views say what happened."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False
