"""Who wins which prize of an event: its table shared out over the ranking."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property

from django.db.models import F

from matches.course.queries import is_over, stages_of
from matches.final.queries import FinalRanking, FinalRow, StagePlaces, final_ranking, ranking_so_far
from matches.models import Entry, Event
from matches.prizes.sharing import Awards, Group, Share, awards
from matches.prizes.table import Equal, OnePrize, PrizeTable, from_stored
from matches.snapshots.queries import decided_by_lot


@dataclass(frozen=True)
class PrizeWinners:
    """What everyone wins. ``provisional`` before the last stage is finished: as if the event ended now."""

    event: Event
    table: PrizeTable
    awards: Awards
    entries: Mapping[int, Entry]
    provisional: bool = False

    @cached_property
    def by_number(self) -> dict[int, list[Share]]:
        """What each winner wins, by the player's number."""
        found: dict[int, list[Share]] = {}
        for share in self.awards.shares:
            found.setdefault(share.player, []).append(share)
        return found

    def of(self, entry: Entry) -> list[Share]:
        return self.by_number.get(entry.number, [])


def prize_table(event: Event) -> PrizeTable:
    """The prizes of an event; without any, an empty table."""
    return from_stored(event.prizes)


def final_winners(ranking: FinalRanking | None) -> PrizeWinners | None:
    """Who wins what once the event is over; None before, and without prizes."""
    return None if ranking is None or not ranking.event.prizes else _winners(ranking)


def prizes_held(event: Event) -> dict[int, set[tuple[str, int, tuple[int, ...]]]]:
    """What each winner of an event that is over has, by the player's number: to see what a correction changes. Nobody
    has anything before the end.
    """
    winners = final_winners(final_ranking(event)) if event.prizes else None
    shares = winners.by_number if winners is not None else {}
    return {number: {(one.category, one.units, one.things) for one in won} for number, won in shares.items()}


def winners_so_far(event: Event) -> PrizeWinners | None:
    """Who wins what: as if the event ended now, before it is over. None without prizes, or if nothing was played."""
    if not event.prizes:
        return None
    stages = stages_of(event)
    ranking = ranking_so_far(event, stages)
    return None if ranking is None else _winners(ranking, provisional=not is_over(stages))


def _winners(ranking: FinalRanking, *, provisional: bool = False) -> PrizeWinners:
    table = prize_table(ranking.event)
    barred = _barred(ranking) if table.one_prize is OnePrize.HALL_DAY else set()
    return _shared_out(ranking, table, barred, provisional=provisional)


def _shared_out(
    ranking: FinalRanking, table: PrizeTable, barred: Collection[int], *, provisional: bool = False
) -> PrizeWinners:
    marks = {row.entry.number: row.entry.categories for row in ranking.rows}
    shared = awards(table, groups_of(ranking, table.equal), ranking.event.seed, marks, barred)
    entries = {row.entry.number: row.entry for row in ranking.rows}
    return PrizeWinners(ranking.event, table, shared, entries, provisional)


def groups_of(ranking: FinalRanking, equal: Equal) -> list[Group]:
    """The players at equal places, the best first.

    Following the ranking, only those are equal who share a final place. Otherwise those are who went out of a bracket
    at the same point, whatever they had before it, and those whom nothing but the lot separates.
    """
    by_lot = [_lot_groups(stage) for stage in ranking.stages]
    groups: list[list[FinalRow]] = []
    for row in ranking.rows:
        is_equal = _same_place if equal is Equal.RANKING else _level
        if groups and is_equal(groups[-1][-1], row, by_lot):
            groups[-1].append(row)
        else:
            groups.append([row])
    return [Group(rows[0].rank, tuple(row.entry.number for row in rows)) for rows in groups]


def _lot_groups(stage: StagePlaces) -> dict[int, int]:
    """Which players of a stage with standings the lot alone separates: the number of their group."""
    groups = decided_by_lot(stage.snapshot.rows) if stage.snapshot is not None else []
    return {player: number for number, group in enumerate(groups) for player in group}


def _same_place(one: FinalRow, other: FinalRow, by_lot: Iterable[Mapping[int, int]]) -> bool:
    return one.rank == other.rank


def _level(one: FinalRow, other: FinalRow, by_lot: Iterable[Mapping[int, int]]) -> bool:
    """Whether two players are equal in the last stage that one of them reached."""
    for mine, theirs, lot in zip(one.places, other.places, by_lot, strict=True):
        if mine is None and theirs is None:
            continue
        if mine is None or theirs is None:
            return False
        group = lot.get(one.entry.number)
        return mine.first == theirs.first or (group is not None and group == lot.get(other.entry.number))
    return one.rank == other.rank


def _barred(ranking: FinalRanking) -> set[int]:
    """The players, by number, who have won a prize at an event of the hall day that was finished before this one."""
    won: set[int | str] = set()
    for event in _finished_before(ranking.event):
        earlier = final_ranking(event)
        if earlier is None:
            continue
        table = prize_table(event)
        shared = _shared_out(earlier, table, _marked(earlier, won))
        for number in shared.by_number:
            won.update(_marks(shared.entries[number]))
    return _marked(ranking, won)


def _finished_before(event: Event) -> Iterator[Event]:
    """The other events of the hall day with one prize a person in all of them, in the order in which they finished."""
    others = Event.objects.filter(hall_day=event.hall_day_id, finished_at__isnull=False).exclude(pk=event.pk)
    for other in others.order_by(F("finished_at"), "pk") if event.hall_day_id is not None else ():
        before = event.finished_at is None or (other.finished_at, other.pk) < (event.finished_at, event.pk)
        if before and prize_table(other).one_prize is OnePrize.HALL_DAY:
            yield other


def _marked(ranking: FinalRanking, won: Set[int | str]) -> set[int]:
    return {row.entry.number for row in ranking.rows if not won.isdisjoint(_marks(row.entry))} if won else set()


def _marks(entry: Entry) -> set[int | str]:
    """What makes two entries one person: the same player, or the same ID."""
    ident = entry.player.external_id.casefold()
    return {entry.player_id, ident} if ident else {entry.player_id}
