"""The policies that games ship with: each states only what differs from the general one (``general.json``).

A game's file is laid over the general one:

- an object key by key, at any depth;
- a list takes the place of the general one, with its choice and its order. A row with the ``code`` or ``key`` of a
  general row is laid over that row, so that ``{"code": "X"}`` alone takes it as it is, and a general row that
  is not named is not in the game's policy;
- any other value takes the place of the general one.

What an event has stored is complete and is not laid over anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from judging.policy.reading import parse

GENERAL_POLICY = "general-judging-default"
"""The name of the policy for games that ship without one."""

_GENERAL_FILE = Path(__file__).with_name("general.json")


def general_data() -> dict[str, Any]:
    """The policy for a game that ships without one, as JSON.

    It has the infractions that do not depend on a game: tempo, conduct, results, and one for any rule of the game that
    was broken.
    """
    return parse(_GENERAL_FILE.read_bytes())


def whole_data(own: Mapping[str, Any]) -> dict[str, Any]:
    """A game's policy as JSON that ``load`` accepts, from what its file states."""
    whole: dict[str, Any] = _laid_over(general_data(), own)
    return whole


def _name_of(row: Any) -> Any:
    """The code or key by which a row of a list is known; None for a row without one."""
    return row.get("code") or row.get("key") if isinstance(row, dict) else None


def _laid_over(general: Any, own: Any) -> Any:
    if isinstance(general, Mapping) and isinstance(own, Mapping):
        return {**general, **{key: _laid_over(general.get(key), value) for key, value in own.items()}}
    if isinstance(general, list) and isinstance(own, list):
        known = {name: row for row in general if (name := _name_of(row)) is not None}
        return [_laid_over(known.get(_name_of(row)), row) for row in own]
    return own
