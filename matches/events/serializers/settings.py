"""The API's fields of the event settings, built from their declarations."""

from __future__ import annotations

from typing import Any

from django.db.models import IntegerChoices
from rest_framework import serializers

from matches.api.serializers import EnumField, NumberedEnumField, ValueSet
from matches.events.declarations.catalogue import all_settings
from matches.events.declarations.reading import value_of
from matches.events.declarations.setting import EventSetting, SettingKind, Storage
from matches.models import Event

Field = serializers.Field[Any, Any, Any, Any]


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
    field = _field(setting, **arguments)
    if setting.storage is not Storage.STAGES:
        field.get_attribute = lambda event: _read(field, event, setting)  # type: ignore[method-assign, assignment]
    return field


def _read(field: Field, event: Event, setting: EventSetting) -> Any:
    return None if setting.staff_only and not field.context["staff"] else value_of(event, setting)


def _field(setting: EventSetting, **arguments: Any) -> Field:
    match setting.kind:
        case SettingKind.DATE:
            return serializers.DateField(**arguments)
        case SettingKind.NUMBER:
            return serializers.IntegerField(**arguments)
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
