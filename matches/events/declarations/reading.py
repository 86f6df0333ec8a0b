"""What an event has chosen: the value of a setting as its own row keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, get_type_hints

from matches.enums import BracketStart, ForecastFor, StrengthSpread
from matches.events.declarations.catalogue import SETTINGS
from matches.events.declarations.setting import EventSetting, Storage
from matches.models import Event

_MISSING = object()


@dataclass(frozen=True, slots=True)
class Options:
    """What an event has chosen of the settings without a column that one key keeps, each with its type.

    A field is what its declaration is called; a test holds both together. Groups of settings have readers of their own
    (``pod_setup``, ``standings_settings``).
    """

    bracket_start: BracketStart
    call_minutes: int
    forecast_for: ForecastFor
    forecast_strength: StrengthSpread
    live_chances: bool
    live_delay: int
    no_round_end: bool
    odds_in_match: bool
    publish_records: bool
    record_suits: bool


def options_of(event: Event) -> Options:
    """What the event has chosen; what an older event does not keep has the value of a new one."""
    return Options(**{name: kind(value_of(event, SETTINGS[name])) for name, kind in option_types().items()})


@cache
def option_types() -> dict[str, type]:
    """The type of each of the options."""
    return get_type_hints(Options)


def value_of(event: Event, setting: EventSetting) -> Any:
    """A setting as the event's own row keeps it; what an older event does not keep has the value of a new one."""
    if setting.storage is Storage.OPTIONS:
        value: Any = event.options
        for name in setting.option or (setting.key,):
            value = value.get(name, _MISSING) if isinstance(value, Mapping) else _MISSING
        return setting.new_value() if value is _MISSING else value
    return getattr(event, setting.key)
