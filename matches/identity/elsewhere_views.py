"""Signing in with an OpenID Connect provider that the site names: there, back, and connecting one's own account."""

from __future__ import annotations

from typing import Any, cast

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter, get_adapter
from allauth.socialaccount.models import SocialAccount, SocialLogin
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from requests import RequestException

from matches.audit.limit_services import begin, forgive, wait_text
from matches.errors import Refused
from matches.identity.again_views import lately_signed_in
from matches.identity.elsewhere_queries import provider_key
from matches.identity.elsewhere_services import BEGUN, RETURNS, connect_elsewhere, disconnect_elsewhere
from matches.models import User
from matches.pages.refusal_views import show_refusal

LOGIN, CONNECT = "login", "connect"


class ElsewhereAdapter(DefaultSocialAccountAdapter):
    """What allauth asks of the site when somebody comes back from the provider.

    Only an account that its owner has connected is opened; nobody gets a new one, and an email address decides nothing.
    """

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        return False

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        # allauth has just kept what the provider says about the person: the key is all that is needed.
        SocialAccount.objects.filter(pk=sociallogin.account.pk).update(extra_data={})
        if sociallogin.state.get("process") == CONNECT:
            raise ImmediateHttpResponse(_connected(request, sociallogin))
        if not sociallogin.is_existing:
            unknown = _(
                "No account here is connected to your %(name)s account. Sign in, then connect it under Your account."
            )
            raise ImmediateHttpResponse(_back(request, unknown % {"name": settings.OIDC_NAME}))
        if request.user.is_authenticated:  # somebody else may be signed in: that stays until they sign out
            raise ImmediateHttpResponse(redirect("matches:home"))

    def on_authentication_error(self, request: HttpRequest, provider: Any, **rest: Any) -> None:
        raise ImmediateHttpResponse(_back(request, _failed()))


@never_cache
@require_GET
def elsewhere(request: HttpRequest) -> HttpResponse:
    """``/login/elsewhere/``: to the provider. Another site cannot send anybody there."""
    if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        return redirect("matches:login")
    page = request.GET.get("next", "")
    return _to_provider(request, LOGIN, page if url_has_allowed_host_and_scheme(page, None) else "")


@require_GET
@lately_signed_in
def connect(request: HttpRequest) -> HttpResponse:
    """``/account/elsewhere/``: to the provider, and back with a connection. Only from a page of this site: a browser
    that was signed in there as somebody else would connect that person.
    """
    if request.headers.get("Sec-Fetch-Site") not in ("none", "same-origin"):
        messages.error(request, _("Connect from this page, over HTTPS, in an up-to-date browser."))
        return redirect("matches:account")
    return _to_provider(request, CONNECT, "")


@require_POST
@lately_signed_in
def disconnect(request: HttpRequest) -> HttpResponse:
    """Take the connection to the provider away."""
    disconnect_elsewhere(user=cast(User, request.user), provider=provider_key())
    messages.success(request, _("%(name)s disconnected.") % {"name": settings.OIDC_NAME})
    return redirect("matches:account")


@never_cache
@require_GET
def returned(request: HttpRequest, provider_id: str) -> HttpResponse:
    """``/login/elsewhere/KEY/``: back from the provider."""
    from allauth.socialaccount.providers.openid_connect.views import callback

    if not provider_key() or provider_id != provider_key():
        raise Http404
    key = f"elsewhere-back:{request.META.get('REMOTE_ADDR', '')}"
    if wait := begin(key, RETURNS):
        return _wait(request, wait)
    try:
        response = cast(HttpResponse, callback(request, provider_id))
    except RequestException:
        return _back(request, _failed())
    if request.user.is_authenticated:
        forgive(key, RETURNS)
    return response


def _to_provider(request: HttpRequest, process: str, leads_to: str) -> HttpResponse:
    if not provider_key():
        raise Http404
    if wait := begin(f"elsewhere:{request.META.get('REMOTE_ADDR', '')}", BEGUN):
        return _wait(request, wait)
    provider = get_adapter().get_provider(request, provider=provider_key())
    try:
        return cast(HttpResponse, provider.redirect(request, process=process, next_url=leads_to or None))
    except RequestException:
        return _back(request, _failed())


def _connected(request: HttpRequest, sociallogin: SocialLogin) -> HttpResponse:
    if not isinstance(request.user, User):
        return _back(request, _failed())
    account = sociallogin.account
    try:
        connect_elsewhere(user=request.user, provider=account.provider, uid=account.uid)
    except Refused as refused:
        show_refusal(request, refused)
    else:
        messages.success(request, _("%(name)s connected. You can sign in with it now.") % {"name": settings.OIDC_NAME})
    return redirect("matches:account")


def _failed() -> str:
    return _("Signing in with %(name)s did not work. Try again, or use your password.") % {"name": settings.OIDC_NAME}


def _back(request: HttpRequest, sentence: str) -> HttpResponse:
    messages.error(request, sentence)
    return redirect("matches:account" if request.user.is_authenticated else "matches:login")


def _wait(request: HttpRequest, wait: int) -> HttpResponse:
    text = _("Too many requests from this network. Try again in %(wait)s.") % {"wait": wait_text(wait)}
    response = _back(request, text)
    response.headers["Retry-After"] = str(wait)
    return response
