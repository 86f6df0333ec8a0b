"""Privacy: replace a person by a number in every event, and drop contact data when its time is over.

The logs name players by key and number, never by name, so that their hashes stay valid. What people typed as a reason
or a comment is part of a log and stays; the operations guide says so.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from post_office.models import Email

from matches.audit.services import SYSTEM, Change, audited_change
from matches.errors import Refused
from matches.models import Entry, Event, Player, PlayerLink, SignUp
from matches.names.services import mark_namesakes
from matches.organisations.queries.suspensions import suspensions_about
from matches.organisations.services.forgetting import check_over, forget_suspensions
from matches.people.services.persons import SHOW_PLAYERS

LETTERS_KEPT = timedelta(days=7)
"""For so long an email that was sent, or could not be, is kept: who asks what became of it asks within days."""


def forget_player(*, player: Player) -> Player:
    """Replace the player's name by a number, and remove last name, id, e-mail and personal links, at every event.

    Forgetting somebody twice changes nothing. Raises Refused while one of the player's events is not finished, or a
    suspension is in force; suspensions that are over are emptied.
    """
    with transaction.atomic():
        _lock_events(player)
        locked = Player.objects.select_for_update().get(pk=player.pk)
        if locked.forgotten_at is not None:
            return locked
        events = list(Event.objects.filter(entries__player=locked).order_by("pk"))
        open_events = [event.name for event in events if event.finished_at is None]
        if open_events:
            message = _("This player is in an event that is not finished: %(events)s. Finish it first.")
            raise Refused("event_open", message % {"events": ", ".join(open_events)})
        suspensions = suspensions_about(locked)
        check_over(suspensions)
        _forget(locked, events)
        forget_suspensions(suspensions=suspensions)
    return locked


def _lock_events(player: Player) -> None:
    """Lock the events of a person before the person, and in order, as a change at one of them does: nobody then waits
    for the other. Who enters another event meanwhile is in one that is not finished.
    """
    events = Event.objects.select_for_update().filter(pk__in=player.entries.order_by().values("event"))
    list(events.order_by("pk").values_list("pk", flat=True))


def _forget(player: Player, events: Sequence[Event]) -> None:
    at = timezone.now()
    _drop_letters_to(player.email)
    player.invitations.filter(entry__isnull=True).delete()
    player.name, player.last_name = f"#{player.pk}", ""
    player.external_id = player.email = ""
    player.forgotten_at = at
    if not events:
        player.save()
    for number, event in enumerate(events):
        with audited_change("forget_player", event_id=event.pk, actor=SYSTEM, at=at) as change:
            if number == 0:
                player.save()
            _revoke_links(change, PlayerLink.objects.filter(entry__player=player, entry__event=event))
            _entry_at(player, event).update(answers={}, note="", paid_note="")
            mark_namesakes(change=change, event=change.event)
            change.note(player=player.pk)
            change.touch(*SHOW_PLAYERS)


def _entry_at(player: Player, event: Event) -> QuerySet[Entry]:
    """The entry with what the player answered and what the desk noted."""
    return Entry.objects.filter(player=player, event=event)


def _revoke_links(change: Change, links: QuerySet[PlayerLink]) -> None:
    links.filter(revoked_at__isnull=True).update(revoked_at=change.at)


def drop_contact_data(*, days: int, now: datetime | None = None) -> int:
    """Remove e-mail addresses, personal links, answers and notes of players whose last event was finished ``days`` ago
    or earlier.

    Returns how many players had any. Names and results stay.
    """
    before = (now or timezone.now()) - timedelta(days=days)
    players = _without_recent_event(before)
    for player in players:
        with transaction.atomic():
            _drop_contact(player)
    return len(players)


def _without_recent_event(before: datetime) -> list[Player]:
    """The players with contact data, all of whose events were finished before a moment."""
    recent = Event.objects.filter(Q(finished_at__isnull=True) | Q(finished_at__gt=before))
    has_link = PlayerLink.objects.filter(revoked_at__isnull=True).values("entry__player")
    has_notes = Entry.objects.exclude(answers={}, note="").values("player")
    found = Player.objects.filter(Q(pk__in=has_link) | Q(pk__in=has_notes) | ~Q(email=""), entries__isnull=False)
    return list(found.exclude(entries__event__in=recent).distinct().order_by("pk"))


def _drop_letters_to(email: str) -> None:
    if email:
        Email.objects.filter(to__iexact=email).delete()


def drop_letters(*, now: datetime | None = None) -> int:
    """Delete emails of more than ``LETTERS_KEPT`` ago: personal links stand in them in clear. Returns how many."""
    before = (now or timezone.now()) - LETTERS_KEPT
    _total, rows = Email.objects.filter(created__lte=before).delete()
    count: int = rows.get("post_office.Email", 0)
    return count


def _drop_contact(player: Player) -> None:
    _lock_events(player)
    _drop_letters_to(player.email)
    events = list(Event.objects.filter(entries__player=player).order_by("pk"))
    for number, event in enumerate(events):
        with audited_change("drop_contact_data", event_id=event.pk, actor=SYSTEM) as change:
            if number == 0:
                Player.objects.filter(pk=player.pk).update(email="")
            _revoke_links(change, PlayerLink.objects.filter(entry__player=player, entry__event=event))
            _entry_at(player, event).update(answers={}, note="")
            change.note(player=player.pk)


def forget_sign_ups(*, sign_ups: Collection[SignUp]) -> int:
    """Delete the sign-ups of somebody who never got in, with the letters to the address. Returns how many."""
    for event in Event.objects.filter(pk__in={row.event_id for row in sign_ups}).order_by("pk"):
        with audited_change("drop_sign_ups", event_id=event.pk, actor=SYSTEM) as change:
            rows = SignUp.objects.filter(event=event, entry__isnull=True, pk__in=[row.pk for row in sign_ups])
            for row in rows:
                _drop_letters_to(row.email)
            deleted, _rows = rows.delete()
            change.note(sign_ups=deleted)
            change.touch("sign_ups")
    return len(sign_ups)


def drop_sign_ups(*, days: int, now: datetime | None = None) -> int:
    """Delete the sign-ups of those who never got in, of events that were finished ``days`` ago or earlier.

    Returns how many. Nobody else is told of them, so the log keeps only that they were there.
    """
    before = (now or timezone.now()) - timedelta(days=days)
    left = SignUp.objects.filter(event__finished_at__lte=before, entry__isnull=True)
    events = list(Event.objects.filter(pk__in=left.values("event")).order_by("pk"))
    count = 0
    for event in events:
        with audited_change("drop_sign_ups", event_id=event.pk, actor=SYSTEM) as change:
            deleted, _rows = left.filter(event=event).delete()
            change.note(sign_ups=deleted)
            count += deleted
    return count
