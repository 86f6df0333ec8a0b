"""Events: made from a preset or by hand, changed, shown to the public, finished.

What would change a result is locked from the first published round on; the time cap is locked while a round runs.
"""

from __future__ import annotations

import datetime as dt
import secrets
import zoneinfo
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from matches.enums import LatePolicy, NameDisplay, Role, RoundStatus, StageKind
from matches.errors import Refused
from matches.models import Event, EventRole, Round, Stage
from matches.services.acts import Act, Actor, act
from rules_engine import games

CUSTOM = "custom"
MAX_ROUNDS = 30
MAX_CUT = 1024
SEED_BITS = 48


@dataclass(frozen=True, kw_only=True)
class EventPlan:
    """What an organiser chooses for an event.

    ``preset`` is a key of the game's presets, or ``custom``: then ``rules`` (a mapping as the game's ``rule_set``
    takes it) and ``cap_minutes`` must be there. ``cap_minutes`` None is the preset's own. A cap outside the game's
    limits needs ``cap_override`` and ``cap_reason``, which the audit log keeps. ``cut`` is how many of the
    ``rounds`` Swiss rounds go on to a single elimination, 0 for none. ``power_pair_last`` None: on when a cut follows.
    """

    name: str
    date: dt.date
    game: str
    preset: str = CUSTOM
    rules: Mapping[str, Any] | None = None
    cap_minutes: int | None = None
    cap_override: bool = False
    cap_reason: str = ""
    rounds: int = 5
    cut: int = 0
    venue: str = ""
    time_zone: str = "UTC"
    late_policy: str = LatePolicy.LOSSES
    intentional_draws: bool = False
    players_report: bool = True
    name_display: int = NameDisplay.FULL
    power_pair_last: bool | None = None
    third_place: bool = False
    balance_starts: bool = False


def create_event(*, actor: Actor, plan: EventPlan, seed: int | None = None) -> Event:
    """Make an event with its stages; whoever makes it becomes its organiser. Every lot is drawn from ``seed``."""
    columns = _columns(plan)
    columns["seed"] = secrets.randbits(SEED_BITS) if seed is None else seed
    with transaction.atomic():
        event = _insert(plan, created_by=actor.user, **columns)
        with act("create_event", event_id=event.pk, actor=actor, reason=plan.cap_reason) as done:
            _make_stages(event, plan)
            if actor.user is not None:
                EventRole.objects.create(event=event, user=actor.user, role=Role.ORGANISER)
            done.says(**_audit(plan, columns))
            done.changed("event")
    return event


def update_event(*, event_id: int, actor: Actor, plan: EventPlan) -> Event:
    """Change an event's settings. The address stays. ``Refused`` names a setting that is locked by now."""
    columns = _columns(plan)
    with act("update_event", event_id=event_id, actor=actor, reason=plan.cap_reason) as done:
        event = done.event
        changed = {name for name, value in columns.items() if getattr(event, name) != value}
        _check_locks(event, changed)
        _change_stages(event, plan)
        for name in changed:
            setattr(event, name, columns[name])
        event.save(update_fields=sorted(changed))
        done.says(changed=sorted(changed), **_audit(plan, columns))
        done.changed("event")
    return event


def publish_event(*, event_id: int, actor: Actor, on: bool = True) -> Event:
    """Open the event's public page, or (``on`` False) close it to all but the staff."""
    with act("publish_event" if on else "unpublish_event", event_id=event_id, actor=actor) as done:
        done.event.published = on
        done.event.save(update_fields=["published"])
        done.changed("event")
    return done.event


def finish_event(*, event_id: int, actor: Actor) -> Event:
    """Close the event: nothing is paired or signed up after it. Refused while a round is open."""
    with act("finish_event", event_id=event_id, actor=actor) as done:
        if done.event.finished_at is not None:
            raise Refused("already_finished", _("This event is finished already."), conflict=True)
        if Round.objects.filter(stage__event=done.event, status__in=RoundStatus.open()).exists():
            raise Refused("round_open", _("A round is still open. Close it or withdraw its draft first."))
        _set_finished(done, done.at)
    return done.event


def reopen_event(*, event_id: int, actor: Actor, reason: str) -> Event:
    """Take a finished event up again, with a reason for the log."""
    with act("reopen_event", event_id=event_id, actor=actor, reason=reason) as done:
        if done.event.finished_at is None:
            raise Refused("not_finished", _("This event is not finished."), conflict=True)
        if not reason.strip():
            raise Refused("reason_missing", _("Say why the event is taken up again."), field="reason")
        _set_finished(done, None)
    return done.event


def _set_finished(done: Act, at: dt.datetime | None) -> None:
    done.event.finished_at = at
    done.event.save(update_fields=["finished_at"])
    Stage.objects.filter(event=done.event, started_at__isnull=False).update(finished_at=at)
    done.changed("event")


# What a plan becomes ---------------------------------------------------------------------------------------------


def _columns(plan: EventPlan) -> dict[str, Any]:
    """The plan as the event's columns, checked; raises ``Refused`` with the field it concerns."""
    rules, default_cap = _rules(plan)
    if not plan.name.strip():
        raise Refused("name_missing", _("Give the event a name."), field="name")
    if plan.time_zone not in zoneinfo.available_timezones():
        raise Refused("time_zone_unknown", _("This time zone is not known."), field="time_zone")
    if not 1 <= plan.rounds <= MAX_ROUNDS:
        raise Refused(
            "rounds_out_of_range", _("Plan 1 to %(most)d Swiss rounds.") % {"most": MAX_ROUNDS}, field="rounds"
        )
    if plan.cut and not 2 <= plan.cut <= MAX_CUT:
        raise Refused("cut_out_of_range", _("A cut is to 2 players or more, or there is none."), field="cut")
    return {
        "name": plan.name.strip(),
        "date": plan.date,
        "game": plan.game,
        "preset": plan.preset,
        "rules": rules,
        "cap_minutes": _cap(plan, default_cap),
        "cap_reason": plan.cap_reason.strip(),
        "venue": plan.venue.strip(),
        "time_zone": plan.time_zone,
        "late_policy": LatePolicy(plan.late_policy).value,
        "intentional_draws": plan.intentional_draws,
        "players_report": plan.players_report,
        "name_display": NameDisplay(plan.name_display).value,
    }


def _rules(plan: EventPlan) -> tuple[dict[str, Any], int | None]:
    """The rule set as a mapping, and the cap that comes with it (None for own rules)."""
    try:
        game = games.get(plan.game)
    except KeyError:
        raise Refused("game_unknown", _("This game is not known here."), field="game") from None
    if plan.preset != CUSTOM:
        preset = next((p for p in game.presets if p.key == plan.preset), None)
        if preset is None:
            raise Refused("preset_unknown", _("The game has no such preset."), field="preset")
        return dict(preset.rules), preset.cap_minutes
    rules = dict(plan.rules or {})
    try:
        game.rule_set(rules)
    except games.ConfigurationError as error:
        raise Refused(
            "rules_invalid", _("These rules do not fit together."), field="rules", details=list(error.problems)
        ) from error
    return rules, None


def _cap(plan: EventPlan, default: int | None) -> int:
    """The cap in minutes. Outside the game's limits it needs the override and a reason (specification, section 1)."""
    cap = plan.cap_minutes if plan.cap_minutes is not None else default
    least, most = games.get(plan.game).cap_minutes
    if cap is None:
        raise Refused("cap_missing", _("Give the time cap in minutes."), field="cap_minutes")
    if not 1 <= cap <= 600:
        raise Refused("cap_out_of_range", _("A time cap is 1 to 600 minutes."), field="cap_minutes")
    if least <= cap <= most:
        return cap
    limits = {"least": least, "most": most}
    if not plan.cap_override:
        message = _("The cap of this game is %(least)d to %(most)d minutes. Tick the override to use another.") % limits
        raise Refused("cap_needs_override", message, field="cap_minutes")
    if not plan.cap_reason.strip():
        message = _("Say why the cap is not %(least)d to %(most)d minutes; the log keeps it.") % limits
        raise Refused("cap_needs_reason", message, field="cap_reason")
    return cap


def _insert(plan: EventPlan, **columns: Any) -> Event:
    """The event at a free address; tried again when another event takes it at the same moment."""
    for _attempt in range(5):
        try:
            with transaction.atomic():
                return Event.objects.create(slug=_free_slug(plan), **columns)
        except IntegrityError:
            continue
    raise Refused("address_taken", _("Another event took this address just now. Send the form again."), conflict=True)


def _free_slug(plan: EventPlan) -> str:
    """An address nobody has: the name, else the date; with a number behind it when it is taken."""
    base = slugify(plan.name)[:50].strip("-") or f"event-{plan.date.isoformat()}"
    taken = set(Event.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    candidates = [base, *(f"{base}-{number}" for number in range(2, len(taken) + 3))]
    return next(slug for slug in candidates if slug not in taken)


def _audit(plan: EventPlan, columns: dict[str, Any]) -> dict[str, Any]:
    kept = ("game", "preset", "rules", "cap_minutes", "late_policy", "intentional_draws")
    chosen = asdict(plan)
    return {name: columns[name] for name in kept} | {
        name: chosen[name] for name in ("rounds", "cut", "cap_override", "third_place", "balance_starts")
    }


# Stages and locks ------------------------------------------------------------------------------------------------


def _power_pair_last(plan: EventPlan) -> bool:
    return bool(plan.cut) if plan.power_pair_last is None else plan.power_pair_last


def _make_stages(event: Event, plan: EventPlan) -> None:
    Stage.objects.create(
        event=event,
        order=1,
        kind=StageKind.SWISS,
        rounds_planned=plan.rounds,
        power_pair_last=_power_pair_last(plan),
        balance_starts=plan.balance_starts,
    )
    if plan.cut:
        _make_bracket(event, plan)


def _make_bracket(event: Event, plan: EventPlan) -> None:
    Stage.objects.create(
        event=event, order=2, kind=StageKind.SINGLE_ELIMINATION, cut_to=plan.cut, third_place=plan.third_place
    )


def _check_locks(event: Event, changed: set[str]) -> None:
    """Refuse what would change a result that stands, or a clock that runs."""
    if event.finished_at is not None:
        raise Refused("event_finished", _("This event is finished. Take it up again before changing its settings."))
    rounds = Round.objects.filter(stage__event=event)
    locked = changed & {"game", "preset", "rules", "late_policy"}
    if locked and rounds.filter(status__in=RoundStatus.public()).exists():
        field = sorted(locked - {"game", "rules"} or locked)[0]
        message = _("A round is published: game, rules and late entry stay as they are.")
        raise Refused("settings_locked", message, field=field)
    if "cap_minutes" in changed and rounds.filter(status__in=RoundStatus.takes_results()).exists():
        raise Refused("cap_locked", _("A round is running: change the cap between rounds."), field="cap_minutes")


def _change_stages(event: Event, plan: EventPlan) -> None:
    swiss = event.stages.filter(kind=StageKind.SWISS).first()
    if swiss is None:
        return
    paired = swiss.rounds.exclude(status=RoundStatus.WITHDRAWN).order_by("-number").first()
    if paired is not None and plan.rounds < paired.number:
        message = _("Round %(number)d is paired already: plan at least as many rounds.") % {"number": paired.number}
        raise Refused("rounds_below_paired", message, field="rounds")
    swiss.rounds_planned = plan.rounds
    swiss.power_pair_last = _power_pair_last(plan)
    swiss.balance_starts = plan.balance_starts
    swiss.save(update_fields=["rounds_planned", "power_pair_last", "balance_starts"])
    _change_bracket(event, plan)


def _change_bracket(event: Event, plan: EventPlan) -> None:
    bracket = event.stages.filter(kind=StageKind.SINGLE_ELIMINATION).first()
    now = (bracket.cut_to or 0, bracket.third_place) if bracket else (0, False)
    wanted = (plan.cut, plan.third_place and bool(plan.cut))
    if now == wanted:
        return
    if bracket is not None and (bracket.started_at or bracket.rounds.exists()):
        raise Refused("bracket_started", _("The bracket has begun: its cut stays as it is."), field="cut")
    if bracket is None:
        _make_bracket(event, plan)
    elif not plan.cut:
        bracket.delete()
    else:
        bracket.cut_to, bracket.third_place = wanted
        bracket.save(update_fields=["cut_to", "third_place"])
