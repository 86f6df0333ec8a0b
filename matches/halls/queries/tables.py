"""The tables of an event in a hall day: which ones it may use, and which are in use by the other events."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from matches.enums import MatchKind, ResultStatus, RoundStatus
from matches.models import Event, HallDay, HallTable, Match, Round
from matches.table_ranges import MOST_TABLE, Ranges, holds, joined, of_numbers, without


def tables_of_event(event: Event) -> Ranges:
    """The tables that rounds of the event are seated at, without broken ones. One query in a hall day, else none.

    Outside a hall day nothing limits them. An event of a hall day without tables of its own may use all of the hall's:
    those of other events come last (two more queries). Where all of them are broken, they are drawn all the same, and
    cannot be published.
    """
    if event.hall_day_id is None:
        return ()
    allowed = allowed_tables(event)
    usable = without(allowed, broken_tables(event.hall_day_id)) or allowed
    owned = () if event.tables else tables_of_others(event)
    if not owned:
        return usable
    spare = without(usable or ((1, MOST_TABLE),), owned)
    return spare + without(usable, spare)


def allowed_tables(event: Event) -> Ranges:
    """The event's own tables, else all of its hall day; broken ones as well."""
    own = ranges_of(event.tables)
    if own or event.hall_day_id is None:
        return own
    return ranges_of(HallDay.objects.values_list("tables", flat=True).get(pk=event.hall_day_id))


def ranges_of(stored: list[list[int]]) -> Ranges:
    """The ranges as they are stored."""
    return joined((first, last) for first, last in stored)


def broken_tables(hall_day_id: int) -> Ranges:
    """The tables of a hall day that cannot be used."""
    rows = HallTable.objects.filter(hall_day=hall_day_id, broken=True)
    return of_numbers(rows.values_list("number", flat=True))


def tables_of_round(round_: Round) -> list[int]:
    """The tables of a round."""
    matches = Match.objects.filter(round=round_, table__isnull=False)
    return [table for table in matches.values_list("table", flat=True) if table is not None]


class TableInUse(NamedTuple):
    """A table at which another event of the hall day plays: the event's name, and the number of the round."""

    table: int
    event: str
    event_id: int


def tables_in_use(event: Event) -> dict[int, TableInUse]:
    """The tables at which other events of the hall day play now, by number: one query, outside a hall day none."""
    return _in_use(event.hall_day_id, without=event.pk) if event.hall_day_id is not None else {}


def tables_used(hall_day: HallDay) -> dict[int, TableInUse]:
    """The tables at which events of the hall day play now, by number: one query."""
    return _in_use(hall_day.pk)


def _in_use(hall_day_id: int, without: int | None = None) -> dict[int, TableInUse]:
    """A table is in use from the publication of its round until its result is confirmed or the round is closed."""
    rows = (
        Match.objects.filter(
            round__stage__event__hall_day=hall_day_id,
            round__status__in=RoundStatus.takes_results(),
            kind=MatchKind.PLAYED,
            table__isnull=False,
        )
        .exclude(round__stage__event=without)
        .exclude(results__status=ResultStatus.CONFIRMED)
        .order_by("table", "pk")
        .values_list("table", "round__stage__event__name", "round__stage__event")
    )
    return {table: TableInUse(table, name, pk) for table, name, pk in rows if table is not None}


def free_tables(event: Event) -> Ranges:
    """The tables of the hall that are no other event's, not broken and not in use: for the event to move to.

    Three queries. Empty where the hall day does not say which tables it has.
    """
    if event.hall_day_id is None:
        return ()
    hall = ranges_of(HallDay.objects.values_list("tables", flat=True).get(pk=event.hall_day_id))
    taken = joined([*tables_of_others(event), *of_numbers(tables_in_use(event))])
    return without(without(hall, taken), broken_tables(event.hall_day_id))


def tables_of_others(event: Event) -> Ranges:
    """The tables that the other events of the hall day have as their own, without those that are over: one query."""
    others = Event.objects.filter(hall_day=event.hall_day_id, finished_at__isnull=True).exclude(pk=event.pk)
    return joined(span for stored in others.values_list("tables", flat=True) for span in ranges_of(stored))


def seats_of(events: Iterable[Event]) -> dict[int, Ranges]:
    """The tables of the open rounds of these events, drafts too, that have no result yet: one query."""
    rows = (
        Match.objects.filter(
            round__stage__event__in=list(events),
            round__status__in=RoundStatus.open(),
            kind=MatchKind.PLAYED,
            table__isnull=False,
        )
        .exclude(results__status=ResultStatus.CONFIRMED)
        .values_list("round__stage__event", "table")
    )
    found: dict[int, list[int]] = defaultdict(list)
    for event, table in rows:
        if table is not None:
            found[event].append(table)
    return {event: of_numbers(tables) for event, tables in found.items()}


class TableWish(NamedTuple):
    """A player's fixed table, or what the table must be (``TableProperty``)."""

    key: str
    table: int | None
    wanted: str


def fixed_tables(event: Event, wishes: Iterable[TableWish]) -> dict[str, int]:
    """The table of everyone who has a fixed one, by key. Whoever needs a kind of table gets the lowest such one of the
    event that nobody else has, in the order of the wishes; none where there is none. One more query for kinds.
    """
    known = list(wishes)
    found = {wish.key: wish.table for wish in known if wish.table}
    kinds = {wish.wanted for wish in known if wish.wanted and not wish.table}
    if not kinds or event.hall_day_id is None:
        return found
    allowed, taken = allowed_tables(event), set(found.values())
    rows = list(HallTable.objects.filter(hall_day=event.hall_day_id, broken=False).order_by("number"))
    for wish in known:
        if wish.table or not wish.wanted:
            continue
        fitting = (row.number for row in rows if getattr(row, wish.wanted) and holds(allowed, row.number))
        table = next((number for number in fitting if number not in taken), None)
        if table is not None:
            found[wish.key] = table
            taken.add(table)
    return found
