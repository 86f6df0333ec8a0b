"""A round takes its tables in a hall that other events play in as well."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from matches.errors import Refused
from matches.halls.queries.tables import (
    allowed_tables,
    broken_tables,
    free_tables,
    tables_in_use,
    tables_of_event,
    tables_of_round,
)
from matches.models import Event, HallDay, Round
from matches.pairing.tables import lowest_free
from matches.table_ranges import holds, offered, write_ranges


def check_tables(*, event: Event, tables: Collection[int]) -> None:
    """Raise Refused, inside a change of the event, for tables that are not the event's, are broken, or are in use.

    All of them are named as details. Locks the hall day, so that of two events that publish at once one is refused.
    Outside a hall day every table will do.
    """
    if event.hall_day_id is None:
        return
    hall = HallDay.objects.select_for_update().get(pk=event.hall_day_id)
    problems = _problems(event, hall, sorted(tables))
    if problems:
        message = _("These tables cannot be used now. %(offer)s Move the matches, or change the tables of the event.")
        offer = _offer(event, len(tables))
        raise Refused("tables_in_use", message % {"offer": offer}, conflict=True, details=problems)


def check_round_tables(round_: Round) -> None:
    """Raise Refused, as ``check_tables``, for a round whose tables cannot all be used."""
    event = round_.stage.event
    if event.hall_day_id is not None:
        check_tables(event=event, tables=tables_of_round(round_))


def free_table(*, round: Round, wanted: Sequence[int] = ()) -> int:
    """Return the table for a match that is added to a round: the first ``wanted`` one that is free, else the lowest of
    the event's. In a round that is played, tables at which other events play are taken.
    """
    event = round.stage.event
    taken = set(tables_of_round(round))
    if event.hall_day_id is not None and round.is_public:
        HallDay.objects.select_for_update().get(pk=event.hall_day_id)
        taken |= tables_in_use(event).keys()
    return lowest_free(taken, wanted, tables_of_event(event))


def _problems(event: Event, hall: HallDay, tables: list[int]) -> list[str]:
    """What is wrong with each table, in order."""
    allowed, broken, in_use = allowed_tables(event), broken_tables(hall.pk), tables_in_use(event)
    found = []
    for table in tables:
        if table in in_use:
            text = _("Table %(table)d: %(event)s is playing there.")
            found.append(text % {"table": table, "event": in_use[table].event})
        elif broken and holds(broken, table):
            found.append(_("Table %(table)d: broken.") % {"table": table})
        elif not holds(allowed, table):
            text = _("Table %(table)d: %(event)s has the tables %(own)s.")
            found.append(text % {"table": table, "event": event.name, "own": write_ranges(allowed)})
    return found


def _offer(event: Event, needed: int) -> str:
    free = offered(free_tables(event), needed)
    if not free:
        return ""
    return _("Free now: %(tables)s.") % {"tables": write_ranges(free)}
