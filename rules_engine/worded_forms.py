"""The words of Django's own form messages, as they are said at a desk (docs/writing.md)."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core import validators
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

MESSAGES: dict[type[forms.Field], dict[str, Any]] = {
    forms.Field: {"required": _("Fill this in.")},
    forms.BooleanField: {"required": _("Tick this to continue.")},
    forms.ChoiceField: {
        "required": _("Choose one."),
        "invalid_choice": _("“%(value)s” is not one of the choices. Choose from the list."),
    },
    forms.MultipleChoiceField: {
        "required": _("Choose at least one."),
        "invalid_choice": _("“%(value)s” is not one of the choices. Choose from the list."),
    },
    forms.DateField: {"invalid": _("Enter a date, such as 2026-05-31.")},
    forms.FileField: {"required": _("Choose a file."), "empty": _("This file is empty. Choose another.")},
}
"""By field and code. A field of a subclass says the same unless it has a message of its own."""


def replace_form_messages() -> None:
    """Replace what validators and fields say by default; a form that has words of its own keeps them."""
    validators.MinValueValidator.message = _("Enter %(limit_value)s or more.")
    validators.MaxValueValidator.message = _("Enter %(limit_value)s or less.")
    validators.MaxLengthValidator.message = ngettext_lazy(
        "Use at most %(limit_value)d character. There are %(show_value)d.",
        "Use at most %(limit_value)d characters. There are %(show_value)d.",
        "limit_value",
    )
    validators.ProhibitNullCharactersValidator.message = _("This contains a character that cannot be saved.")
    for field, message in MESSAGES.items():
        field.default_error_messages = {**field.default_error_messages, **message}
