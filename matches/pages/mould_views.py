"""Templates that are rendered once for many readers: what differs is marked, and filled in for each.

A hall's phones get pages that differ in a name, a table and an address. Rendering each takes a template engine
milliseconds, filling a mould microseconds.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

_CHANCE = secrets.token_hex(6)
"""Nobody can type a mark, as nobody knows this."""
_MARK = re.compile(rf"mark{_CHANCE}x(\d+)x", re.ASCII)


class Marks:
    """The values of one reader. ``of(value)`` is the mark that a template shows in the place of a value."""

    __slots__ = ("values",)

    def __init__(self) -> None:
        self.values: list[str] = []

    def of(self, value: Any) -> Any:
        """The mark of a value: letters and digits, which addresses take too. What is empty stays as it is, because
        templates ask for that. A value may hold marks that were given before.
        """
        if not value:
            return value
        escaped = conditional_escape(value)
        self.values.append(_MARK.sub(self._value, escaped) if _CHANCE in escaped else escaped)
        return f"mark{_CHANCE}x{len(self.values) - 1}x"

    def _value(self, found: re.Match[str]) -> str:
        return self.values[int(found[1])]


class Moulds:
    """What templates made of contexts with marks, by template and form.

    ``form`` is all that a context holds beside its marks: contexts of one form differ in the marks' values alone. What
    is the same for all readers may be left out of it.
    """

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[list[str], list[int]]] = {}

    def render(self, template: str, context: Mapping[str, Any], form: Hashable, marks: Marks) -> SafeString:
        """What the template makes of the context with the values of the marks. Templates print marks as they are."""
        return self.fill((template, form), marks, lambda: render_to_string(template, {**context}))

    def fill(self, key: Hashable, marks: Marks, make: Callable[[], str]) -> SafeString:
        """What ``make`` makes, with the values of the marks; a mould that has the key already is filled again."""
        if key not in self._made:
            pieces = _MARK.split(make())
            self._made[key] = pieces, [int(place) for place in pieces[1::2]]
        pieces, places = self._made[key]
        filled = pieces.copy()
        filled[1::2] = [marks.values[place] for place in places]
        return mark_safe("".join(filled))  # noqa: S308 - the values were escaped as the template escapes them
