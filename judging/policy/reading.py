"""Reading a policy: JSON in, a checked ``Policy`` out, or every problem at once with its place."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from judging.policy.checks import problems_in
from judging.policy.structs import Infraction, Penalty, Policy, Profile, TimeRules

T = TypeVar("T", bound=msgspec.Struct)

_PROFILE_FIELDS = {"shift_tracks", "prepend", "cap"}
_TIME_CALLED = "_time_called"


class PolicyError(ValueError):
    """A policy that cannot be used. ``problems`` are sentences of the form ``place: what is wrong``."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def digest(data: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical JSON (sorted keys, no spaces)."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def load(data: Mapping[str, Any]) -> Policy:
    """Read a policy that is already JSON. Raises ``PolicyError`` with all problems: shapes first, then meanings."""
    problems: list[str] = []
    policy = _policy(data, problems)
    if policy is None or problems:
        raise PolicyError(problems)
    problems = problems_in(policy)
    if problems:
        raise PolicyError(problems)
    return policy


def loads(text: str | bytes) -> Policy:
    """Read a policy from JSON text. Raises ``PolicyError``."""
    return load(parse(text))


def parse(text: str | bytes) -> dict[str, Any]:
    """The JSON object in ``text``; ``PolicyError`` if it is none."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise PolicyError([f"policy: {error}"]) from error


def _policy(data: Mapping[str, Any], problems: list[str]) -> Policy | None:
    """Lists of structs are read one by one, so that a problem in one does not hide those in the others."""
    plain = dict(data)
    plain.pop("digest", None)
    penalties = _each(Penalty, plain.pop("penalties", None), "penalties", problems)
    infractions = _each(Infraction, plain.pop("infractions", None), "infractions", problems)
    profiles = _profiles(plain.pop("profiles", None), problems)
    time = _time(plain.pop("time", None), problems)
    given = {"penalties": penalties, "infractions": infractions, "profiles": profiles, "time": time}
    return _struct(Policy, plain, "", problems, {**given, "digest": digest(data)})


def _each(kind: type[T], rows: Any, place: str, problems: list[str]) -> tuple[T, ...]:
    if not isinstance(rows, list):
        problems.append(f"{place}: a list is needed")
        return ()
    read = [_struct(kind, row, _named(place, row, at), problems) for at, row in enumerate(rows)]
    return tuple(row for row in read if row is not None)


def _named(place: str, row: Any, at: int) -> str:
    code = row.get("code") if isinstance(row, dict) else None
    return f"{place}.{code or at + 1}"


def _profiles(rows: Any, problems: list[str]) -> dict[str, Profile]:
    """Whatever a profile holds beside its three own fields is an override."""
    if not isinstance(rows, dict):
        problems.append("profiles: an object is needed")
        return {}
    found: dict[str, Profile] = {}
    for name, row in rows.items():
        if not isinstance(row, dict):
            problems.append(f"profiles.{name}: an object is needed")
            continue
        own = {key: value for key, value in row.items() if key in _PROFILE_FIELDS}
        values = {key: value for key, value in row.items() if key not in _PROFILE_FIELDS}
        profile = _struct(Profile, own, f"profiles.{name}", problems, {"values": values})
        if profile is not None:
            found[name] = profile
    return found


def _time(row: Any, problems: list[str]) -> TimeRules | None:
    """The sentences by game stand beside the numbers in the file."""
    if not isinstance(row, dict):
        return _struct(TimeRules, row, "time", problems)
    called = {key.removesuffix(_TIME_CALLED): value for key, value in row.items() if key.endswith(_TIME_CALLED)}
    numbers = {key: value for key, value in row.items() if not key.endswith(_TIME_CALLED)}
    return _struct(TimeRules, numbers, "time", problems, {"time_called": called})


def _struct(
    kind: type[T], row: Any, place: str, problems: list[str], given: Mapping[str, Any] | None = None
) -> T | None:
    """Read one struct field by field; ``given`` are fields that are read already. None if anything is wrong."""
    dot = f"{place}." if place else ""
    if not isinstance(row, dict):
        problems.append(f"{place or 'policy'}: an object is needed")
        return None
    before = len(problems)
    values = dict(given or {})
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind) if field.name not in values}
    problems.extend(f"{dot}{key}: unknown" for key in row if key not in fields)
    for key, field in fields.items():
        if key not in row:
            if field.required:
                problems.append(f"{dot}{key}: missing")
            continue
        values[field.name] = _value(field.type, row[key], f"{dot}{key}", problems)
    return kind(**values) if len(problems) == before else None


def _value(kind: Any, value: Any, place: str, problems: list[str]) -> Any:
    """One field's value; a struct is gone into, so that its problems are all named."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _struct(kind, value, place, problems)
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        problems.append(f"{place}: {error}")
        return None
