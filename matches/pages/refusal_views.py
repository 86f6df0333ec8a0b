"""Shows the refusal of a service on a page: at its field, or on top."""

from __future__ import annotations

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest

from matches.errors import Refused


def field_of(form: BaseForm, parameter: str | None) -> str | None:
    """The form's field for a service's parameter, or None. A form whose names differ maps them in
    ``parameter_fields``.
    """
    field = getattr(form, "parameter_fields", {}).get(parameter, parameter)
    return field if field in form.fields else None


def show_refusal(request: HttpRequest, refused: Refused, form: BaseForm | None = None) -> None:
    """Show a refusal with its details: at its field, or else on top of the page."""
    text = " ".join(filter(None, (str(refused.message), ", ".join(refused.details))))
    if form is None:
        messages.error(request, text)
    else:
        form.add_error(field_of(form, refused.parameter), text)
