"""The texts of the pure modules in the reader's language."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from rules_engine.text import PlayerAt, Text


def translated(text: Text) -> str:
    """A text in the current language, with its values filled in; values that are texts are translated too."""
    if not text.text:
        return ""
    message = gettext(text.text)
    return message.format(**{name: _value(value) for name, value in text.values.items()}) if text.values else message


def _value(value: Any) -> Any:
    if isinstance(value, PlayerAt):
        return gettext("Player {seat}").format(seat=value.seat)
    return translated(value) if isinstance(value, Text) else value
