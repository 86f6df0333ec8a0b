"""Names in a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _


def listed(names: Iterable[str]) -> str:
    """``Ada``, ``Ada and Bo``, ``Ada, Bo and Cy``."""
    *first, last = tuple(names) or ("",)
    return _("%(names)s and %(last)s") % {"names": ", ".join(first), "last": last} if first else last
