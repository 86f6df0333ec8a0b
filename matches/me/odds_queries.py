"""Whether the device of a player may be told odds: not while the player's match is running, unless the event allows it.

A device is a player's once it has opened the personal page: a signed cookie names the entry and opens nothing.
"""

from __future__ import annotations

from typing import Any

from django.core.signing import BadSignature
from django.utils.translation import gettext as _

from matches.enums import MatchKind, RoundStatus
from matches.events.declarations.reading import chosen_value
from matches.models import Entry
from matches.results.queries import confirmed, own_match

COOKIE = "player"
KEPT = 24 * 60 * 60
"""Seconds that a device counts as a player's after the personal page was last opened on it."""
RUNNING = (RoundStatus.RUNNING, RoundStatus.TIME_CALLED)


def mark_device(response: Any, entry: Entry) -> None:
    """Let the cookie of a response name the entry."""
    response.set_signed_cookie(COOKIE, entry.pk, salt=COOKIE, max_age=KEPT, httponly=True, samesite="Lax")


def why_no_odds(request: Any) -> str:
    """Why the device that asks is told no odds now; empty if it may be."""
    if COOKIE not in request.COOKIES:
        return ""
    try:
        number = int(request.get_signed_cookie(COOKIE, salt=COOKIE, max_age=KEPT))
    except (BadSignature, ValueError):
        return ""
    entry = Entry.objects.select_related("event").filter(pk=number).first()
    if entry is None or chosen_value(entry.event, "odds_in_match") or not _is_playing(entry):
        return ""
    return _("This device has opened your page at an event, and your match is running. Come back after it.")


def _is_playing(entry: Entry) -> bool:
    match = own_match(entry)
    if match is None or match.kind != MatchKind.PLAYED or match.round.status not in RUNNING:
        return False
    return confirmed(match) is None
