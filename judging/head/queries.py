"""What needs the head judge, read from the event's log with four queries, plus those of the appeals and calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from judging.calls.queries import CallNow, waiting_calls
from judging.enums import CallState, PenaltyStatus
from judging.models import Appeal, Infraction, Ruling
from judging.policy import Context, Offence, Policy, next_penalty
from judging.policy.structs import ROUND_LOSS
from judging.rulings.queries.cases import PenaltyCase, cases_of
from judging.rulings.queries.penalties import (
    DUPLICATE_WINDOW,
    offence,
    venue_day,
)
from judging.rulings.queries.suggestions import one_game_round
from matches.enums import EntryStatus, MatchKind, ResultStatus, RoundStatus
from matches.models import Entry, Event, Match, Seat
from matches.situation import OpenAppeal, RoundRef

RECOUNT_SHOWN = timedelta(hours=1)


@dataclass(frozen=True)
class NearUpgrade:
    """A player whose next offence of this kind would lead to a round loss or more."""

    entry: Entry
    code: str
    times: int
    next: str


@dataclass(frozen=True)
class Docket:
    provisional: list[PenaltyCase]
    deviations: list[PenaltyCase]
    waiting: list[PenaltyCase]
    duplicates: list[tuple[PenaltyCase, PenaltyCase]]
    recounted: list[PenaltyCase]
    near: list[NearUpgrade]
    appeals: list[Appeal]
    calls: list[CallNow]

    def count(self) -> int:
        """The number of items that need an act."""
        decided = (self.provisional, self.deviations, self.waiting, self.duplicates, self.appeals, self.calls)
        return sum(len(part) for part in decided)


def docket_of(event: Event, policy: Policy, at: datetime) -> Docket:
    """Everything that the head judge's page lists."""
    cases = cases_of(event)
    provisional = [case for case in cases if case.state.status == PenaltyStatus.PROVISIONAL]
    return Docket(
        provisional=[case for case in provisional if not case.state.deviation],
        deviations=[case for case in provisional if case.state.deviation],
        waiting=_can_be_carried_out(cases),
        duplicates=duplicates(cases, _accepted(event)),
        recounted=[case for case in cases if _is_recounted(case, at)],
        near=_near(event, policy, cases, at),
        appeals=open_appeals(event),
        calls=[now for now in waiting_calls(event) if now.state == CallState.ESCALATED],
    )


def _is_recounted(case: PenaltyCase, at: datetime) -> bool:
    """A penalty that stands, was given without a connection, and turned out to count as another offence; for an hour.

    Where another penalty would be due now, the case is a deviation and listed as one.
    """
    row = case.infraction
    return case.state.in_force and "told" in row.suggestion and at - row.server_time < RECOUNT_SHOWN


def open_appeals(event: Event) -> list[Appeal]:
    """Undecided appeals, oldest first."""
    return list(
        Appeal.objects.filter(event=event, decision__isnull=True)
        .select_related("entry__player", "judge", "match", "round__stage", "of__judge")
        .order_by("sequence")
    )


def appeals_for_desk(event: Event) -> list[OpenAppeal]:
    """The open appeals as the list of next steps takes them. One query."""
    return [OpenAppeal(appeal.table, appeal.server_time, _round_of(appeal)) for appeal in open_appeals(event)]


def _round_of(appeal: Appeal) -> RoundRef | None:
    return RoundRef(appeal.round.stage.order, appeal.round.number) if appeal.round is not None else None


def duplicates(cases: Sequence[PenaltyCase], accepted: Iterable[object] = ()) -> list[tuple[PenaltyCase, PenaltyCase]]:
    """Pairs that may be one fault logged twice: same player, match and code, two judges, within three minutes.

    Left out are rescinded penalties and the infractions with the ids in ``accepted``: the head judge found that they
    are no duplicates.
    """
    accepted = set(accepted)
    earlier: dict[tuple[int, int | None, str], list[PenaltyCase]] = defaultdict(list)
    pairs = []
    for case in cases:
        row = case.infraction
        if case.state.status == PenaltyStatus.RESCINDED or row.pk in accepted:
            continue
        key = (row.entry_id, row.match_id, row.code)
        pairs += [(other, case) for other in earlier[key] if _at_once(other.infraction, row)]
        earlier[key].append(case)
    return pairs


def _at_once(first: Infraction, second: Infraction) -> bool:
    return first.judge_id != second.judge_id and abs(_when(first) - _when(second)) <= DUPLICATE_WINDOW


def _when(row: Infraction) -> datetime:
    """When the infraction was logged at the table; the record may have reached the server later."""
    return row.device_time or row.server_time


def _accepted(event: Event) -> set[object]:
    """The ids of infractions that the head judge found to be no duplicates."""
    return set(
        Ruling.objects.filter(event=event, matter="duplicate", corrects__isnull=False).values_list(
            "corrects_id", flat=True
        )
    )


def _can_be_carried_out(cases: Sequence[PenaltyCase]) -> list[PenaltyCase]:
    """Losses that waited, and whose player has an undecided match now."""
    waiting = [case for case in cases if case.waits]
    if not waiting:
        return []
    undecided = Match.objects.filter(round__status__in=RoundStatus.takes_results(), kind=MatchKind.PLAYED).exclude(
        results__status=ResultStatus.CONFIRMED
    )
    seated = set(
        Seat.objects.filter(entry__in=[case.infraction.entry_id for case in waiting], match__in=undecided).values_list(
            "entry_id", flat=True
        )
    )
    return [case for case in waiting if case.infraction.entry_id in seated]


def _near(event: Event, policy: Policy, cases: Sequence[PenaltyCase], at: datetime) -> list[NearUpgrade]:
    context = Context(match=None, day=venue_day(event, at), one_game_round=one_game_round(event))
    records: dict[int, list[Offence]] = defaultdict(list)
    entries: dict[int, Entry] = {}
    times: dict[tuple[int, str], int] = defaultdict(int)
    for case in cases:
        row = case.infraction
        entries[row.entry_id] = row.entry
        records[row.entry_id].append(offence(row, case.state))
        if case.state.in_force and not row.note_only:
            times[row.entry_id, row.code] += 1
    found = []
    for (entry, code), count in times.items():
        coming = next_penalty(policy, code, records[entry], context)
        out = entries[entry].status in EntryStatus.out()
        if not out and policy.level(coming) >= policy.level(ROUND_LOSS):
            found.append(NearUpgrade(entries[entry], code, count, coming))
    return sorted(found, key=lambda near: (-policy.level(near.next), near.entry.number, near.code))
