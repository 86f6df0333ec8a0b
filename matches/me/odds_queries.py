"""Whether the device of a player may be told odds: not while the player's match is running, unless the event allows it.

A device is a player's once it has opened the personal page: a signed cookie names the entry and opens nothing. It
names the last few, as one phone may have opened pages of several events, or of the family.
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
MOST_PLAYERS = 8
"""So many pages are remembered, the one opened last first."""
RUNNING = (RoundStatus.RUNNING, RoundStatus.TIME_CALLED)


def mark_device(request: Any, response: Any, entry: Entry) -> None:
    """Let the cookie of a response name the entry beside those that the request's names."""
    others = [number for number in _players_of(request) if number != entry.pk]
    value = ".".join(str(number) for number in (entry.pk, *others)[:MOST_PLAYERS])
    response.set_signed_cookie(COOKIE, value, salt=COOKIE, max_age=KEPT, httponly=True, samesite="Lax")


def why_no_odds(request: Any) -> str:
    """Why the device that asks is told no odds now; empty if it may be."""
    players = _players_of(request)
    if not players:
        return ""
    for entry in Entry.objects.select_related("event").filter(pk__in=players):
        if not chosen_value(entry.event, "odds_in_match") and _is_playing(entry):
            return _("This device has opened your page at an event, and your match is running. Come back after it.")
    return ""


def _players_of(request: Any) -> list[int]:
    """The entries that the device's cookie names."""
    if COOKIE not in request.COOKIES:
        return []
    try:
        value = request.get_signed_cookie(COOKIE, salt=COOKIE, max_age=KEPT)
        return [int(number) for number in value.split(".")]
    except (BadSignature, ValueError):
        return []


def _is_playing(entry: Entry) -> bool:
    match = own_match(entry)
    if match is None or match.kind != MatchKind.PLAYED or match.round.status not in RUNNING:
        return False
    return confirmed(match) is None
