"""What was filled in on a form, as a printed page says it above its answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django import forms


class Filled(NamedTuple):
    """A field and what is in it, in words."""

    label: str
    text: str


def filled(fields: Iterable[forms.BoundField]) -> list[Filled]:
    """The fields with something in them, in order; empty ones have their usual value."""
    rows = []
    for field in fields:
        value = field.value()
        if value not in (None, ""):
            words = {str(key): text for key, text in getattr(field.field, "choices", ())}
            rows.append(Filled(str(field.label), str(words.get(str(value), value))))
    return rows
