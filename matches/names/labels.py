"""Names in a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _


def listed(names: Iterable[str]) -> str:
    """``Ada``, ``Ada and Bo``, ``Ada, Bo and Cy``."""
    *first, last = tuple(names) or ("",)
    return _(" and ").join((", ".join(first), last)) if first else last
