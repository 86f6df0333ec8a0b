"""Profiles and overrides: make an event's own policy from a game's policy and the event's choices.

The result is a complete policy, which the event stores and keeps; no profile is needed to apply it.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from judging.policy.reading import PolicyError, load
from judging.policy.structs import Profile

_TARDY = "tardy_minutes"


def resolve(data: Mapping[str, Any], profile: str, overrides: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Apply a profile and then an event's overrides to a policy; returns JSON that ``load`` accepts.

    Overrides are values by dotted path, lists by code (``time.decision_timebox_seconds``,
    ``infractions.CODE.path``), or by the short names that profiles use (``decision_timebox_seconds``,
    ``TP.table_extension_minutes``, ``tardy_minutes``). Raises ``PolicyError`` with all problems.
    """
    chosen = load(data).profiles.get(profile)
    if chosen is None:
        raise PolicyError([f"profile: {profile!r} is not in this policy"])
    result: dict[str, Any] = copy.deepcopy(dict(data))
    problems = _override(result, chosen.values, f"profiles.{profile}")
    _shift(result, chosen)
    problems += _override(result, overrides or {}, "overrides")
    if problems:
        raise PolicyError(problems)
    load(result)
    _state_times(result)
    return result


def kept_overrides(data: Mapping[str, Any], overrides: Mapping[str, Any]) -> dict[str, Any]:
    """The overrides that an event has, less those of what the game's rules decide today."""
    return {path: value for path, value in overrides.items() if path not in data.get("rule_terms", {})}


def _override(data: dict[str, Any], values: Mapping[str, Any], place: str) -> list[str]:
    problems = []
    for path, value in values.items():
        if path in data.get("rule_terms", {}):
            option = data["rule_terms"][path]["option"]
            problems.append(f"{place}: {path} is the option {option} in the rules of the event")
            continue
        tardy = path == _TARDY
        exists = _override_tardy(data, value) if tardy else _set(data, _full_path(data, path), value)
        if not exists:
            problems.append(f"{place}: nothing is called {path}")
    return problems


def _full_path(data: Mapping[str, Any], path: str) -> list[str]:
    """The full path of a short name: a key of ``time``, or a penalty and a key of its effect."""
    parts = path.split(".")
    if len(parts) == 1 and path in data["time"]:
        return ["time", path]
    if len(parts) == 2 and any(penalty["code"] == parts[0] for penalty in data["penalties"]):
        return ["penalties", parts[0], "effect", parts[1]]
    return parts


def _set(data: Any, path: list[str], value: Any) -> bool:
    """Replace the value at a path, or merge into an object. Returns False if the path does not exist."""
    for part in path[:-1]:
        data = _step(data, part)
    last = path[-1]
    if not isinstance(data, dict) or last not in data:
        return False
    old = data[last]
    data[last] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else copy.deepcopy(value)
    if last == "path" and isinstance(value, list) and value and "base" in data:
        data["base"] = value[0]
    return True


def _step(data: Any, part: str) -> Any:
    if isinstance(data, list):
        return next((row for row in data if isinstance(row, dict) and part in (row.get("code"), row.get("key"))), None)
    return data.get(part) if isinstance(data, dict) else None


def _override_tardy(data: dict[str, Any], minutes: Any) -> bool:
    timed = [row for row in data["infractions"] if row.get("step_by") == "minutes"]
    for row in timed:
        if not isinstance(minutes, dict) or not set(minutes) <= set(row["minutes"]):
            return False
        row["minutes"].update(minutes)
    return bool(timed)


def _shift(data: dict[str, Any], profile: Profile) -> None:
    """Put the profile's milder step before each path of its tracks, and cap the path.

    The new first step is never harsher than the old one: a path that begins with no penalty then has that step
    twice. A path that is counted in minutes keeps its times, so that its last step is dropped.
    """
    levels = {penalty["code"]: penalty["level"] for penalty in data["penalties"]}
    for row in data["infractions"]:
        if row["track"] not in profile.shift_tracks:
            continue
        path = list(row["path"])
        if profile.prepend:
            path.insert(0, min(profile.prepend, path[0], key=levels.__getitem__))
        if profile.cap:
            path = [min(code, profile.cap, key=levels.__getitem__) for code in path]
        if row.get("step_by") == "minutes":
            path = path[: len(row["minutes"])]
        row["path"], row["base"] = path, path[0]


def _state_times(data: dict[str, Any]) -> None:
    """Rewrite the remedy line that states an infraction's times, so that it matches its times and path."""
    for row in data["infractions"]:
        timed = row.get("timed_remedy")
        if timed:
            steps = _steps_text(row["path"], sorted(row["minutes"].values()))
            row["remedy"][timed["line"] - 1] = timed["text"].replace("{steps}", steps)


def _steps_text(path: list[str], minutes: list[float]) -> str:
    """``RM up to 1 min, W after 1 min, …``; successive equal steps are merged."""
    steps: list[tuple[str, float]] = []
    for code, minute in zip(path, minutes, strict=False):
        if not steps or steps[-1][0] != code:
            steps.append((code, minute))
    first = f"{steps[0][0]} up to {steps[1][1]:g} min" if len(steps) > 1 else steps[0][0]
    return ", ".join([first, *(f"{code} after {minute:g} min" for code, minute in steps[1:])])
