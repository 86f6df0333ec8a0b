"""The last step of every way in: a person who has proved who they are is signed in, or first asked for a second factor.

allauth carries a sign-in through its stages (``matches.identity.stage_views``). A script gets its answers as JSON.
"""

from __future__ import annotations

from allauth.account.internal.flows.login import perform_login, record_authentication
from allauth.account.models import Login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.urls import reverse

from matches.models import User
from matches.pages.access_views import wants_json


def enter(request: HttpRequest, user: User, *, method: str, leads_to: str) -> HttpResponse:
    """Sign a person in who has shown a password (or what ``method`` names); the answer leads on."""
    record_authentication(request, user, method=method)
    return answered(request, perform_login(request, Login(user=user, redirect_url=leads_to)))


def answered(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer of a step, for a script as JSON: whether somebody is signed in now, or where the next step is."""
    if not wants_json(request):
        return response
    if request.user.is_authenticated:
        moves = bool(request.POST.get("moves"))  # the script leads on to the page, and does not stay on its own
        answer = JsonResponse({"url": response.headers["Location"]}) if moves else session_answer(request)
        answer.cookies.update(response.cookies)
        return answer
    target = response.headers.get("Location", reverse("matches:login"))
    if target == reverse("matches:second_step"):
        return JsonResponse({"code": target, "csrf": get_token(request)})
    return JsonResponse({"url": target})


def session_answer(request: HttpRequest) -> JsonResponse:
    """Whether somebody is signed in, with the token that the page's forms need from then on."""
    answer = JsonResponse({"signed_in": request.user.is_authenticated, "csrf": get_token(request)})
    answer.headers["Cache-Control"] = "no-store"
    return answer
