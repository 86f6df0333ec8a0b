"""What an organiser chooses for an event, and what the event's row keeps of it.

The games say which presets there are, which rules fit together, and which time caps are theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from matches.enums import LeaverResults, StageKind
from matches.errors import Refused
from matches.events.declarations.catalogue import CUSTOM, SETTINGS, all_settings
from matches.events.declarations.reading import value_of
from matches.events.declarations.setting import EventSetting, Storage
from matches.events.declarations.stages import MAX_CUT, MAX_ROUNDS
from matches.events.queries.events import stage_settings
from matches.events.queries.suggestions import following_stage
from matches.events.services.days import day_problems
from matches.events.services.pods import pod_problems, stored_size, without_idle_pods
from matches.events.services.ranking import ranking_problems
from matches.events.services.sign_up import sign_up_problems
from matches.events.time_zones import time_zones
from matches.models import Event
from matches.site_address import read_address
from rules_engine import games
from rules_engine.rules.configuration import ConfigurationError


@dataclass(frozen=True, init=False)
class EventPlan:
    """What an organiser chooses for an event: a value for each setting of the registry, read as an attribute.

    ``preset`` is a key of the game's presets, or ``custom``: then ``rules`` (a mapping as the game's ``rule_set``
    takes it) and ``cap_minutes`` must be there. ``cap_minutes`` None is the preset's own. A cap outside the game's
    limits needs ``cap_override`` and ``cap_reason``, which the audit log keeps.

    ``kind`` is how the event is played (a ``StageKind``): ``rounds`` are those of Swiss rounds or a score attack, None
    as suggested for the players who sign up. After Swiss rounds or a round robin ``cut`` players (0: none) go on to a
    bracket of ``cut_kind``. ``power_pair_last`` None: on when a cut follows. ``grand_final_reset`` None: as usual, that
    is with the reset where there is a double elimination.
    """

    values: Mapping[str, Any]

    # The settings that the code reads by name, so that a misspelt one is found.
    name: str
    time_zone: str
    public_address: str
    game: str
    preset: str
    rules: Mapping[str, Any] | None
    cap_minutes: int | None
    cap_override: bool
    cap_reason: str
    kind: str
    rounds: int | None
    cut: int
    cut_kind: str
    power_pair_last: bool | None
    third_place: bool
    grand_final_reset: bool | None
    balance_starts: bool
    leaver_results: str

    def __init__(self, values: Mapping[str, Any] = MappingProxyType({}), **chosen: Any) -> None:
        """The settings in ``values``, then those that are named; the others have the value of a new event.

        Raises:
            TypeError: for a setting that does not exist.
        """
        known = {setting.key: setting.new_value() for setting in all_settings()}
        if unknown := chosen.keys() - known.keys():
            raise TypeError(f"There is no setting {', '.join(sorted(unknown))}.")
        settings = {**known, **values, **chosen}
        vars(self).update(settings, values=settings)

    def changed(self, **chosen: Any) -> EventPlan:
        """The plan with these settings in place of its own."""
        return EventPlan(self.values, **chosen)

    @property
    def bracket_kind(self) -> str | None:
        """How the bracket that decides the event is played; None without a bracket."""
        if self.kind in StageKind.brackets():
            return str(self.kind)
        return str(self.cut_kind) if self.cut else None

    @property
    def has_reset(self) -> bool | None:
        """Whether a grand final won by the finalist with a loss is played again; None without a grand final."""
        if self.bracket_kind != StageKind.DOUBLE_ELIMINATION:
            return None
        return self.grand_final_reset is not False


Rule = tuple[object, str, str, str]
"""Whether the rule holds; the code, field and message if it does not."""


def stage_problems(plan: EventPlan) -> list[Refused]:
    """Return the problems of the plan's stages, each with its field (specification, sections 1 and 6)."""
    rules = [*_numbers_that_fit(plan), *_choices_that_apply(plan)]
    return [Refused(code, message, parameter=field) for holds, code, field, message in rules if not holds]


def _numbers_that_fit(plan: EventPlan) -> list[Rule]:
    rounds_fit = plan.kind not in StageKind.with_open_field() or plan.rounds is None or 1 <= plan.rounds <= MAX_ROUNDS
    cut_fits = not plan.cut or 2 <= plan.cut <= MAX_CUT
    bracket = plan.cut_kind in StageKind.brackets()
    return [
        (plan.kind in StageKind.values, "kind_unknown", "kind", _("Unknown format.")),
        (rounds_fit, "rounds_out_of_range", "rounds", _("Plan 1 to %(n)d rounds.") % {"n": MAX_ROUNDS}),
        (
            cut_fits,
            "cut_out_of_range",
            "cut",
            _("A cut must be to 2 players or more. Leave it empty to play without a cut."),
        ),
        (bracket, "cut_kind_unknown", "cut_kind", _("A cut must be single or double elimination.")),
    ]


def _choices_that_apply(plan: EventPlan) -> list[Rule]:
    swiss, bracket = plan.kind == StageKind.SWISS, plan.bracket_kind
    no_cut = _("In an elimination everyone plays from the first round: choose no cut.")
    no_cut_after = _("A score attack is decided by the total scores. Choose no cut.")
    no_third = _("Only single elimination has a third-place match.")
    no_reset = _("Only a double elimination has a grand final.")
    no_power = _("Only Swiss rounds can be paired by standings.")
    no_balance = _("Only Swiss rounds can balance who starts. Elsewhere the starting player is drawn by lot.")
    no_leavers = _("Only in a round robin can the results of players who drop be struck or kept.")
    robin = plan.kind == StageKind.ROUND_ROBIN
    single = bracket == StageKind.SINGLE_ELIMINATION or not plan.third_place
    double = bracket == StageKind.DOUBLE_ELIMINATION or plan.grand_final_reset is None
    return [
        (plan.kind not in StageKind.brackets() or not plan.cut, "cut_needs_rounds", "cut", no_cut),
        (plan.kind != StageKind.SCORE_ATTACK or not plan.cut, "cut_after_scores", "cut", no_cut_after),
        (single, "third_place_needs_single", "third_place", no_third),
        (double, "reset_needs_double", "grand_final_reset", no_reset),
        (swiss or not plan.power_pair_last, "power_needs_swiss", "power_pair_last", no_power),
        (swiss or not plan.balance_starts, "balance_needs_swiss", "balance_starts", no_balance),
        (robin or plan.leaver_results == LeaverResults.STRIKE, "leavers_need_robin", "leaver_results", no_leavers),
    ]


def without_idle_choices(plan: EventPlan) -> EventPlan:
    """Reset settings that do not apply to this format; for choices that were carried over, not made."""
    if plan.kind in StageKind.brackets() or plan.kind == StageKind.SCORE_ATTACK:
        plan = plan.changed(cut=0)
    swiss, bracket = plan.kind == StageKind.SWISS, plan.bracket_kind
    robin = plan.kind == StageKind.ROUND_ROBIN
    return plan.changed(
        third_place=plan.third_place and bracket == StageKind.SINGLE_ELIMINATION,
        grand_final_reset=plan.grand_final_reset if bracket == StageKind.DOUBLE_ELIMINATION else None,
        power_pair_last=plan.power_pair_last if swiss else None,
        balance_starts=plan.balance_starts and swiss,
        leaver_results=plan.leaver_results if robin else LeaverResults.STRIKE.value,
        **{"pod_size": stored_size(plan.values), **without_idle_pods(plan.values, plan.game)},
    )


def stored_values(plan: EventPlan) -> dict[str, Any]:
    """Return the checked values of the event's columns. Raises ``Refused`` at the first setting that is wrong."""
    rules, default_cap = _rules(plan)
    if not plan.name.strip():
        raise Refused("name_missing", _("Give the event a name."), parameter="name")
    if plan.time_zone not in time_zones():
        raise Refused("time_zone_unknown", _("Unknown time zone."), parameter="time_zone")
    if problems := plan_problems(plan):
        raise problems[0]
    computed = {
        "rules": rules,
        "cap_minutes": _cap(plan, default_cap),
        "public_address": _address(plan),
        "pod_size": stored_size(plan.values),
    }
    return {
        setting.key: computed[setting.key] if setting.key in computed else setting.stored(plan.values[setting.key])
        for setting in all_settings()
        if setting.storage in (Storage.COLUMN, Storage.OPTIONS)
    }


def plan_problems(plan: EventPlan) -> list[Refused]:
    """Return what does not fit together in a plan, each with its field."""
    return [
        *(*day_problems(plan.values), *stage_problems(plan), *pod_problems(plan.values)),
        *(*ranking_problems(plan.values), *sign_up_problems(plan.values)),
    ]


def _address(plan: EventPlan) -> str:
    address = read_address(plan.public_address) if plan.public_address.strip() else ""
    if address is None:
        message = _("Enter an address such as http://192.168.1.5:8000 or https://open.example.org, without a path.")
        raise Refused("address_invalid", message, parameter="public_address")
    return address


def _rules(plan: EventPlan) -> tuple[dict[str, Any], int | None]:
    """The rule set as a mapping, and the cap that comes with it (None for own rules)."""
    try:
        game = games.get(plan.game)
    except KeyError:
        raise Refused("game_unknown", _("Unknown game."), parameter="game") from None
    if plan.preset != CUSTOM:
        preset = next((p for p in game.presets if p.key == plan.preset), None)
        if preset is None:
            known = ", ".join([*(preset.key for preset in game.presets), CUSTOM])
            raise Refused("preset_unknown", _("The game has no such preset. It has: %s.") % known, parameter="preset")
        return dict(preset.rules), preset.cap_minutes
    rules = dict(plan.rules or {})
    try:
        game.rule_set(rules)
    except ConfigurationError as error:
        raise Refused(
            "rules_invalid", _("These rules cannot be combined."), parameter="rules", details=list(error.problems)
        ) from error
    return rules, None


def _cap(plan: EventPlan, default: int | None) -> int:
    """The cap in minutes. Outside the game's limits it needs the override and a reason (specification, section 1)."""
    cap = plan.cap_minutes if plan.cap_minutes is not None else default
    least, most = games.get(plan.game).cap_minutes
    if cap is None:
        raise Refused("cap_missing", _("Enter the time cap in minutes."), parameter="cap_minutes")
    if not 1 <= cap <= 600:
        raise Refused("cap_out_of_range", _("The time cap must be 1 to 600 minutes."), parameter="cap_minutes")
    if least <= cap <= most:
        return cap
    limits = {"least": least, "most": most}
    if not plan.cap_override:
        message = (
            _("This game’s cap is %(least)d to %(most)d minutes. Tick the override to use a different cap.") % limits
        )
        raise Refused("cap_needs_override", message, parameter="cap_minutes")
    if not plan.cap_reason.strip():
        message = (
            _("Give a reason for a cap outside %(least)d to %(most)d minutes. It is recorded in the log.") % limits
        )
        raise Refused("cap_needs_reason", message, parameter="cap_reason")
    return cap


def audit_of(plan: EventPlan, stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings and numbers of a plan for its audit row, which contains no names."""
    return {setting.key: _audit_value(setting, plan, stored) for setting in all_settings() if setting.audited}


def _audit_value(setting: EventSetting, plan: EventPlan, stored: Mapping[str, Any]) -> Any:
    if setting.audit_value is not None:
        return setting.audit_value(plan)
    return stored[setting.key] if setting.key in stored else plan.values[setting.key]


def store_value(*, event: Event, key: str, value: Any) -> str:
    """Set one stored value on the event, which is not saved yet; returns the column that it changes."""
    if SETTINGS[key].storage is Storage.OPTIONS:
        event.options = _with_option(event.options, SETTINGS[key].option or (key,), value)
        return "options"
    setattr(event, key, value)
    return key


def _with_option(options: Mapping[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """The options with another value at the path; everything else in them stays."""
    name, *rest = path
    inner = options.get(name)
    inner = inner if isinstance(inner, Mapping) else {}
    return {**options, name: _with_option(inner, tuple(rest), value) if rest else value}


def plan_of(event: Event) -> EventPlan:
    """The event's settings as they are. A cap that stands outside the game's limits keeps its override."""
    least, most = games.get(event.game).cap_minutes
    rows = [setting for setting in all_settings() if setting.storage in (Storage.COLUMN, Storage.OPTIONS)]
    known = {setting.key: value_of(event, setting) for setting in rows} | asdict(stage_settings(event.stages.all()))
    if following_stage(event) is not None:
        known["rounds"] = None
    known["power_pair_last"] = None if known["power_pair_last"] == bool(known["cut"]) else known["power_pair_last"]
    return EventPlan(known, cap_override=not least <= event.cap_minutes <= most)


def changed_plan(event: Event, changes: dict[str, Any]) -> EventPlan:
    """The event's settings with ``changes``.

    Another preset brings its own cap, unless one is given; own rules begin with those that are there. What another way
    to play has no use for is not carried over; what is given all the same is refused by the services.
    """
    known = plan_of(event)
    if changes.get("preset", event.preset) not in (event.preset, CUSTOM):
        known = known.changed(cap_minutes=None)
    return without_idle_choices(known.changed(**changes)).changed(**changes)
