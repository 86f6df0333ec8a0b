"""What a player is given beside the others: byes in the first rounds, a table that stays."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.audit.services import Actor, audited_change
from matches.errors import Refused
from matches.events.services.suggestions import follow_attendance
from matches.imports.reading import MAX_BYES
from matches.models import Entry
from matches.names.display import tidy
from matches.people.queries.entries import last_public_round
from matches.people.services.entries import byes_out_of_range, current_entry


def award_byes(*, actor: Actor, entry: Entry, rounds: int, reason: str = "") -> Entry:
    """Award a player byes for the first ``rounds`` rounds (0 removes them). Raises ``Refused`` for published rounds."""
    with audited_change("award_byes", event_id=entry.event_id, actor=actor, reason=reason) as change:
        entry = current_entry(change=change, entry=entry)
        if not 0 <= rounds <= MAX_BYES:
            raise byes_out_of_range("rounds")
        published = last_public_round(change.event)
        if rounds != entry.awarded_byes and min(rounds, entry.awarded_byes) < published:
            message = _("Round %(number)d is published, so its byes can no longer be changed.") % {"number": published}
            raise Refused("byes_too_late", message, parameter="rounds")
        change.note(entry=entry.pk, before=entry.awarded_byes, rounds=rounds)
        entry.awarded_byes = rounds
        entry.save(update_fields=["awarded_byes"])
        follow_attendance(change)
        change.touch("people")
    return entry


def set_fixed_table(*, actor: Actor, entry: Entry, table: int | None, reason: str = "") -> Entry:
    """Keep a player at one table, for a reason; None ends this. Raises ``Refused`` if another player has the table."""
    with audited_change("set_fixed_table", event_id=entry.event_id, actor=actor, reason=reason) as change:
        entry = current_entry(change=change, entry=entry)
        if table is not None:
            _check_table(entry, table, reason)
        change.note(entry=entry.pk, before=entry.fixed_table, table=table)
        entry.fixed_table = table
        entry.fixed_table_reason = tidy(reason) if table is not None else ""
        entry.save(update_fields=["fixed_table", "fixed_table_reason"])
        change.touch("people")
    return entry


def _check_table(entry: Entry, table: int, reason: str) -> None:
    if not 1 <= table <= 100_000:
        raise Refused("table_out_of_range", _("The table must be a whole number of 1 or more."), parameter="table")
    if not tidy(reason):
        raise Refused("reason_missing", _("Give a reason for the fixed table."), parameter="reason")
    others = Entry.objects.filter(event_id=entry.event_id, fixed_table=table).exclude(pk=entry.pk)
    holder = others.select_related("player").first()
    if holder is not None:
        message = _("Table %(table)d is already fixed for %(name)s.") % {"table": table, "name": holder.unique_name}
        raise Refused("table_taken", message, parameter="table")
