"""The texts of the pure modules in the reader's language."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from rules_engine.text import Text


def translated(text: Text) -> str:
    """A text in the current language, with its values filled in; values that are texts are translated too."""
    if not text.text:
        return ""
    return gettext(text.text).format(**{name: _value(value) for name, value in text.values.items()})


def _value(value: Any) -> Any:
    return translated(value) if isinstance(value, Text) else value
