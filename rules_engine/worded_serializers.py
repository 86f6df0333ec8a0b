"""The words of Django REST framework's own messages, as the API says them: what a value must be (docs/writing.md)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

_EMPTY_LIST = _("This list cannot be empty.")
_LEAST_MOST = {"min_value": _("This must be {min_value} or more."), "max_value": _("This must be {max_value} or less.")}
_NOT_LIST = _("This must be a list.")

MESSAGES: dict[type[serializers.Field[Any, Any, Any, Any]], dict[str, Any]] = {
    serializers.Field: {"null": _("This cannot be null. Leave it out, or send a value.")},
    serializers.BooleanField: {"invalid": _("This must be true or false.")},
    serializers.CharField: {
        "invalid": _("This must be text."),
        "blank": _("This cannot be empty."),
        "max_length": _("This must have at most {max_length} characters."),
        "min_length": _("This must have at least {min_length} characters."),
    },
    serializers.EmailField: {"invalid": _("This is not an email address.")},
    serializers.URLField: {"invalid": _("This is not a web address.")},
    serializers.UUIDField: {"invalid": _("This is not a UUID.")},
    serializers.IntegerField: {
        "invalid": _("This must be a whole number."),
        "max_string_length": _("This number is too long."),
        **_LEAST_MOST,
    },
    serializers.FloatField: {"invalid": _("This must be a number."), **_LEAST_MOST},
    serializers.DecimalField: {"invalid": _("This must be a number."), **_LEAST_MOST},
    serializers.DateField: {"invalid": _("This must be a date, such as 2026-05-31.")},
    serializers.DateTimeField: {"invalid": _("This must be a date and time, such as 2026-05-31T18:00.")},
    serializers.TimeField: {"invalid": _("This must be a time, such as 18:00.")},
    serializers.ChoiceField: {"invalid_choice": _("“{input}” is not one of the choices.")},
    serializers.MultipleChoiceField: {"not_a_list": _NOT_LIST, "empty": _EMPTY_LIST},
    serializers.ListField: {
        "not_a_list": _NOT_LIST,
        "empty": _EMPTY_LIST,
        "min_length": _("This list must have at least {min_length} items."),
        "max_length": _("This list must have at most {max_length} items."),
    },
    serializers.DictField: {"not_a_dict": _("This must be an object."), "empty": _("This object cannot be empty.")},
    serializers.FileField: {
        "required": _("Send a file."),
        "invalid": _("This must be a file."),
        "empty": _("This file is empty. Send another."),
    },
    serializers.Serializer: {"invalid": _("This must be an object.")},
    serializers.ListSerializer: {"not_a_list": _NOT_LIST, "empty": _EMPTY_LIST},
    serializers.PrimaryKeyRelatedField: {
        "does_not_exist": _("There is nothing with the ID {pk_value}."),
        "incorrect_type": _("This must be an ID."),
    },
    serializers.SlugRelatedField: {
        "does_not_exist": _("There is nothing with this {slug_name}: {value}."),
        "invalid": _("This value cannot be read."),
    },
}
"""By field and code. A field of a subclass says the same unless it has a message of its own."""


def replace_serializer_messages() -> None:
    """Replace what fields say by default; a field that has words of its own keeps them."""
    for field, messages in MESSAGES.items():
        kept = field.__dict__.get("default_error_messages", {})
        field.default_error_messages = {**kept, **messages}
