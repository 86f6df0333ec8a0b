"""Addresses of pages that differ in a number, for lists of a hall's size: Django finds the first, the others follow."""

from __future__ import annotations

from functools import lru_cache

from django.urls import get_script_prefix, reverse

_NUMBER = 9_876_543_210


def numbered(name: str, slug: str, number: int) -> str:
    """The same as ``reverse(name, args=[slug, number])``, in a tenth of the time."""
    before, after = _around(name, slug, get_script_prefix())
    return f"{before}{number}{after}"


@lru_cache(maxsize=512)
def _around(name: str, slug: str, _prefix: str) -> tuple[str, str]:
    before, _, after = reverse(name, args=[slug, _NUMBER]).rpartition(str(_NUMBER))
    return before, after
