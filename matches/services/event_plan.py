"""What an organiser chooses for an event, and what the event's row keeps of it.

The games say which presets there are, which rules fit together, and which time caps are theirs.
"""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from matches.enums import LatePolicy, NameDisplay
from matches.errors import Refused
from rules_engine import games
from rules_engine.configuration import ConfigurationError

CUSTOM = "custom"
MAX_ROUNDS = 30
MAX_CUT = 1024


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


def columns_of(plan: EventPlan) -> dict[str, Any]:
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
    except ConfigurationError as error:
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


def audit_of(plan: EventPlan, columns: dict[str, Any]) -> dict[str, Any]:
    """What the audit row keeps of a plan: settings and numbers, no names."""
    kept = ("game", "preset", "rules", "cap_minutes", "late_policy", "intentional_draws")
    chosen = asdict(plan)
    return {name: columns[name] for name in kept} | {
        name: chosen[name] for name in ("rounds", "cut", "cap_override", "third_place", "balance_starts")
    }
