"""Privacy: replace a person by a number in every event.

The logs name players by key and number, never by name, so that their hashes stay valid. What people typed as a reason
or a comment is part of a log and stays; the operations guide says so.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.audit.services import SYSTEM, audited_change
from matches.errors import Refused
from matches.models import Entry, Event, Player, PlayerLink, SignUp
from matches.names.services import mark_namesakes
from matches.organisations.queries.suspensions import suspensions_about
from matches.organisations.services.forgetting import check_over, forget_suspensions
from matches.people.services.contact_data import drop_letters_to, revoke_links
from matches.people.services.persons import SHOW_PLAYERS


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
    drop_letters_to([player.email])
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
            revoke_links(change, PlayerLink.objects.filter(entry__player=player, entry__event=event))
            _entry_at(player, event).update(answers={}, note="", paid_note="")
            mark_namesakes(change=change, event=change.event)
            change.note(player=player.pk)
            change.touch(*SHOW_PLAYERS)


def _entry_at(player: Player, event: Event) -> QuerySet[Entry]:
    """The entry with what the player answered and what the desk noted."""
    return Entry.objects.filter(player=player, event=event)


def forget_sign_ups(*, sign_ups: Collection[SignUp]) -> int:
    """Delete the sign-ups of somebody who never got in, with the letters to the address. Returns how many."""
    for event in Event.objects.filter(pk__in={row.event_id for row in sign_ups}).order_by("pk"):
        with audited_change("drop_sign_ups", event_id=event.pk, actor=SYSTEM) as change:
            rows = SignUp.objects.filter(event=event, entry__isnull=True, pk__in=[row.pk for row in sign_ups])
            drop_letters_to([row.email for row in rows])
            deleted, _rows = rows.delete()
            change.note(sign_ups=deleted)
            change.touch("sign_ups")
    return len(sign_ups)
