"""Reads of events: those of a person, those that are open to all, one with its settings and stages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from matches.enums import EntryStatus, LeaverResults, Role, RoundStatus, StageKind
from matches.models import Entry, Event, EventRole, Member, Round, Stage, User

MOST = 100
CURRENT = Q(is_template=False, archived_at__isnull=True)
"""The events that lists show."""
ARCHIVED = Q(is_template=False, archived_at__isnull=False)
TEMPLATES = Q(is_template=True)


def with_players(events: QuerySet[Event]) -> QuerySet[Event]:
    """With ``players``, the number of those who are in or signed up: counted for those events alone that are read."""
    entries = Entry.objects.filter(event=OuterRef("pk")).exclude(status=EntryStatus.DISQUALIFIED)
    return events.annotate(
        players=Coalesce(Subquery(entries.order_by().values("event").annotate(n=Count("pk")).values("n")), 0)
    )


def events_of(user: User, shelf: Q = CURRENT) -> list[tuple[Event, list[str]]]:
    """The newest events that a person works at, with the roles there; all of them for a superuser. Two queries.

    ``shelf`` is ``CURRENT`` or ``ARCHIVED``.
    """
    held: dict[int, list[str]] = {}
    for event_id, role in EventRole.objects.filter(user=user).order_by("pk").values_list("event_id", "role"):
        held.setdefault(event_id, []).append(role)
    events = Event.objects.all() if user.is_superuser else Event.objects.filter(pk__in=list(held))
    return [(event, held.get(event.pk, [Role.ORGANISER.value])) for event in with_players(events.filter(shelf))[:MOST]]


def public_events() -> QuerySet[Event]:
    """The events with a public page, the newest first, without those in the archive."""
    return with_players(Event.objects.filter(CURRENT, published=True))


def visible_events(user: object) -> QuerySet[Event]:
    """The events that a person may see: the published ones and those where the person works."""
    if not isinstance(user, User):
        return Event.objects.filter(published=True)
    if user.is_superuser:
        return Event.objects.all()
    own = EventRole.objects.filter(user=user).values("event")
    return Event.objects.filter(Q(published=True) | Q(pk__in=own))


def events_to_copy(user: object) -> QuerySet[Event]:
    """The events and templates that a person organises, the newest first; all of them for a superuser."""
    if not isinstance(user, User):
        return Event.objects.none()
    if user.is_superuser:
        return Event.objects.all()
    own = EventRole.objects.filter(user=user, role=Role.ORGANISER)
    return Event.objects.filter(pk__in=own.values("event"))


def templates_of(user: object) -> list[Event]:
    """The templates that a person can make events from, the newest first: those that the person organises, and those
    of the person's clubs. Two queries.
    """
    if not isinstance(user, User):
        return []
    clubs = Member.objects.filter(user=user, accepted_at__isnull=False).values("organisation")
    shared = Event.objects.filter(TEMPLATES, is_shared=True, organisation__in=clubs).select_related("organisation")
    own = events_to_copy(user).filter(TEMPLATES).select_related("organisation")
    found = {event.pk: event for event in [*own[:MOST], *shared[:MOST]]}
    return sorted(found.values(), key=lambda event: (event.date, event.pk), reverse=True)


def events_with_role(user: User) -> QuerySet[Event]:
    """The events where the person works; all of them for a superuser."""
    if user.is_superuser:
        return Event.objects.all()
    return Event.objects.filter(pk__in=EventRole.objects.filter(user=user).values("event"))


def roles_held(user: object, events: Iterable[Event]) -> dict[int, list[str]]:
    """A person's roles by event, in the order of ``Role``: one query. A superuser is organiser of all."""
    held: dict[int, set[str]] = defaultdict(set)
    if isinstance(user, User):
        rows = EventRole.objects.filter(user=user, event__in=[event.pk for event in events])
        for event_id, role in rows.values_list("event_id", "role"):
            held[event_id].add(role)
        if user.is_superuser:
            for event in events:
                held[event.pk].add(Role.ORGANISER)
    return {pk: [role.value for role in Role if role in roles] for pk, roles in held.items()}


@dataclass(frozen=True, kw_only=True)
class StageSettings:
    """What the stages of an event keep of its settings.

    ``cut`` 0: no cut; ``grand_final_reset`` None: no double elimination.
    """

    kind: str
    rounds: int
    cut: int
    cut_kind: str
    power_pair_last: bool
    third_place: bool
    grand_final_reset: bool | None
    balance_starts: bool
    leaver_results: str


def stage_settings(stages: Iterable[Stage]) -> StageSettings:
    """Read settings from ordered stages."""
    known = list(stages)
    first = known[0] if known else None
    swiss = first if first and first.has_open_field else None
    bracket = next((stage for stage in known if stage.is_bracket), None)
    cut = bracket if bracket is not first else None
    return StageSettings(
        kind=first.kind if first else StageKind.SWISS.value,
        rounds=swiss.rounds_planned if swiss else 0,
        cut=(cut.cut_to or 0) if cut else 0,
        cut_kind=cut.kind if cut else StageKind.SINGLE_ELIMINATION.value,
        power_pair_last=swiss.power_pair_last if swiss else False,
        third_place=bracket.third_place if bracket else False,
        grand_final_reset=grand_final_reset(bracket) if bracket else None,
        balance_starts=swiss.balance_starts if swiss else False,
        leaver_results=leaver_results(first),
    )


def grand_final_reset(stage: Stage) -> bool | None:
    """Whether the loser's side winning the grand final means that it is played again; None: no double elimination."""
    if stage.kind != StageKind.DOUBLE_ELIMINATION:
        return None
    return bool(stage.options.get("grand_final_reset", True))


def legs_of(stage: Stage) -> int:
    """How often everybody meets everybody in a round robin."""
    return int(stage.options.get("legs", 1))


def leaver_results(stage: Stage | None) -> str:
    """What happens to the results of players who drop from a round robin before half of their matches."""
    kept = stage.options.get("leaver_results") if stage is not None else None
    return kept or LeaverResults.STRIKE.value


def stages_with_rounds(event: Event, *, staff: bool) -> QuerySet[Stage]:
    """The stages in order, each with ``visible_rounds``: those that stand, for players those that are published."""
    rounds = Round.objects.exclude(status=RoundStatus.WITHDRAWN).order_by("number")
    if not staff:
        rounds = rounds.filter(status__in=RoundStatus.public())
    return event.stages.order_by("order").prefetch_related(Prefetch("rounds", rounds, to_attr="visible_rounds"))


def has_begun(stage: Stage) -> bool:
    """Whether a round of the stage was ever paired. A withdrawn round counts, because its pairings are kept."""
    return stage.started_at is not None or stage.rounds.exists()
