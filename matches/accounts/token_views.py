"""The user's API tokens: list, create and revoke."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from matches.accounts.token_forms import TokenForm
from matches.accounts.token_services import NewToken, find_token, make_token, revoke_token, tokens_of
from matches.errors import Refused
from matches.models import User
from matches.pages.access_views import signed_in_page
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status, try_once


@never_cache
@signed_in_page
def tokens(request: HttpRequest) -> HttpResponse:
    """``/account/tokens/``: the list; ``POST`` creates a token and shows it once."""
    user = cast(User, request.user)
    form = TokenForm(request.POST or None)
    made: list[NewToken] = []
    if request.method == "POST" and form.is_valid():

        def make() -> str:
            made.append(make_token(user=user, label=form.cleaned_data["label"]))
            return reverse("matches:tokens")

        if answer := try_once(request, form, make):
            if not made:
                messages.info(request, _("This token has already been created. It was shown only once."))
                return redirect(answer[0])
            form = TokenForm()
    context = {"form": form, "made": made[0] if made else None, "tokens": tokens_of(user)}
    return render(request, "matches/tokens/tokens.html", context, status=rejected_status(form))


@require_POST
@signed_in_page
def token_revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke one of the user's tokens."""
    try:
        token = revoke_token(token=find_token(cast(User, request.user), token_id))
    except Refused as refused:
        show_refusal(request, refused)
    else:
        messages.success(request, _("Token “%(label)s” revoked.") % {"label": token.label})
    return redirect("matches:tokens")
