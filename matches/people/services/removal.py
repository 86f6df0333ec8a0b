"""Players who leave an event before it begins for them: those who were added by mistake, and who withdraws."""

from __future__ import annotations

from django.db.models import PROTECT, ManyToOneRel
from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.errors import Refused
from matches.events.services.suggestions import follow_attendance
from matches.models import AuditRow, Entry, Player, StageEntry
from matches.names.services import mark_namesakes
from matches.people.services.entries import current_entry
from matches.plugins import registry


def remove_entry(*, actor: Actor, entry: Entry, reason: str = "") -> None:
    """Remove a player who was never paired, and delete the person if there is no other event.

    Raises ``Refused`` if the player was paired, has rulings, or has acted by the personal link.
    """
    with audited_change("remove_entry", event_id=entry.event_id, actor=actor, reason=reason) as change:
        entry = current_entry(change=change, entry=entry)
        if entry.seats.exists() or StageEntry.objects.filter(entry=entry).exists():
            raise Refused("already_paired", _("This player has already been paired. Drop the player instead."))
        check_removable(entry)
        change.note(entry=entry.pk, number=entry.number)
        for notice in registry.leaving:
            notice(change, entry)
        delete_entry(change, entry)
        for places in registry.places_changed:
            places(change)


def delete_entry(change: Change, entry: Entry) -> None:
    """Delete the entry of a player who was never paired, and the person if there is no other event.

    The caller has checked that it can be removed.
    """
    player = Player.objects.select_for_update().get(pk=entry.player_id)  # nobody enters the person elsewhere now
    entry.delete()
    if not player.entries.exists():
        player.delete()
    follow_attendance(change)
    mark_namesakes(change=change, event=change.event)
    change.touch("people")


def check_removable(entry: Entry) -> None:
    """Raise ``Refused`` for a player who stands in a log: with rulings or calls, or with acts of their own."""
    acted = False
    for relation in Entry._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ManyToOneRel) or relation.on_delete is not PROTECT:
            continue
        table = relation.related_model
        if not table._base_manager.filter(**{relation.field.name: entry}).exists():
            continue
        if table is not AuditRow:
            raise Refused("has_records", _("This player has rulings or calls on record. Drop the player instead."))
        acted = True
    if acted:
        text = _("This player has used their personal link, for example to check in, and that stays in the log.")
        raise Refused("has_acted", f"{text} {_('Drop the player instead.')}")
