"""People who play in two events of a hall day, and where each of them plays now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from matches.enums import EntryStatus, MatchKind, ResultStatus, RoundStatus
from matches.models import Entry, Event, HallDay, Round, Seat
from matches.same_person import Identity, Together, in_several_events


class Playing(NamedTuple):
    """A match that somebody plays now: the event, the table and since when its round is published."""

    event: str
    event_slug: str
    round: int
    table: int
    since: datetime | None


class Elsewhere(NamedTuple):
    """A player of a round who plays at another event of the hall day now; ``sure`` is False for the same name alone."""

    entry: Entry
    playing: Playing
    sure: bool


class InSeveral(NamedTuple):
    """Somebody with entries at more than one event, in the order of these."""

    entries: tuple[Entry, ...]
    sure: bool


def people_in_several(hall_day: HallDay) -> list[InSeveral]:
    """Who is in more than one event that is not finished: two queries."""
    known = {entry.pk: entry for entry in _entries(hall_day.pk)}
    return [_in_several(together, known) for together in in_several_events(map(_identity, known.values()))]


def playing_elsewhere(round_: Round) -> list[Elsewhere]:
    """The players of a round without a result who play at another event of the hall day now: three queries, outside a
    hall day none.
    """
    event = round_.stage.event
    if event.hall_day_id is None:
        return []
    known = {entry.pk: entry for entry in _entries(event.hall_day_id)}
    now = playing_now(pk for pk, entry in known.items() if entry.event_id != event.pk)
    if not now:
        return []
    seated = Seat.objects.filter(round=round_).exclude(match__results__status=ResultStatus.CONFIRMED)
    here = set(seated.values_list("entry_id", flat=True))
    found: dict[tuple[int, int], Elsewhere] = {}
    for together in in_several_events(map(_identity, known.values())):  # those that are sure come first
        for mine in (row for row in together.rows if row in here):
            for row in (row for row in together.rows if row in now):
                found.setdefault((mine, row), Elsewhere(known[mine], now[row], together.sure))
    return sorted(found.values(), key=lambda one: (not one.sure, one.entry.number, one.playing.event))


class AlsoAt(NamedTuple):
    """Another public event of the hall day that a player is in; ``table`` is that of a match that is played now."""

    event: str
    event_slug: str
    table: int | None


def entries_elsewhere(event: Event, player_ids: Iterable[int]) -> list[Entry]:
    """The players' entries at the other public events of the hall day, at those that are over as well: one query,
    outside a hall day none.

    Only the same player's record counts: whoever types somebody's ID or address must not learn where they play.
    """
    if event.hall_day_id is None:
        return []
    rows = Entry.objects.filter(
        player__in=list(player_ids), event__hall_day=event.hall_day_id, event__published=True
    ).exclude(event=event)
    return list(rows.select_related("event__hall_day").order_by("event_id", "pk"))


def also_at(entries: Iterable[Entry]) -> dict[int, list[AlsoAt]]:
    """Of ``entries_elsewhere`` those that are still in at an event that is not over, by player: one query."""
    out = EntryStatus.out()
    known = [entry for entry in entries if entry.event.finished_at is None and entry.status not in out]
    now = playing_now(entry.pk for entry in known) if known else {}
    found: dict[int, list[AlsoAt]] = defaultdict(list)
    for entry in known:
        table = now[entry.pk].table if entry.pk in now else None
        found[entry.player_id].append(AlsoAt(entry.event.name, entry.event.slug, table))
    return dict(found)


def playing_now(entry_ids: Iterable[int]) -> dict[int, Playing]:
    """The matches without a confirmed result that these entries play now, by entry: one query."""
    rows = (
        Seat.objects.filter(
            entry__in=list(entry_ids),
            match__kind=MatchKind.PLAYED,
            match__table__isnull=False,
            round__status__in=RoundStatus.takes_results(),
        )
        .exclude(match__results__status=ResultStatus.CONFIRMED)
        .values_list(
            "entry_id",
            "round__stage__event__name",
            "round__stage__event__slug",
            "round__number",
            "match__table",
            "round__published_at",
        )
    )
    return {
        entry_id: Playing(name, slug, number, table or 0, since) for entry_id, name, slug, number, table, since in rows
    }


def _entries(hall_day_id: int) -> QuerySet[Entry]:
    """Everyone who is in an event of the hall day that is not finished."""
    entries = Entry.objects.filter(event__hall_day=hall_day_id, event__finished_at__isnull=True)
    return (
        entries.exclude(status__in=EntryStatus.out()).select_related("player", "event").order_by("event_id", "number")
    )


def _identity(entry: Entry) -> Identity:
    player = entry.player
    return Identity(entry.pk, entry.event_id, entry.player_id, player.external_id, player.email, player.plain_name)


def _in_several(together: Together, known: dict[int, Entry]) -> InSeveral:
    entries: dict[int, list[Entry]] = defaultdict(list)
    for row in together.rows:
        entries[known[row].event_id].append(known[row])
    return InSeveral(tuple(entry for pk in sorted(entries) for entry in entries[pk]), together.sure)
