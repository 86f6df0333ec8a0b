"""Handles submitted forms: each takes effect once, and a refusal is shown at its field with the input kept."""

from __future__ import annotations

from collections.abc import Callable

from django.forms import BaseForm
from django.http import HttpRequest

from matches.audit.submission_services import send_once
from matches.errors import Refused
from matches.models import User
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_forms import OnceForm


def rejected_status(form: BaseForm) -> int:
    """Return the status of a page with this form: 422 if the form has errors."""
    return 422 if form.is_bound and form.errors else 200


def try_once(request: HttpRequest, form: OnceForm, do: Callable[[], str]) -> tuple[str, bool] | None:
    """Run ``do`` for a valid form, once for its key. Return its answer and whether it ran now, or None if it was
    refused.
    """
    user = request.user if isinstance(request.user, User) else None
    try:
        return send_once(key=form.key, user=user, do=do)
    except Refused as refused:
        show_refusal(request, refused, form)
        for detail in refused.details:
            form.add_error(None, detail)
        return None
