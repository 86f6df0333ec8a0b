"""Checks what must be true of a policy beyond the shape of its fields. Problems read ``place: what is wrong``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from judging.policy.policy import Policy
from judging.policy.structs import NO_PENALTY, REMINDER, ROUND_LOSS, WARNING, InfractionRule, Penalty

WINDOWS = ("match", "day", "event")


def problems_in(policy: Policy) -> list[str]:
    """All problems of a policy, in the order of the file."""
    return [
        *_penalties(policy),
        *_counting(policy),
        *_times(policy),
        *_sections(policy),
        *_buttons(policy),
        *(problem for infraction in policy.infractions for problem in _infraction(policy, infraction)),
        *_twice("infractions", (infraction.code for infraction in policy.infractions)),
        *_twice("findings", (finding for infraction in policy.infractions for finding in infraction.findings)),
        *_profiles(policy),
    ]


def _twice(place: str, values: Iterable[str]) -> Iterator[str]:
    for value, times in Counter(values).items():
        if times > 1:
            yield f"{place}: {value} is there {times} times"


def _known(place: str, values: Iterable[str], allowed: Iterable[str], what: str) -> Iterator[str]:
    allowed = tuple(allowed)  # not a set: a game's own values may be lists or objects
    for value in values:
        if value not in allowed:
            yield f"{place}: {value!r} is no {what}"


def _penalties(policy: Policy) -> Iterator[str]:
    codes = {penalty.code for penalty in policy.penalties}
    yield from _twice("penalties", (penalty.code for penalty in policy.penalties))
    for code in (NO_PENALTY, REMINDER, WARNING, ROUND_LOSS):
        if code not in codes:
            yield f"penalties.{code}: missing"
    levels = [penalty.level for penalty in policy.penalties]
    if levels != sorted(set(levels)):
        yield "penalties: levels must rise from one to the next"
    for penalty in policy.penalties:
        yield from _penalty(policy, penalty, codes)


def _penalty(policy: Policy, penalty: Penalty, codes: set[str]) -> Iterator[str]:
    place = f"penalties.{penalty.code}"
    roles = [role for role in (penalty.issue, penalty.confirm) if role]
    yield from _known(place, roles, policy.roles, "role")
    instead = penalty.if_match_is_one_game_round
    if instead is not None:
        place = f"{place}.if_match_is_one_game_round"
        yield from _known(place, (instead.use, instead.after_it), codes, "penalty")
        yield from _known(place, (instead.confirm,), policy.roles, "role")
    if penalty.effect is not None and penalty.effect.turn_seconds <= 0:
        yield f"{place}.effect.turn_seconds: must be above 0"


def _counting(policy: Policy) -> Iterator[str]:
    rule = policy.counting
    yield from _known("counting.default_scope", (rule.default_scope,), rule.scope_options, "scope")
    yield from _known("counting.default_window", (rule.default_window,), rule.window_options, "window")
    yield from _known("counting.window_options", rule.window_options, WINDOWS, "window")
    scopes = ("same_infraction", "same_track", "all")
    yield from _known("counting.scope_options", rule.scope_options, scopes, "scope")
    yield from _known("counting.past_end_of_path", (rule.past_end_of_path,), ("repeat_last_step",), "way to go on")


def _times(policy: Policy) -> Iterator[str]:
    time = policy.time
    above_zero = ("decision_timebox_seconds", "extension_round_to_seconds", "table_extension_cap_minutes")
    not_below = ("prompt_then_count_seconds", "extension_threshold_seconds", "deck_check_bonus_seconds")
    for name in above_zero:
        if getattr(time, name) <= 0:
            yield f"time.{name}: must be above 0"
    for name in not_below:
        if getattr(time, name) < 0:
            yield f"time.{name}: must not be below 0"
    if time.round_cap_minutes.get("min", 0) > time.round_cap_minutes.get("max", 0):
        yield "time.round_cap_minutes: min is above max"
    starts = time.extension_starts_options
    yield from _known("time.extension_starts", (time.extension_starts,), starts, "start of an extension")
    if time.decision_timebox_infraction:
        codes = (infraction.code for infraction in policy.infractions)
        yield from _known("time.decision_timebox_infraction", (time.decision_timebox_infraction,), codes, "infraction")


def _sections(policy: Policy) -> Iterator[str]:
    """Check that a value is one of its ``NAME_options``, if the section has them."""
    for section, values in policy.sections.items():
        for name, value in values.items():
            options = values.get(f"{name}_options")
            if isinstance(options, list):
                yield from _known(f"{section}.{name}", (value,), options, name.replace("_", " "))


def _buttons(policy: Policy) -> Iterator[str]:
    """Check that every matter has a button, and every outcome a label."""
    keys = [button.key for button in policy.buttons]
    yield from _twice("buttons", keys)
    yield from _twice("buttons", (button.label for button in policy.buttons))
    yield from _known("matters", policy.matters, keys, "button")
    for key, matter in policy.matters.items():
        if not matter.ruling_outcomes:
            yield f"{key}.ruling_outcomes: empty"
        yield from _twice(f"{key}.ruling_outcomes", matter.ruling_outcomes)
        yield from _known(f"{key}.outcome_labels", matter.outcome_labels, matter.ruling_outcomes, "outcome")
        yield from _known(f"{key}.outcome_faults", matter.outcome_faults, matter.ruling_outcomes, "outcome")
        yield from _known(f"{key}.outcome_rules", matter.outcome_rules, matter.ruling_outcomes, "outcome")
        codes = {infraction.code for infraction in policy.infractions}
        yield from _known(f"{key}.outcome_faults", matter.outcome_faults.values(), codes, "infraction")
        for outcome in matter.ruling_outcomes:
            if not matter.outcome_labels.get(outcome):
                yield f"{key}.outcome_labels.{outcome}: missing"


def _infraction(policy: Policy, infraction: InfractionRule) -> Iterator[str]:
    place = f"infractions.{infraction.code}"
    codes = {penalty.code: penalty.level for penalty in policy.penalties}
    yield from _known(f"{place}.track", (infraction.track,), policy.tracks, "track")
    yield from _known(f"{place}.scope", (infraction.scope,), policy.counting.scope_options, "scope")
    yield from _known(f"{place}.window", (infraction.window,), policy.counting.window_options, "window")
    yield from _known(f"{place}.upgrade", (infraction.upgrade,), policy.roles, "role")
    labels = (button.label for button in policy.buttons)
    yield from _known(f"{place}.button", (infraction.button,), labels, "label of a button")
    if infraction.intent:
        others = (other.code for other in policy.infractions)
        yield from _known(f"{place}.intent", (infraction.intent,), others, "infraction")
    unknown = list(_known(f"{place}.path", infraction.path, codes, "penalty"))
    yield from unknown
    if not infraction.path:
        yield f"{place}.path: empty"
    elif not unknown:
        yield from _path(place, infraction, codes)
    yield from _self_report(place, infraction, codes)
    window = infraction.reminders_count_only_within
    yield from _known(f"{place}.reminders_count_only_within", (window,), ("", *WINDOWS), "window")
    yield from _comment(place, infraction)


def _path(place: str, infraction: InfractionRule, levels: dict[str, int]) -> Iterator[str]:
    if infraction.base != infraction.path[0]:
        yield f"{place}.base: must be the first step of the path"
    climbs = [levels[code] for code in infraction.path]
    if climbs != sorted(climbs):
        yield f"{place}.path: a step is milder than the one before it"
    if infraction.step_by not in ("", "minutes"):
        yield f"{place}.step_by: {infraction.step_by!r} is no way to count"
    if infraction.by_minutes:
        yield from _minutes(place, infraction, levels)


def _minutes(place: str, infraction: InfractionRule, levels: dict[str, int]) -> Iterator[str]:
    """Check that each step has a time, named by its penalty, and that harsher steps come later."""
    unknown = list(_known(f"{place}.minutes", infraction.minutes, levels, "penalty"))
    yield from unknown
    if len(infraction.minutes) != len(infraction.path):
        yield f"{place}.minutes: one time for each step of the path is needed"
    by_level = [] if unknown else sorted(infraction.minutes, key=levels.__getitem__)
    times = [infraction.minutes[code] for code in by_level]
    if not unknown and (times != sorted(set(times)) or times[:1] != [0]):
        yield f"{place}.minutes: must rise from 0"


def _self_report(place: str, infraction: InfractionRule, levels: dict[str, int]) -> Iterator[str]:
    milder = infraction.first_if_self_reported
    if milder:
        yield from _known(f"{place}.first_if_self_reported", (milder,), levels, "penalty")
    elif infraction.self_report:
        yield f"{place}.first_if_self_reported: missing, though self_report says something"


def _comment(place: str, infraction: InfractionRule) -> Iterator[str]:
    if infraction.comment_length < 0:
        yield f"{place}.comment_length: must not be below 0"
    timed = infraction.timed_remedy
    if timed is None:
        return
    if not infraction.by_minutes:
        yield f"{place}.timed_remedy: only where steps go by minutes"
    if not 1 <= timed.line <= len(infraction.remedy):
        yield f"{place}.timed_remedy.line: the remedy has no line {timed.line}"
    if "{steps}" not in timed.text:
        yield f"{place}.timed_remedy.text: must hold {{steps}}"


def _profiles(policy: Policy) -> Iterator[str]:
    codes = {penalty.code for penalty in policy.penalties}
    for name, profile in policy.profiles.items():
        place = f"profiles.{name}"
        yield from _known(f"{place}.shift_tracks", profile.shift_tracks, policy.tracks, "track")
        yield from _known(place, (code for code in (profile.prepend, profile.cap) if code), codes, "penalty")
