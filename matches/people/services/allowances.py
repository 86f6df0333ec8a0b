"""What a player is given beside the others: byes in the first rounds, a table that stays."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.audit.services import Actor, audited_change
from matches.enums import TableProperty
from matches.errors import Refused
from matches.events.services.suggestions import follow_attendance
from matches.imports.reading import MAX_BYES
from matches.models import Entry, Event
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


def set_fixed_table(*, actor: Actor, entry: Entry, table: int | None, reason: str = "", wanted: str = "") -> Entry:
    """Keep a player at one table, for a reason, or in a hall day at one that is ``wanted`` (a ``TableProperty``);
    neither ends this. Raises ``Refused`` at ``table``, ``wanted`` or ``reason``.
    """
    with audited_change("set_fixed_table", event_id=entry.event_id, actor=actor, reason=reason) as change:
        entry = current_entry(change=change, entry=entry)
        if wanted:
            _check_wanted(change.event, table, wanted, reason)
        if table is not None:
            _check_table(entry, table, reason)
        change.note(entry=entry.pk, before=entry.fixed_table, table=table, **({"wanted": wanted} if wanted else {}))
        entry.fixed_table, entry.wanted_table = table, wanted
        entry.fixed_table_reason = tidy(reason) if table is not None or wanted else ""
        entry.save(update_fields=["fixed_table", "wanted_table", "fixed_table_reason"])
        change.touch("people")
    return entry


def _check_wanted(event: Event, table: int | None, wanted: str, reason: str) -> None:
    if wanted not in dict(TableProperty.wanted()):
        raise Refused("property_unknown", _("Choose one of the kinds of table."), parameter="wanted")
    if event.hall_day_id is None:
        text = _("This event is not in a hall day, so no table has a kind. Enter a number.")
        raise Refused("no_hall_day", text, parameter="wanted")
    if table is not None:
        raise Refused("table_and_kind", _("Enter a number or choose a kind, not both."), parameter="wanted")
    if not tidy(reason):
        raise Refused("reason_missing", _("Give a reason for the fixed table."), parameter="reason")


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
