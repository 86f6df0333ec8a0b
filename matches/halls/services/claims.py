"""A round takes its tables in a hall that other events play in as well."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

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
from matches.table_ranges import holds, of_numbers, offered, write_ranges


def check_tables(*, event: Event, tables: Collection[int]) -> None:
    """Raise Refused, inside a change of the event, for tables that are not the event's, are broken, or are in use.

    All of them are named in the details. Locks the hall day, so that of two events that publish at once one is refused.
    Outside a hall day every table will do.
    """
    if event.hall_day_id is None:
        return
    hall = HallDay.objects.select_for_update().get(pk=event.hall_day_id)
    problems = _problems(event, hall, sorted(tables))
    if problems:
        sentences = (
            _("These tables cannot be used now."),
            _offer(event, hall, len(tables)),
            _("Move the matches, or change the tables of the event."),
        )
        raise Refused("tables_in_use", " ".join(filter(None, sentences)), conflict=True, details=problems)


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
    """What is wrong with which tables: one sentence for each event that plays there, then for each other reason."""
    allowed, broken, in_use = allowed_tables(event), broken_tables(hall.pk), tables_in_use(event)
    played: dict[str, list[int]] = {}
    for table in tables:
        if table in in_use:
            played.setdefault(in_use[table].event, []).append(table)
    rest = [table for table in tables if table not in in_use]
    found = [_played_text(name, numbers) for name, numbers in played.items()]
    if wrong := [table for table in rest if broken and holds(broken, table)]:
        found.append(
            _counted(ngettext("Table %(tables)s is broken.", "Tables %(tables)s are broken.", len(wrong)), wrong)
        )
    if outside := [table for table in rest if table not in wrong and not holds(allowed, table)]:
        text = ngettext(
            "Table %(tables)s is not one of the tables of %(event)s (%(own)s).",
            "Tables %(tables)s are not among the tables of %(event)s (%(own)s).",
            len(outside),
        )
        found.append(_counted(text, outside, event=event.name, own=write_ranges(allowed)))
    return found


def _played_text(event: str, tables: list[int]) -> str:
    text = ngettext(
        "Table %(tables)s: %(event)s is playing there.", "Tables %(tables)s: %(event)s is playing there.", len(tables)
    )
    return _counted(text, tables, event=event)


def _counted(text: str, tables: list[int], **values: str) -> str:
    return text % {"tables": write_ranges(of_numbers(tables)), **values}


def _offer(event: Event, hall: HallDay, needed: int) -> str:
    free = offered(free_tables(event), needed)
    if free:
        return _("Free now: %(tables)s.") % {"tables": write_ranges(free)}
    return _("No other table in the hall is free now.") if hall.tables else ""
