"""Signing in and out, passwords, and an event in the lists of the home page and the archive."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, cast

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.accounts.entrance_views import enter, session_answer
from matches.accounts.staff_forms import ChangePasswordForm, LoginForm, OwnPasswordForm
from matches.accounts.staff_services import choose_password, has_one_time_password
from matches.enums import Role
from matches.errors import Refused
from matches.models import Event, User
from matches.pages.access_views import signed_in_page, wants_json
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status

FIRST_LOGIN = "first_login"
FIRST_LOGIN_SECONDS = 900


@dataclass(frozen=True, slots=True)
class EventListed:
    """An event in the list of all: the user's roles there, how many players, and its pages."""

    event: Event
    roles: list[str]
    players: int
    desk_url: str
    public_url: str
    copy_url: str = ""


def listed(event: Event, roles: list[str]) -> EventListed:
    """A line of the list; ``roles`` are the user's own at the event."""
    return EventListed(
        event=event,
        roles=[str(Role(role).label) for role in roles],
        players=getattr(event, "players", 0),
        desk_url=reverse("matches:desk", args=[event.slug]),
        public_url=reverse("matches:public", args=[event.slug]),
        copy_url=reverse("matches:event_copy", args=[event.slug]) if Role.ORGANISER in roles else "",
    )


class Login(LoginView):
    """``/login/``: the sign-in page. A person with a one-time password chooses a password before being signed in, and
    one with a second factor shows that as well (``matches.identity``).

    ``static/js/sign-in.js`` signs in without leaving its page: for JSON, the answer is whether somebody is signed in,
    with the token that the page's forms need from then on.
    """

    template_name = "registration/login.html"
    authentication_form = LoginForm
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if wants_json(request) and (request.method == "GET" or request.user.is_authenticated):
            return session_answer(request)
        passkeys = Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN)
        self.extra_context = {"elsewhere": settings.OIDC_NAME, "passkeys": passkeys.exists}
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user = form.get_user()
        if not has_one_time_password(user):
            return enter(self.request, user, method="password", leads_to=self.get_success_url())
        self.request.session[FIRST_LOGIN] = {
            "user": user.pk,
            "password": user.password,
            "at": time.time(),
            "next": self.get_redirect_url(),
        }
        if wants_json(self.request):
            return JsonResponse({"url": reverse("matches:first_password")})
        return redirect("matches:first_password")

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        if wants_json(self.request):
            sentence = " ".join(str(error) for errors in form.errors.values() for error in errors)
            return told_to_wait(JsonResponse({"error": sentence}, status=422), form)
        return told_to_wait(super().form_invalid(form), form)


def told_to_wait(response: HttpResponse, form: Any) -> HttpResponse:
    """Make the answer 429 with ``Retry-After`` where the form says that somebody has to wait."""
    if form.wait:
        response.status_code = 429
        response.headers["Retry-After"] = str(form.wait)
    return response


def first_password(request: HttpRequest) -> HttpResponse:
    """``/login/password/``: replaces the one-time password, and signs the person in."""
    waiting = request.session.get(FIRST_LOGIN) or {}
    user = _waiting_user(waiting)
    if user is None:
        request.session.pop(FIRST_LOGIN, None)
        return redirect("matches:login")
    form = OwnPasswordForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid() and _store(request, user, form):
        request.session.pop(FIRST_LOGIN, None)
        return enter(request, user, method="password", leads_to=waiting["next"] or reverse("matches:home"))
    context = {
        "form": form,
        "heading": _("Choose your password"),
        "lede": _("The password you were given works only once."),
    }
    return render(request, "registration/password.html", context, status=rejected_status(form))


def _waiting_user(waiting: dict[str, Any]) -> User | None:
    """The user who entered the one-time password a moment ago, if it is still the account's password."""
    if not waiting or time.time() - waiting["at"] > FIRST_LOGIN_SECONDS:
        return None
    return User.objects.filter(pk=waiting["user"], password=waiting["password"], is_active=True).first()


def _store(request: HttpRequest, user: User, form: OwnPasswordForm) -> bool:
    try:
        choose_password(user=user, password=form.cleaned_data["new_password1"])
    except Refused as refused:
        show_refusal(request, refused, form)
        return False
    return True


@signed_in_page
def password(request: HttpRequest) -> HttpResponse:
    """``/account/password/``: changes the password; asks for the current one."""
    user = cast(User, request.user)
    form = ChangePasswordForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        if form.is_repeat:
            messages.info(request, _("Your password has already been changed. Nothing was changed this time."))
        else:
            form.save()
            update_session_auth_hash(request, user)
            messages.success(request, _("Password changed."))
        return redirect("matches:home")
    context = {"form": form, "heading": _("Change your password"), "cancel_url": reverse("matches:home")}
    response = render(request, "registration/password.html", context, status=rejected_status(form))
    return told_to_wait(response, form)
