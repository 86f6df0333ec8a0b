"""The policies that the games ship with: the one place where the judges' policy meets the games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from judging.policy import Policy, general_data, load, resolve, whole_data
from rules_engine import games


def default_data(game: str) -> dict[str, Any]:
    """The policy that a game ships with, as JSON; for a game without one, the general policy."""
    policy = games.get(game).policy
    return general_data() if policy is None else whole_data(policy)


def resolved(game: str, profile: str = "competitive", overrides: Mapping[str, Any] | None = None) -> Policy:
    """A game's policy with a profile and overrides applied, loaded."""
    return load(resolve(default_data(game), profile, overrides))


def shipped_now() -> Iterator[dict[str, Any]]:
    """The policy of each game that has one, read when it is asked for."""
    return (whole_data(policy) for game in games.all_games() if (policy := game.policy) is not None)
