"""Reads a policy from JSON and checks it. Reports all problems at once, each with its place."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from pydantic import ValidationError

from judging.policy.checks import problems_in
from judging.policy.policy import Policy
from judging.policy.stored import upgraded, with_rule_terms
from judging.policy.structs import FORMAT

_PROFILE_FIELDS = {"shift_tracks", "prepend", "cap"}
_TIME_CALLED = "_time_called"
_GATHERED = ("matters", "sections")
"""Fields that name sections of the file; the value holds the sections themselves."""

_NEEDED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "dict_type": "an object",
    "mapping_type": "an object",
}


class PolicyError(ValueError):
    """A policy that cannot be used. ``problems`` are sentences of the form ``place: what is wrong``."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def digest(data: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical JSON (sorted keys, no spaces)."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def load(data: Mapping[str, Any], shipped_now: Iterable[Mapping[str, Any]] = ()) -> Policy:
    """Read a policy from JSON data, in the current format or in that of an event that started earlier.

    One of an event that started earlier takes its labels from ``shipped_now``, the policies that the games ship today.
    The digest is that of the data before any conversion.

    Raises:
        PolicyError: with all problems of shape or, if the shape is right, all problems of meaning.
    """
    current = data
    if "format" not in data:
        current = upgraded(data, shipped_now)
    elif "rule_terms" not in data:
        current = with_rule_terms(data, shipped_now)
    if current["format"] != FORMAT:
        raise PolicyError([f"format: must be {FORMAT}, not {_quoted(current['format'])}"])
    arranged = _arranged(current) | {"digest": digest(data)}
    try:
        policy = Policy.model_validate_json(json.dumps(arranged))
    except ValidationError as error:
        raise PolicyError([_problem(dict(problem), arranged) for problem in error.errors()]) from error
    problems = problems_in(policy)
    if problems:
        raise PolicyError(problems)
    return policy


def loads(text: str | bytes) -> Policy:
    """Read a policy from JSON text. Raises ``PolicyError``."""
    return load(parse(text))


def parse(text: str | bytes) -> dict[str, Any]:
    """Parse a JSON object. Raises ``PolicyError`` for anything else."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise PolicyError([f"policy: {error}"]) from error


def _arranged(data: Mapping[str, Any]) -> dict[str, Any]:
    """The object of the file, with the parts that have names of the policy's own gathered under one key.

    Values of a wrong type are left for the validator to report.
    """
    result = {key: value for key, value in data.items() if key not in ("format", "digest")}
    for field in _GATHERED:
        if isinstance(result.get(field), list):
            result[field] = {str(name): result.pop(str(name), None) for name in result[field]}
    if isinstance(result.get("profiles"), dict):
        result["profiles"] = {name: _profile(row) for name, row in result["profiles"].items()}
    if isinstance(result.get("time"), dict):
        result["time"] = _time(result["time"])
    return result


def _profile(row: Any) -> Any:
    """A profile with everything except its three own fields gathered as overrides."""
    if not isinstance(row, dict):
        return row
    own = {key: value for key, value in row.items() if key in _PROFILE_FIELDS}
    return own | {"values": {key: value for key, value in row.items() if key not in _PROFILE_FIELDS}}


def _time(row: dict[str, Any]) -> dict[str, Any]:
    """The section ``time`` with the sentences by kind of event gathered; in the file they are between the numbers."""
    called = {key.removesuffix(_TIME_CALLED): value for key, value in row.items() if key.endswith(_TIME_CALLED)}
    numbers = {key: value for key, value in row.items() if not key.endswith(_TIME_CALLED)}
    return numbers | {"time_called": called}


def _problem(error: Mapping[str, Any], data: Any) -> str:
    """One of pydantic's errors as ``place: what is wrong``."""
    place = _place(error["loc"], data)
    kind, needed = error["type"], _NEEDED.get(error["type"])
    if kind == "missing":
        return f"{place}: missing"
    if kind == "extra_forbidden":
        return f"{place}: unknown"
    if needed is None:
        return f"{place}: {error['msg']}"
    return f"{place}: must be {needed}, not {_quoted(error['input'])}"


def _place(loc: tuple[str | int, ...], data: Any) -> str:
    """The place as in the file: rows of lists by their code or key, gathered parts without the gathering key."""
    if not loc:
        return "policy"
    parts: list[str] = []
    for part in loc:
        row = data[part] if _holds(data, part) else None
        name = row.get("code") or row.get("key") if isinstance(part, int) and isinstance(row, dict) else None
        parts.append(str(name or (part + 1 if isinstance(part, int) else part)))
        data = row
    return ".".join(parts[1:] if parts[0] in _GATHERED and len(parts) > 1 else parts)


def _holds(data: Any, part: str | int) -> bool:
    return part in data if isinstance(data, dict) else isinstance(data, list) and isinstance(part, int)


def _quoted(value: Any) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return json.dumps(value, ensure_ascii=False)
