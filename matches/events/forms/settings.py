"""The form fields of the event settings, built from their declarations."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.db.models import IntegerChoices
from django.utils import timezone

from matches.events.declarations.catalogue import all_settings
from matches.events.declarations.setting import EventSetting, SettingKind
from matches.events.forms.order import OrderField
from matches.events.forms.questions import QuestionsField
from matches.events.time_zones import time_zones

_OWN_FIELDS = (SettingKind.GAME, SettingKind.PRESET, SettingKind.RULES)
"""Game and rules have fields of their own (``forms.rules``)."""


class ClockTimeField(forms.TimeField):
    """A time of day as ``HH:MM``; None where it is empty."""

    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")

    def clean(self, value: Any) -> str | None:
        time = super().clean(value)
        return None if time is None else f"{time:%H:%M}"


class MomentField(forms.DateTimeField):
    """A date and a time by the event's clock, as ``YYYY-MM-DDTHH:MM``; None where it is empty."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def prepare_value(self, value: Any) -> Any:
        return value

    def to_python(self, value: Any) -> datetime | None:
        with timezone.override(UTC):  # the clock's own reading: no zone may shift it
            return super().to_python(value)

    def clean(self, value: Any) -> Any:
        moment = super().clean(value)
        return None if moment is None else moment.replace(tzinfo=None).isoformat(timespec="minutes")


class KindSelect(forms.RadioSelect):
    """Radio buttons of which only the one that is set can be chosen once rounds were paired (``fixed``)."""

    fixed: str = ""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if self.fixed and str(value) != self.fixed:
            option["attrs"]["disabled"] = True
        return option


def form_settings() -> Iterable[EventSetting]:
    """The settings with a form field by their own key, in the order of the registry."""
    return (setting for setting in all_settings() if setting.kind not in _OWN_FIELDS)


def setting_field(setting: EventSetting) -> forms.Field:
    """The form field of a setting; its initial value is that of a new event."""
    initial = shown_value(setting, setting.new_value())
    common: dict[str, Any] = {"label": setting.label, "help_text": setting.help, "initial": initial}
    match setting.kind:
        case SettingKind.BOOLEAN:
            return forms.BooleanField(required=False, **common)
        case SettingKind.DATE:
            return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **common)
        case SettingKind.TIME:
            return ClockTimeField(required=False, **common)
        case SettingKind.MOMENT:
            return MomentField(required=False, **common)
        case SettingKind.LINK:
            return forms.URLField(max_length=setting.max_length, required=False, assume_scheme="https", **common)
        case SettingKind.LONG_TEXT:
            area = forms.Textarea(attrs={"rows": 4})
            return forms.CharField(max_length=setting.max_length, required=False, widget=area, **common)
        case SettingKind.QUESTIONS:
            return QuestionsField(required=False, **common)
        case SettingKind.NUMBER:
            return _number(setting, common)
        case SettingKind.YES_NO_USUAL:
            return _yes_no_usual(setting, common)
        case SettingKind.CHOICE:
            return _choice(setting, common)
        case SettingKind.ORDER:
            return OrderField(setting.choice_labels or {}, **common)
        case SettingKind.TIME_ZONE:
            return forms.ChoiceField(choices=[(zone, zone) for zone in time_zones()], **common)
        case _:
            return forms.CharField(max_length=setting.max_length, required=not setting.blank, **common)


def shown_value(setting: EventSetting, value: Any) -> Any:
    """A setting's value as its form field shows it."""
    if setting.kind is SettingKind.YES_NO_USUAL:
        return "" if value is None else "yes" if value else "no"
    return setting.usual if setting.kind is SettingKind.BOOLEAN and value is None else value


def _number(setting: EventSetting, common: dict[str, Any]) -> forms.Field:
    if setting.offered:
        choices = [(number, setting.offer_label(number)) for number in setting.offered]
        return forms.TypedChoiceField(choices=choices, coerce=int, empty_value=None, **common)
    return forms.IntegerField(
        min_value=setting.least,
        max_value=setting.most,
        required=not setting.nullable or setting.must_choose,
        **common,
    )


def _yes_no_usual(setting: EventSetting, common: dict[str, Any]) -> forms.Field:
    return forms.TypedChoiceField(
        choices=setting.form_choices(),
        coerce=lambda value: value == "yes",
        empty_value=None,
        required=False,
        **common,
    )


def _choice(setting: EventSetting, common: dict[str, Any]) -> forms.Field:
    numbered = setting.choices is not None and issubclass(setting.choices, IntegerChoices)
    return forms.TypedChoiceField(
        choices=setting.form_choices(),
        coerce=int if numbered else str,
        empty_value=setting.new_value(),
        widget=KindSelect if setting.radio else forms.Select,
        **common,
    )
