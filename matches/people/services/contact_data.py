"""Contact data goes when its time is over: email addresses, personal links, answers and notes, sign-ups and letters.

Players are taken in batches, each a transaction of its own, so that the work can be stopped and begun again: what is
done is not found any more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone
from post_office.models import Email

from matches.audit.services import SYSTEM, Change, audited_change
from matches.models import Entry, Event, Player, PlayerLink, SignUp

LETTERS_KEPT = timedelta(days=7)
"""For so long an email that was sent, or could not be, is kept: who asks what became of it asks within days."""
BATCH = 500
"""So many players lose their contact data in one transaction."""


def drop_contact_data(*, days: int, now: datetime | None = None) -> int:
    """Remove e-mail addresses, personal links, answers and notes of players whose last event was finished ``days`` ago
    or earlier.

    Returns how many players had any. Names and results stay.
    """
    before = (now or timezone.now()) - timedelta(days=days)
    players = _with_contact_data()
    return sum(_drop_of(players[start : start + BATCH], before) for start in range(0, len(players), BATCH))


def _with_contact_data() -> list[int]:
    """The players with anything to remove, each found by an index of its own."""
    with_link = PlayerLink.objects.filter(revoked_at__isnull=True).values_list("entry__player", flat=True)
    with_notes = Entry.objects.exclude(answers={}, note="").order_by().values_list("player", flat=True)
    with_email = Player.objects.exclude(email="").values_list("pk", flat=True)
    return sorted(with_link.order_by().union(with_notes, with_email))


def _drop_of(players: Collection[int], before: datetime) -> int:
    """Remove the contact data of those among the players whose events were all finished before a moment.

    The events are locked before the people, and in order, as a change at one of them does: nobody then waits for the
    other. Whoever left one of them meanwhile is looked at again under the lock.
    """
    with transaction.atomic():
        over = _all_over(players, before)
        events = list(Event.objects.select_for_update().filter(pk__in=_events_of(over)).order_by("pk"))
        over = _all_over(over, before)
        people = Player.objects.filter(pk__in=over)
        drop_letters_to(people.exclude(email="").values_list("email", flat=True))
        people.exclude(email="").update(email="")
        for event in events:
            _drop_at(event, over)
    return len(over)


def _all_over(players: Collection[int], before: datetime) -> list[int]:
    entries = Entry.objects.filter(player=OuterRef("pk"))
    going_on = entries.filter(Q(event__finished_at__isnull=True) | Q(event__finished_at__gt=before))
    found = Player.objects.filter(Exists(entries), ~Exists(going_on), pk__in=players)
    return list(found.order_by("pk").values_list("pk", flat=True))


def _events_of(players: Collection[int]) -> QuerySet[Entry, int]:
    return Entry.objects.filter(player__in=players).order_by().values_list("event", flat=True)


def _drop_at(event: Event, players: Collection[int]) -> None:
    entries = Entry.objects.filter(event=event, player__in=players)
    found = sorted(entries.order_by().values_list("player", flat=True))
    if not found:
        return
    with audited_change("drop_contact_data", event_id=event.pk, actor=SYSTEM) as change:
        revoke_links(change, PlayerLink.objects.filter(entry__in=entries))
        entries.exclude(answers={}, note="").update(answers={}, note="")
        change.note(players=found)


def revoke_links(change: Change, links: QuerySet[PlayerLink]) -> None:
    """Revoke those of the personal links that are valid."""
    links.filter(revoked_at__isnull=True).update(revoked_at=change.at)


def drop_letters_to(addresses: Iterable[str]) -> None:
    """Delete the emails to these addresses, in capitals or not."""
    wanted = {address.lower() for address in addresses if address}
    if wanted:
        Email.objects.alias(address=Lower("to")).filter(address__in=wanted).delete()


def drop_letters(*, now: datetime | None = None) -> int:
    """Delete emails of more than ``LETTERS_KEPT`` ago: personal links stand in them in clear. Returns how many."""
    before = (now or timezone.now()) - LETTERS_KEPT
    _total, rows = Email.objects.filter(created__lte=before).delete()
    count: int = rows.get("post_office.Email", 0)
    return count


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
