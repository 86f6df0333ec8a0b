"""Says in words what the tool cannot reach at the moment, for pages and for the API."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.outages import Outage


class OutageLabel(NamedTuple):
    """The heading of the page and what to do, with the HTTP status and the seconds after which to try again."""

    heading: Promise
    text: Promise
    status: int
    retry_after: int | None


OUTAGES = {
    Outage.BUSY: OutageLabel(
        _("The database is busy"),
        _("Another program has kept the database locked for too long, or too many people are saving at once."),
        503,
        5,
    ),
    Outage.AWAY: OutageLabel(
        _("The database is not responding"),
        _("It may be restarting; that takes a few seconds."),
        503,
        5,
    ),
    Outage.DISK_FULL: OutageLabel(
        _("The disk is full"),
        _("Pages can still be read, but nothing can be saved until there is room on the server's disk."),
        507,
        None,
    ),
}

NOTHING_STORED = _("Nothing was saved.")
MAYBE_STORED = _("It may have been saved. Check before you send it again.")


def stored_text(stored: bool | None) -> str:
    """Say whether the failed request stored anything: no, or perhaps; nothing for a request that only reads."""
    if stored is None:
        return ""
    return str(MAYBE_STORED if stored else NOTHING_STORED)
