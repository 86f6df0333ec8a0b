"""A refusal of a service on a page: at its field, or on top."""

from __future__ import annotations

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest

from matches.errors import Refused


def show_refusal(request: HttpRequest, refused: Refused, form: BaseForm | None = None) -> None:
    """Say a refusal at its field, or else on top of the page, with what it lists."""
    if form is not None:
        form.add_error(refused.field if refused.field in form.fields else None, str(refused.message))
        return
    text = str(refused.message)
    if refused.details:
        text = f"{text} {', '.join(refused.details)}"
    messages.error(request, text)
