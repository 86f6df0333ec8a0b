"""A refusal of a service on a page: at its field, or on top."""

from __future__ import annotations

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest

from matches.errors import Refused


def field_of(form: BaseForm, parameter: str | None) -> str | None:
    """The field of a form that gives a service's parameter, None if there is none. A form whose names differ from the
    services' says so in ``parameter_fields``."""
    field = getattr(form, "parameter_fields", {}).get(parameter, parameter)
    return field if field in form.fields else None


def show_refusal(request: HttpRequest, refused: Refused, form: BaseForm | None = None) -> None:
    """Say a refusal at its field, or else on top of the page, with what it lists."""
    if form is not None:
        form.add_error(field_of(form, refused.parameter), str(refused.message))
        return
    text = str(refused.message)
    if refused.details:
        text = f"{text} {', '.join(refused.details)}"
    messages.error(request, text)
