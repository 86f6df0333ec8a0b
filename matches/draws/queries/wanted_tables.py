"""Reads which tables of a hall day are what, and which players of an event need a kind of table."""

from __future__ import annotations

from matches.enums import EntryStatus, TableProperty
from matches.halls.queries.tables import allowed_tables
from matches.models import Entry, Event, HallTable
from matches.pairing.wanted_tables import TableWishes
from matches.snapshots.history_queries import player_key
from matches.table_ranges import holds

KINDS = tuple(TableProperty(key).value for key, _label in TableProperty.wanted())


def table_wishes(event: Event) -> TableWishes:
    """The wishes of everyone who is checked in: outside a hall day none, without a query."""
    if event.hall_day_id is None:
        return TableWishes()
    entries = Entry.objects.filter(event=event, status=EntryStatus.CHECKED_IN)
    rows = list(entries.values_list("number", "fixed_table", "wanted_table"))
    wanted = {player_key(number): kind for number, table, kind in rows if kind and not table}
    if not wanted:
        return TableWishes()
    allowed = allowed_tables(event)
    tables = HallTable.objects.filter(hall_day=event.hall_day_id, broken=False)
    kinds = {
        table.number: frozenset(kind for kind in KINDS if getattr(table, kind))
        for table in tables
        if holds(allowed, table.number)
    }
    fixed = {player_key(number): table for number, table, _kind in rows if table}
    return TableWishes(kinds=kinds, wanted=wanted, fixed=fixed)
