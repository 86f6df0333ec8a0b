"""What an event has chosen: the value of a setting as its own row keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.events.declarations.catalogue import SETTINGS
from matches.events.declarations.setting import EventSetting, Storage
from matches.models import Event

_MISSING = object()


def chosen_value(event: Event, key: str) -> Any:
    """The value of the setting with this key. Raises KeyError for a setting that does not exist."""
    return value_of(event, SETTINGS[key])


def value_of(event: Event, setting: EventSetting) -> Any:
    """A setting as the event's own row keeps it; what an older event does not keep has the value of a new one."""
    if setting.storage is Storage.OPTIONS:
        value: Any = event.options
        for name in setting.option or (setting.key,):
            value = value.get(name, _MISSING) if isinstance(value, Mapping) else _MISSING
        return setting.new_value() if value is _MISSING else value
    return getattr(event, setting.key)
