"""Who is invited to an event and stands in a list of players as well: one person, whose invitation stays.

A line of an equal name alone is a question (``matches.imports.compare``). Once it was decided that it is the person who
is invited, the new entry is that person's, and becomes one with the invitation as soon as it is accepted
(``matches.signups.services.joining``).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from matches.audit.services import Change
from matches.enums import Admission
from matches.imports import Invited, ListLine
from matches.models import Entry, Event, Player, SignUp
from matches.names.display import name_key


def open_invitations(event: Event) -> list[SignUp]:
    """The invitations that nobody has answered, but those of people who are in the event already: one query."""
    rows = SignUp.objects.filter(event=event, state=Admission.INVITED).select_related("player").order_by("turn")
    return list(rows.exclude(player__in=Entry.objects.filter(event=event).values("player")))


def invited_people(event: Event) -> list[Invited]:
    """Who is invited, for a list to be compared with."""
    people = [(row.pk, row.person) for row in open_invitations(event)]
    return [Invited(key, person.name, person.external_id, person.email) for key, person in people]


def invited_players(event: Event, lines: Sequence[ListLine]) -> dict[int, Player]:
    """The players whom the invitations that were decided on are about, by line; none for those by name alone."""
    keys = {line.invitation: line.number for line in lines if line.invitation is not None}
    rows = open_invitations(event) if keys else []
    return {keys[row.pk]: row.player for row in rows if row.pk in keys and row.player is not None}


def invited_by_name(event: Event, names: Collection[str]) -> list[Player]:
    """The players who are invited by one of these names, as ``name_key`` has them."""
    rows = open_invitations(event) if names else []
    return [row.player for row in rows if row.player is not None and name_key(row.player.name) in names]


def bind_invitations(change: Change, lines: Sequence[ListLine], entries: Sequence[Entry]) -> None:
    """Let each invitation that was decided on be about the player of the new entry."""
    owners = {line.invitation: entry for line, entry in zip(lines, entries, strict=True) if line.invitation is not None}
    if not owners:
        return
    rows = list(SignUp.objects.filter(event=change.event, state=Admission.INVITED, pk__in=owners))
    for row in rows:
        row.player, row.name = owners[row.pk].player, ""
    SignUp.objects.bulk_update(rows, ["player", "name"])
    change.note(invited=[row.pk for row in rows])
    change.touch("sign_ups")
