"""Events as values, and an event's settings as the plan that the services take."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db.models import Count, Q, QuerySet

from matches.enums import EntryStatus, Role, RoundStatus, StageKind
from matches.events.game_queries import shape_of
from matches.events.plan_services import CUSTOM, EventPlan, without_idle_choices
from matches.models import Event, EventRole, Stage, User
from matches.rounds.labels import round_label
from matches.rounds.queries import current_round, rounds_of, stages_of
from rules_engine import games


def visible_events(user: object) -> QuerySet[Event]:
    """The events that a person may see: the published ones and those where the person works."""
    if not isinstance(user, User):
        return Event.objects.filter(published=True)
    if user.is_superuser:
        return Event.objects.all()
    own = EventRole.objects.filter(user=user).values("event")
    return Event.objects.filter(Q(published=True) | Q(pk__in=own))


def counted(events: QuerySet[Event]) -> QuerySet[Event]:
    """With ``players``: signed up and not disqualified."""
    return events.annotate(players=Count("entries", filter=~Q(entries__status=EntryStatus.DISQUALIFIED)))


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


def event_short(event: Event, roles: Iterable[str]) -> dict[str, Any]:
    """A line of the list; ``event`` comes from ``counted``."""
    plain = ("slug", "name", "date", "venue", "game", "preset", "published")
    return {
        **{name: getattr(event, name) for name in plain},
        "finished": event.finished_at is not None,
        "players": event.players,  # type: ignore[attr-defined]
        "roles": list(roles),
    }


def event_shown(event: Event, roles: Iterable[str], *, staff: bool) -> dict[str, Any]:
    """An event with its settings; ``event`` comes from ``counted``. Two queries."""
    plain = (
        "time_zone", "rules", "cap_minutes", "late_policy", "intentional_draws", "players_report", "name_display",
        "finished_at",
    )  # fmt: skip
    shape = shape_of(event)
    now = current_round(event, public_only=not staff)
    return {
        **event_short(event, roles),
        **{name: getattr(event, name) for name in plain},
        **stage_settings(stages_of(event)),
        "cap_reason": event.cap_reason if staff else None,
        "score": {name: getattr(shape, name) for name in ("unit", "best_of", "wins_needed", "rounds", "tie_breaks")},
        "current_round": None
        if now is None
        else {"stage": now.stage.order, "number": now.number, "status": now.status, "label": round_label(now)},
    }


def stage_settings(stages: Iterable[Stage]) -> dict[str, Any]:
    """What the stages keep of an event's settings."""
    known = list(stages)
    first = known[0] if known else None
    swiss = first if first and first.kind == StageKind.SWISS else None
    bracket = next((stage for stage in known if stage.is_bracket), None)
    cut = bracket if bracket is not first else None
    return {
        "kind": first.kind if first else StageKind.SWISS.value,
        "rounds": swiss.rounds_planned if swiss else 0,
        "power_pair_last": swiss.power_pair_last if swiss else False,
        "balance_starts": swiss.balance_starts if swiss else False,
        "cut": (cut.cut_to or 0) if cut else 0,
        "cut_kind": cut.kind if cut else StageKind.SINGLE_ELIMINATION.value,
        "third_place": bracket.third_place if bracket else False,
        "grand_final_reset": _reset_of(bracket) if bracket else None,
    }


def _reset_of(stage: Stage) -> bool | None:
    if stage.kind != StageKind.DOUBLE_ELIMINATION:
        return None
    return bool(stage.options.get("grand_final_reset", True))


def changed_plan(event: Event, changes: dict[str, Any]) -> EventPlan:
    """The event's settings with ``changes``. A cap that stands outside the game's limits keeps its override.

    Another preset brings its own cap, unless one is given; own rules begin with those that are there. What another way
    to play has no use for is not carried over; what is given all the same is refused by the services.
    """
    least, most = games.get(event.game).cap_minutes
    known: dict[str, Any] = {
        name: getattr(event, name)
        for name in (
            "name", "date", "venue", "time_zone", "game", "preset", "rules", "cap_minutes", "cap_reason",
            "late_policy", "intentional_draws", "players_report", "name_display",
        )
    }  # fmt: skip
    known |= stage_settings(event.stages.all()) | {"cap_override": not least <= event.cap_minutes <= most}
    known["power_pair_last"] = None if known["power_pair_last"] == bool(known["cut"]) else known["power_pair_last"]
    other = changes.get("preset", event.preset)
    if other not in (event.preset, CUSTOM):
        known["cap_minutes"] = None
    carried = without_idle_choices(EventPlan(**{**known, **changes}))
    return replace(carried, **changes)


def stages_shown(event: Event, *, staff: bool) -> list[dict[str, Any]]:
    """The event's stages with the numbers of their rounds: two queries."""
    rounds: dict[int, list[int]] = defaultdict(list)
    for round_ in rounds_of(event):
        if staff or round_.status in RoundStatus.public():
            rounds[round_.stage_id].append(round_.number)
    plain = ("order", "kind", "rounds_planned", "cut_to", "power_pair_last", "third_place", "balance_starts")
    return [
        {
            **{name: getattr(stage, name) for name in plain},
            "grand_final_reset": _reset_of(stage),
            "started": stage.started_at is not None if staff else bool(rounds[stage.pk]),
            "finished": stage.finished_at is not None,
            "rounds": rounds[stage.pk],
        }
        for stage in stages_of(event)
    ]


def presets_shown() -> list[dict[str, Any]]:
    """Every preset of every game."""
    return [
        {
            "game": game.key,
            "game_name": game.name,
            "preset": preset.key,
            "name": preset.name,
            "rules": dict(preset.rules),
            "cap_minutes": preset.cap_minutes,
        }
        for game in games.all_games()
        for preset in game.presets
    ]
