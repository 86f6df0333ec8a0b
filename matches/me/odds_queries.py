"""Whether the device of a player may be told odds: not while the player's match is running, unless the event allows it.

A device is a player's once it has opened the personal page: a signed cookie names the entry and opens nothing. It
names the last few, as one phone may have opened pages of several events, or of the family.

A scorekeeper's or judge's device is a player's, too, once it has opened such a page: the page cannot know whether
its reader plays. Staff of the event who are signed in may make the device forget the player, until the page is opened
on it again.
"""

from __future__ import annotations

from typing import Any

from django.core.signing import BadSignature

from matches.enums import MatchKind, RoundStatus
from matches.events.declarations.reading import options_of
from matches.live.queries import PLAYER_COOKIE
from matches.models import Entry
from matches.permissions import can_see_desk, roles_of
from matches.results.queries.results import confirmed, own_match

COOKIE = PLAYER_COOKIE
KEPT = 24 * 60 * 60
"""Seconds that a device counts as a player's after the personal page was last opened on it."""
MOST_PLAYERS = 8
"""So many pages are remembered, the one opened last first."""
RUNNING = (RoundStatus.RUNNING, RoundStatus.TIME_CALLED)


def mark_device(request: Any, response: Any, entry: Entry) -> None:
    """Let the cookie of a response name the entry beside those that the request's names."""
    others = [number for number in players_of(request) if number != entry.pk]
    _name_players(response, [entry.pk, *others][:MOST_PLAYERS])


def forget_players(request: Any, response: Any, entries: list[Entry]) -> None:
    """Let the cookie of a response name the players of the request's, without some."""
    forgotten = {entry.pk for entry in entries}
    _name_players(response, [number for number in players_of(request) if number not in forgotten])


def may_be_forgotten(request: Any) -> list[Entry]:
    """The players whose matches are running whom the sender, as staff of their events, may have the device forget."""
    return [entry for entry in playing_on(request) if can_see_desk(roles_of(request.user, entry.event))]


def playing_on(request: Any) -> list[Entry]:
    """The players of the device whose matches are running, where the event allows them no odds meanwhile."""
    players = players_of(request)
    if not players:
        return []
    known = Entry.objects.select_related("event", "player").filter(pk__in=players).order_by("pk")
    return [entry for entry in known if not options_of(entry.event).odds_in_match and _is_playing(entry)]


def _name_players(response: Any, players: list[int]) -> None:
    if not players:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    value = ".".join(map(str, players))
    response.set_signed_cookie(COOKIE, value, salt=COOKIE, max_age=KEPT, httponly=True, samesite="Lax")


def players_of(request: Any) -> list[int]:
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
