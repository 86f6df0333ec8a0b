"""Players' personal links: addresses that cannot be guessed. Only their SHA-256 is stored, so each is shown once."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.enums import EntryStatus
from matches.errors import Refused
from matches.models import Entry, Event, PlayerLink
from matches.people.queries.entries import BY_NAME
from matches.people.services.entries import not_in_event
from matches.permissions import can_organise

TOKEN_BYTES = 24
MAX_TOKEN = 64


@dataclass(frozen=True, slots=True)
class NewLink:
    """A new link with its token, which is not stored: "" once nobody knows it any more."""

    entry: Entry
    token: str


def token_hash(token: str) -> str:
    """Return what is stored of a token: its SHA-256 in hexadecimal. A token is 192 random bits and needs no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def make_player_link(*, actor: Actor, entry: Entry) -> NewLink:
    """Create a link for one player. The player's older link stops working."""
    with audited_change("make_player_links", event_id=entry.event_id, actor=actor) as change:
        own = Entry.objects.filter(event=change.event, pk=entry.pk)
        if not own.exists():
            raise not_in_event()
        entries = _entries_with_link(change.event).filter(pk=entry.pk)
        if not entries.exists():
            raise Refused("player_is_out", _("A player who is no longer paired gets no link."), conflict=True)
        return _make_links(change, entries, replace=True)[0]


def make_player_links(
    *, event: Event, actor: Actor, entries: Collection[Entry] | None = None, replace: bool = False
) -> list[NewLink]:
    """Create links for players (None: all who are not out, which only the organiser may) and return them, by name.

    Players with a link are skipped, or with ``replace`` get a new one instead of the old one.
    """
    with audited_change("make_player_links", event_id=event.pk, actor=actor) as change:
        if entries is None:
            change.require(can_organise)
        chosen = _entries_with_link(change.event)
        if entries is not None:
            chosen = chosen.filter(pk__in=[entry.pk for entry in entries])
        return _make_links(change, chosen, replace=replace)


def _entries_with_link(event: Event) -> QuerySet[Entry]:
    """The players who can have a link: all who are not out."""
    return Entry.objects.filter(event=event).exclude(status__in=EntryStatus.out())


def _make_links(change: Change, entries: QuerySet[Entry], *, replace: bool) -> list[NewLink]:
    valid = PlayerLink.objects.filter(entry__event=change.event, revoked_at__isnull=True)
    if not replace:
        entries = entries.exclude(pk__in=valid.values("entry"))
    found = list(entries.select_related("player").order_by(*BY_NAME))
    if replace:
        valid.filter(entry__in=entries.values("pk")).update(revoked_at=change.at)
    made = [NewLink(entry, secrets.token_urlsafe(TOKEN_BYTES)) for entry in found]
    PlayerLink.objects.bulk_create(
        [PlayerLink(entry=link.entry, token_hash=token_hash(link.token)) for link in made], batch_size=2_000
    )
    change.note(entries=[entry.pk for entry in found], replace=replace)
    return made


def links_made(event: Event, row: int) -> list[NewLink]:
    """The links that the change with this row of the log made, by name and without their tokens."""
    entries = event.audit_rows.get(pk=row).details["entries"]
    found = Entry.objects.filter(event=event, pk__in=entries).select_related("player").order_by(*BY_NAME)
    return [NewLink(entry, "") for entry in found]


def revoke_player_links(*, event: Event, actor: Actor, entries: Collection[Entry] | None = None) -> int:
    """Revoke the links of these players (None: of all, which only the organiser may). Return how many."""
    with audited_change("revoke_player_links", event_id=event.pk, actor=actor) as change:
        if entries is None:
            change.require(can_organise)
        links = PlayerLink.objects.filter(entry__event=change.event, revoked_at__isnull=True)
        if entries is not None:
            links = links.filter(entry__in=entries)
        revoked = list(links.values_list("entry", flat=True))
        links.update(revoked_at=change.at)
        change.note(entries=revoked)
    return len(revoked)


def resolve_player_link(token: str) -> Entry | None:
    """Return the entry of a link, with its player and event; None for an unknown or revoked link."""
    if not token or len(token) > MAX_TOKEN:
        return None
    link = (
        PlayerLink.objects.filter(token_hash=token_hash(token), revoked_at__isnull=True)
        .select_related("entry__player", "entry__event")
        .first()
    )
    return link.entry if link else None


def links_of(event: Event, tokens: Collection[str]) -> list[NewLink]:
    """Return the valid links of this event among these tokens, ordered by name."""
    by_hash = {token_hash(token): token for token in tokens if 0 < len(token) <= MAX_TOKEN}
    links = PlayerLink.objects.filter(entry__event=event, token_hash__in=list(by_hash), revoked_at__isnull=True)
    found = links.select_related("entry__player").order_by(*(f"entry__{key}" for key in BY_NAME))
    return [NewLink(link.entry, by_hash[link.token_hash]) for link in found]
