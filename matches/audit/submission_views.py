"""Forms that are sent: once, with every refusal at its place and nothing typed lost."""

from __future__ import annotations

from collections.abc import Callable

from django.forms import BaseForm
from django.http import HttpRequest

from matches.audit.submission_forms import OnceForm
from matches.audit.submission_services import send_once
from matches.errors import Refused
from matches.models import User
from matches.pages.refusal_views import show_refusal


def rejected_status(form: BaseForm) -> int:
    """What a page with this form answers: 422 when something is to be corrected."""
    return 422 if form.is_bound and form.errors else 200


def try_once(request: HttpRequest, form: OnceForm, do: Callable[[], str]) -> tuple[str, bool] | None:
    """``do`` for a valid form, once for its key: its answer and whether it ran now; None when it was refused."""
    user = request.user if isinstance(request.user, User) else None
    try:
        return send_once(key=form.key, user=user, do=do)
    except Refused as refused:
        show_refusal(request, refused, form)
        for detail in refused.details:
            form.add_error(None, detail)
        return None
