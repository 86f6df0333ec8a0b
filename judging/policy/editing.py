"""Which values of a policy an event may choose, and how its choice differs from the profile. Pure.

Values are named by the paths of ``profiles.resolve``: ``time.decision_timebox_seconds``, ``infractions.CODE.path``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from judging.policy.profiles import kept_overrides, resolve

PATH = "path"


class EditableValue(NamedTuple):
    """A value that an event may choose. ``group`` is the part of the policy that it stands in; ``options`` are all
    that it can be, () for any.
    """

    path: str
    group: str
    value: Any
    options: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The path inside the group."""
        return self.path.removeprefix(f"{self.group}.")


class Difference(NamedTuple):
    """A value that the event chose, and that of the profile."""

    path: str
    value: Any
    profile: Any


def editable_values(data: Mapping[str, Any]) -> list[EditableValue]:
    """Every number, choice and path of penalties in a resolved policy, in the order of the file."""
    sections = ["time", *data.get("sections", ()), "corrections"]
    found = [value for section in sections for value in _plain(data[section], section)]
    for penalty in data["penalties"]:
        found += _of_penalty(penalty, tuple(data["roles"]))
    for infraction in data["infractions"]:
        found += _of_infraction(infraction, data)
    return found


def _plain(row: Mapping[str, Any], group: str, prefix: str = "") -> Iterator[EditableValue]:
    """The numbers of a section, those of its objects, and the strings that have options."""
    for name, value in row.items():
        path = f"{group}.{prefix}{name}"
        if isinstance(value, Mapping):
            yield from _plain(value, group, f"{prefix}{name}.")
        elif isinstance(value, bool | int | float):
            yield EditableValue(path, group, value)
        elif isinstance(value, str) and f"{name}_options" in row:
            yield EditableValue(path, group, value, tuple(row[f"{name}_options"]))


def _of_penalty(row: Mapping[str, Any], roles: tuple[str, ...]) -> Iterator[EditableValue]:
    group = f"penalties.{row['code']}"
    for name in ("issue", "confirm"):
        if row.get(name):
            yield EditableValue(f"{group}.{name}", group, row[name], roles)
    yield from _plain(row.get("effect") or {}, group, "effect.")


def _of_infraction(row: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[EditableValue]:
    group = f"infractions.{row['code']}"
    counting = data["counting"]
    yield EditableValue(f"{group}.{PATH}", group, row[PATH])
    yield EditableValue(f"{group}.scope", group, row["scope"], tuple(counting["scope_options"]))
    yield EditableValue(f"{group}.window", group, row["window"], tuple(counting["window_options"]))
    if row.get("first_if_self_reported"):
        codes = tuple(penalty["code"] for penalty in data["penalties"])
        yield EditableValue(f"{group}.first_if_self_reported", group, row["first_if_self_reported"], codes)
    yield from _plain({"minutes": row.get("minutes") or {}}, group)


def value_at(data: Any, path: str) -> Any:
    """The value at a path, None if there is none; rows of lists by their code or key."""
    for part in path.split("."):
        if isinstance(data, list):
            data = next(
                (row for row in data if isinstance(row, dict) and part in (row.get("code"), row.get("key"))), None
            )
        else:
            data = data.get(part) if isinstance(data, Mapping) else None
    return data


def differences(data: Mapping[str, Any], profile: str, overrides: Mapping[str, Any]) -> list[Difference]:
    """What an event's overrides change in the profile; a short name stands as it was given."""
    base = resolve(data, profile)
    found = [Difference(path, value, value_at(base, path)) for path, value in kept_overrides(data, overrides).items()]
    return [difference for difference in found if difference.value != difference.profile]
