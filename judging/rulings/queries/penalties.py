"""What became of infractions: status is computed from the penalty's events, never stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery

from judging.enums import PenaltyAct, PenaltyStatus
from judging.models import Infraction, PenaltyEvent, Record, Ruling
from judging.policy import Offence
from judging.rulings.effects.stored import Effect, RoundLoss, read_effect
from matches.enums import ResultStatus
from matches.kept_queries import KeptQuery
from matches.models import Entry, Event, Match, Result

DUPLICATE_WINDOW = timedelta(minutes=3)
"""Within this time, the same fault logged by two judges may be one fault."""
WITHDRAWN = "withdrawn"
BOTH_STAND = "both_stand"
DUPLICATE = "duplicate"
STATEMENT = "statement"
JOINED = "joined"
"""The matters of rulings that note a statement about an incident, and the number of a record that belongs to it."""
RESULT_MATTER = "result"
"""The matter of the ruling that notes a result changed on appeal: ``2-1 → 1-2``."""
TURNS_MATTER = "turns"
"""The matter of the ruling that notes that two devices recorded one table (``begun 2``), and which record counts
(``counts 1``).
"""
NOTES = (DUPLICATE, STATEMENT, JOINED, RESULT_MATTER, TURNS_MATTER)
"""The matters of rulings that only note something."""


@dataclass(frozen=True, kw_only=True)
class PenaltyState:
    """The state of a penalty. ``penalty`` is the last one given, or ""; ``needs`` is the role that must confirm it."""

    penalty: str
    status: PenaltyStatus
    needs: str = ""
    deviation: bool = False
    struck: tuple[str, ...] = ()

    @property
    def is_unrescinded(self) -> bool:
        return self.status in PenaltyStatus.unrescinded()

    @property
    def in_force(self) -> bool:
        return self.status in PenaltyStatus.in_force()


def penalty_state(events: Iterable[PenaltyEvent]) -> PenaltyState:
    """The state after a penalty's events, which must come in the order of the log."""
    penalty, status, needs, deviation = "", PenaltyStatus.NOTED, "", False
    struck: list[str] = []
    for event in events:
        if event.act == PenaltyAct.APPLIED:
            continue
        if event.act == PenaltyAct.RESCINDED:
            status, needs = PenaltyStatus.RESCINDED, ""
            struck += [penalty] if penalty else []
        elif event.act == PenaltyAct.CONFIRMED:
            status, needs = PenaltyStatus.CONFIRMED, ""
        else:
            struck += [penalty] if penalty else []
            penalty, deviation = event.penalty, event.deviation
            status = PenaltyStatus.PROVISIONAL if event.provisional else PenaltyStatus.ISSUED
            needs = event.needs if event.provisional else ""
    return PenaltyState(penalty=penalty, status=status, needs=needs, deviation=deviation, struck=tuple(struck))


def active_effect(events: Iterable[PenaltyEvent]) -> Effect | None:
    """The effect of the current penalty on the match: the newest one since the last change, or None."""
    effect: Effect | None = None
    for event in events:
        if event.act in (PenaltyAct.CHANGED, PenaltyAct.RESCINDED):
            effect = None
        effect = read_effect(event.effect) or effect
    return effect


def results_by_penalty(match: str) -> QuerySet[Result]:
    """The confirmed result of the match with this key, if a penalty made it or was taken back and left it."""
    steps = PenaltyEvent.objects.filter(Q(result=OuterRef("pk")) | Q(left_result=OuterRef("pk")))
    stored = Result.objects.filter(Exists(steps), match__key=match, status=ResultStatus.CONFIRMED)
    return stored.select_related("match__round__stage__event")


def steps_to(result: Result) -> QuerySet[PenaltyEvent]:
    """The steps of penalties that made a result, or left it."""
    return PenaltyEvent.objects.filter(Q(result=result) | Q(left_result=result))


def current_statements(events: Iterable[PenaltyEvent]) -> dict[str, Any]:
    """What was stated with the current penalty, also after it was rescinded; {} once another one took its place."""
    stated: dict[str, Any] = {}
    for event in events:
        if event.act == PenaltyAct.CHANGED:
            stated = {}
        stated = event.statements or stated
    return stated


def replaced_penalties(records: Iterable[Record]) -> set[Any]:
    """The ids of the penalty events among ``records``, in the order of the log, whose penalty was changed later."""
    current: dict[Any, list[Any]] = {}
    replaced: set[Any] = set()
    for record in records:
        if not isinstance(record, PenaltyEvent):
            continue
        if record.act in (PenaltyAct.CHANGED, PenaltyAct.RESCINDED):
            replaced.update(current.pop(record.infraction_id, []))
        if record.act != PenaltyAct.RESCINDED:
            current.setdefault(record.infraction_id, []).append(record.pk)
    return replaced


def result_before(record: Record) -> str:
    """The result that a record changed on appeal, or ""."""
    if not isinstance(record, Ruling) or record.matter != RESULT_MATTER or " → " not in record.outcome:
        return ""
    return record.outcome.split(" → ")[0]


def waiting_effect(infraction: Infraction) -> Effect | None:
    """What an infraction brought that waits for the player's next match: a loss or a time penalty."""
    steps = PenaltyEvent.objects.filter(infraction=infraction).order_by("sequence")
    effect = active_effect(steps)
    return effect if effect is not None and effect.is_waiting else None


def round_loss_seats(matches: Sequence[Match]) -> dict[int, list[int]]:
    """By match, the seat of the player for each of its game rounds that was lost by a penalty in force: one query."""
    alone = len(matches) == 1
    steps = _SEATED_AT.all(matches[0].pk) if alone else _steps(match__in=[match.pk for match in matches])
    by_infraction: dict[tuple[int, Any], list[Any]] = {}
    for step in steps:
        by_infraction.setdefault((step.at_match, step.infraction_id), []).append(step)
    known = {match.pk: match for match in matches}
    found: dict[int, list[int]] = {}
    for (match_id, _infraction), events in by_infraction.items():
        if penalty_state(events).in_force and _is_round_lost(active_effect(events), known[match_id]):
            found.setdefault(match_id, []).append(events[0].seat)
    return found


def _steps(**seats: Any) -> QuerySet[Any]:
    """The steps of the penalties of those who sit at these ``seats``, with ``seat`` and ``at_match``."""
    steps = PenaltyEvent.objects.filter(**{f"infraction__entry__seats__{name}": value for name, value in seats.items()})
    at = {"seat": F("infraction__entry__seats__index"), "at_match": F("infraction__entry__seats__match")}
    return steps.annotate(**at).order_by("sequence")


_SEATED_AT = KeptQuery(lambda match: _steps(match=match))


def _is_round_lost(effect: Effect | None, match: Match) -> bool:
    return isinstance(effect, RoundLoss) and effect.match == str(match.key)


def match_losses_due(event: Event) -> list[tuple[str, int]]:
    """The match losses in force that are given with the result of a table of more than two: its key, and the entry.

    One query.
    """
    with_result = Q(effect__with_result=True) | Q(effect__loss__with_result=True)
    infractions = PenaltyEvent.objects.filter(with_result, event=event).values("infraction")
    by_infraction: dict[Any, list[PenaltyEvent]] = {}
    steps = PenaltyEvent.objects.filter(infraction__in=infractions).select_related("infraction").order_by("sequence")
    for step in steps:
        by_infraction.setdefault(step.infraction_id, []).append(step)
    found = []
    for events in by_infraction.values():
        effect = active_effect(events)
        loss = effect.match_loss if effect is not None else None
        if loss is not None and loss.match and loss.with_result and penalty_state(events).in_force:
            found.append((loss.match, events[0].infraction.entry_id))
    return found


def venue_day(event: Event, at: datetime) -> date:
    """The date at the venue, which is what "today" means in a policy."""
    return at.astimezone(ZoneInfo(event.time_zone)).date()


def infractions_of(event: Event, **where: Any) -> QuerySet[Infraction]:
    """An event's infractions as pages show them, oldest first; ``where`` narrows them."""
    return (
        Infraction.objects.filter(event=event, **where)
        .select_related("entry__player", "judge", "match", "round")
        .order_by("sequence")
    )


def of_status(infractions: QuerySet[Infraction], status: PenaltyStatus | None) -> QuerySet[Infraction]:
    """The infractions whose penalty is provisional or rescinded now, as ``penalty_state`` says it; all for None."""
    return infractions if status is None else _with_last_step(infractions).filter(_IS[status])


def status_counts(infractions: QuerySet[Infraction]) -> dict[PenaltyStatus | None, int]:
    """How many infractions there are altogether, and of each status that ``of_status`` tells apart: one query."""
    counts = {str(status): Count("pk", filter=which) for status, which in _IS.items()}
    found = _with_last_step(infractions).order_by().aggregate(every=Count("pk"), **counts)
    return {None: found["every"], **{status: found[str(status)] for status in _IS}}


_IS = {
    PenaltyStatus.RESCINDED: Q(last_act=PenaltyAct.RESCINDED),
    PenaltyStatus.PROVISIONAL: Q(is_provisional=True) & ~Q(last_act__in=(PenaltyAct.RESCINDED, PenaltyAct.CONFIRMED)),
}


def _with_last_step(infractions: QuerySet[Infraction]) -> QuerySet[Infraction]:
    """With the last step of each penalty that says something about its status."""
    steps = PenaltyEvent.objects.filter(infraction=OuterRef("pk")).exclude(act=PenaltyAct.APPLIED).order_by("-sequence")
    return infractions.annotate(
        last_act=Subquery(steps.values("act")[:1]), is_provisional=Subquery(steps.values("provisional")[:1])
    )


def with_penalties(infractions: QuerySet[Infraction]) -> QuerySet[Infraction]:
    """Infractions with their ``penalty_events`` in the order of the log: one query more."""
    return infractions.prefetch_related(Prefetch("penalty_events", PenaltyEvent.objects.order_by("sequence")))


def is_decision(ruling: Ruling) -> bool:
    """Whether a ruling is a judge's decision on a matter, which has a page of its own."""
    return ruling.matter not in NOTES and ruling.outcome != WITHDRAWN


def rulings_of(event: Event) -> QuerySet[Ruling]:
    """An event's rulings in the order of the log, with ``withdrawn``: whether a later record took them back."""
    withdrawn = Exists(Ruling.objects.filter(corrects=OuterRef("pk")))
    rulings = Ruling.objects.filter(event=event).select_related("judge", "round", "concerns")
    return rulings.annotate(withdrawn=withdrawn).order_by("sequence")


def penalty_states(infractions: Iterable[Infraction]) -> dict[Any, PenaltyState]:
    """By the infraction's id, one query for all of them."""
    events: dict[Any, list[PenaltyEvent]] = {infraction.pk: [] for infraction in infractions}
    rows = PenaltyEvent.objects.filter(infraction__in=list(events)).order_by("sequence")
    for row in rows:
        events[row.infraction_id].append(row)
    return {key: penalty_state(rows) for key, rows in events.items()}


def penalty_state_of(infraction: Infraction) -> PenaltyState:
    """Of one infraction."""
    return penalty_states([infraction])[infraction.pk]


def offence(row: Infraction, state: PenaltyState) -> Offence:
    """An infraction as the policy counts it; its match should be at hand."""
    return Offence(
        infraction=row.code,
        penalty=state.penalty,
        match=str(row.match.key) if row.match else None,
        day=row.day,
        note_only=row.note_only,
        rescinded=state.status == PenaltyStatus.RESCINDED,
        provisional=state.status == PenaltyStatus.PROVISIONAL,
    )


def offences_of(event: Event, entry: Entry) -> list[Offence]:
    """Everything on record for a player, in the order of the log: two queries."""
    rows = list(Infraction.objects.filter(event=event, entry=entry).select_related("match").order_by("sequence"))
    states = penalty_states(rows)
    return [offence(row, states[row.pk]) for row in rows]
