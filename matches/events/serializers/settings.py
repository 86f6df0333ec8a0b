"""The API's fields of the event settings, built from their declarations."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import IntegerChoices
from django.utils.translation import gettext as _
from rest_framework import serializers

from matches.api.serializers import EnumField, NumberedEnumField, ValueSet
from matches.events.declarations.catalogue import all_settings
from matches.events.declarations.reading import value_of
from matches.events.declarations.setting import EventSetting, SettingKind, Storage
from matches.models import Event
from matches.questions import MOST, MOST_CHOICES, MOST_LABEL, Kind

Field = serializers.Field[Any, Any, Any, Any]


class MomentField(serializers.CharField):
    """A date and a time by the event's clock."""

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        try:
            moment = datetime.strptime(text, "%Y-%m-%dT%H:%M")  # noqa: DTZ007 - by the event's clock
        except ValueError:
            raise serializers.ValidationError(_("Enter a date and a time such as 2026-12-01T18:00.")) from None
        return moment.isoformat(timespec="minutes")  # a year with four digits


class QuestionSerializer(serializers.Serializer[Any]):
    """One of the event's own questions."""

    key = serializers.RegexField(r"^[a-z0-9_]{1,20}$", help_text="Stays with the answers; new for a new question.")
    label = serializers.CharField(max_length=MOST_LABEL)  # type: ignore[assignment]
    kind = serializers.ChoiceField(choices=[kind.value for kind in Kind], default=Kind.TEXT.value)
    required = serializers.BooleanField(default=False)  # type: ignore[assignment]
    choices = serializers.ListField(
        child=serializers.CharField(max_length=MOST_LABEL), max_length=MOST_CHOICES, default=list
    )


def request_fields() -> dict[str, Field]:
    """What a request can set. Only required settings must be named; the plan fills in the others."""
    return {setting.key: _field(setting, **_request_arguments(setting)) for setting in all_settings()}


def response_fields(*, in_row: bool) -> dict[str, Field]:
    """What an answer shows: the settings that a list of events shows, or all others."""
    readable = [setting for setting in all_settings() if setting.readable]
    return {setting.key: _response_field(setting) for setting in readable if setting.in_row == in_row}


def _request_arguments(setting: EventSetting) -> dict[str, Any]:
    found: dict[str, Any] = {"required": setting.required, "help_text": setting.write_help}
    if setting.nullable:
        found["allow_null"] = True
    if setting.blank:
        found["allow_blank"] = True
    if setting.max_length is not None:
        found["max_length"] = setting.max_length
    least = setting.least if setting.api_least is None else setting.api_least
    return found | {
        name: limit for name, limit in (("min_value", least), ("max_value", setting.most)) if limit is not None
    }


def _response_field(setting: EventSetting) -> Field:
    arguments: dict[str, Any] = {"help_text": setting.read_help}
    if setting.read_null:
        arguments["allow_null"] = True
    if setting.storage is Storage.STAGES:
        arguments["source"] = f"stage_settings.{setting.key}"
    # A link that is not there is "", which is no address.
    is_link = setting.kind is SettingKind.LINK
    field = serializers.CharField(**arguments) if is_link else _field(setting, **arguments)
    if setting.storage is not Storage.STAGES:
        field.get_attribute = lambda event: _read(field, event, setting)  # type: ignore[method-assign]
    return field


def _read(field: Field, event: Event, setting: EventSetting) -> Any:
    return None if setting.staff_only and not field.context["staff"] else value_of(event, setting)


def _field(setting: EventSetting, **arguments: Any) -> Field:
    match setting.kind:
        case SettingKind.DATE:
            return serializers.DateField(**arguments)
        case SettingKind.NUMBER:
            return serializers.IntegerField(**arguments)
        case SettingKind.TIME:
            return serializers.RegexField(r"^([01][0-9]|2[0-3]):[0-5][0-9]$", **arguments)
        case SettingKind.MOMENT:
            return MomentField(**arguments)
        case SettingKind.LINK:
            return serializers.URLField(**arguments)
        case SettingKind.QUESTIONS:
            return serializers.ListField(child=QuestionSerializer(), max_length=MOST, **arguments)
        case SettingKind.BOOLEAN | SettingKind.YES_NO_USUAL:
            return serializers.BooleanField(**arguments)
        case SettingKind.RULES:
            return serializers.DictField(**arguments)
        case SettingKind.ORDER:
            keys = EnumField(ValueSet(setting.api_choices, dict(setting.form_choices())))
            return serializers.ListField(
                child=keys, allow_empty=False, max_length=len(setting.form_choices()), **arguments
            )
        case SettingKind.CHOICE:
            return _choice(setting, **arguments)
        case _:
            return serializers.CharField(**arguments)


def _choice(setting: EventSetting, **arguments: Any) -> Field:
    enum = setting.choices
    if enum is None:
        raise ValueError(f"{setting.key} has no choices.")
    if issubclass(enum, IntegerChoices):
        return NumberedEnumField(enum, **arguments)
    if setting.api_choices:
        return EnumField(ValueSet(setting.api_choices, dict(setting.form_choices())), **arguments)
    return EnumField(enum, **arguments)
