"""What the serializers of all subjects share: enum fields, answers with computed fields, parts for the staff."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from django.db.models import IntegerChoices, TextChoices
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

MOST_NUMBER = 2**31 - 1
"""What an integer column holds."""
MOST_SMALL = 32_767
"""What a small integer column holds: the order of a stage, the number of a round."""


@dataclass(frozen=True)
class ValueSet:
    """The values of a field with their labels, under one name in the OpenAPI document.

    For enums that carry no labels themselves, such as those of pure modules: their members are the keys.
    """

    name: str
    labels: Mapping[str, Any]

    @classmethod
    def of(cls, choices: type[TextChoices]) -> ValueSet:
        return cls(choices.__name__, {member.value: member.label for member in choices})

    @property
    def values(self) -> list[str]:
        return [str(value) for value in self.labels]


class EnumField(serializers.ChoiceField):
    """One value of a ``TextChoices`` or a ``ValueSet``; the OpenAPI document names the list once."""

    default_error_messages = {"invalid_choice": _("“{input}” is not one of: {values}.")}

    def __init__(self, enum: type[TextChoices] | ValueSet, **kwargs: Any) -> None:
        self.enum = enum if isinstance(enum, ValueSet) else ValueSet.of(enum)
        super().__init__(choices=[(str(value), label) for value, label in self.enum.labels.items()], **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str) or data not in self.enum.values:
            self.fail("invalid_choice", input=str(data)[:40], values=", ".join(self.enum.values))
        return data


class NumberedEnumField(EnumField):
    """A member of an ``IntegerChoices``: its name in the API, its number in the database."""

    def __init__(self, numbered: type[IntegerChoices], **kwargs: Any) -> None:
        self.numbered = numbered
        labels = {member.name.lower(): member.label for member in numbered}
        super().__init__(ValueSet(numbered.__name__, labels), **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        return self.numbered[super().to_internal_value(data).upper()].value

    def to_representation(self, value: Any) -> str:
        return str(self.numbered(value).name).lower()


class FiniteField(serializers.FloatField):
    """A number that can be reckoned with: the text "nan" would pass every bound, and 400 digits are no float."""

    def to_internal_value(self, data: Any) -> float:
        """Read the number. Raises ValidationError."""
        try:
            value: float = super().to_internal_value(data)
        except OverflowError:
            value = inf
        if not isfinite(value):
            self.fail("invalid")
        return value


class ResponseSerializer(serializers.Serializer[Any]):
    """Describes and writes an answer.

    A field reads the instance's attribute of its name, or its ``source``. Where the value depends on more than that,
    the serializer's method ``read_NAME`` computes it from the instance; the field still says the type.
    """

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        for name, field in fields.items():
            if (method := getattr(self, f"read_{name}", None)) is not None:
                field.get_attribute = method  # type: ignore[method-assign]
        return fields


class StaffSerializer(ResponseSerializer):
    """A part of an answer that only the event's staff gets: null for others. It reads the same instance."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        options = {"source": "*", "allow_null": True, "help_text": "null except for the event's staff.", **kwargs}
        super().__init__(*args, **options)

    def get_attribute(self, instance: Any) -> Any:
        return instance if self.context["staff"] else None


class ReasonSerializer(serializers.Serializer[Any]):
    """The reason, which is recorded in the log."""

    reason = serializers.CharField(max_length=300)


class OptionalReasonSerializer(serializers.Serializer[Any]):
    """An optional reason, which is recorded in the log."""

    reason = serializers.CharField(max_length=300, allow_blank=True, required=False, default="")


class FailureSerializer(serializers.Serializer[Any]):
    """What went wrong: ``code`` for programs, ``detail`` for people, ``errors`` by field."""

    code = serializers.CharField(help_text="Stable, for programs.")
    detail = serializers.CharField(help_text="One sentence that says what to do.")
    field = serializers.CharField(allow_null=True, help_text="The first field that the failure concerns.")
    details = serializers.ListField(child=serializers.CharField(), help_text="Items to list below the sentence.")
    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()), help_text="Sentences by field."
    )
