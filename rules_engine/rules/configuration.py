"""What can be wrong with a rule set, in the one shape that forms, readers and every game share."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConfigurationProblem:
    """One thing wrong with a configuration: where (``("options", "deck_out")``), the value given, and in words."""

    path: tuple[str | int, ...]
    value: object
    message: str


class ConfigurationError(ValueError):
    """A rule set that is not valid. ``problems`` lists every reason in words, ``details`` the same with places."""

    def __init__(self, details: list[ConfigurationProblem]) -> None:
        self.details = details
        self.problems = [problem.message for problem in details]
        super().__init__(" ".join(self.problems))


def shown(value: object) -> str:
    """A value as a message shows it, never long."""
    if isinstance(value, str):
        return json.dumps(value[:60], ensure_ascii=False)
    if isinstance(value, bool | None) or (isinstance(value, int) and abs(value) < 10**12):
        return json.dumps(value)
    if isinstance(value, dict):
        return "an object"
    return "a list" if isinstance(value, list) else "that number"


def written(value: object) -> str:
    """A value as a record writes it: ``true``, ``2``, ``finish_turn``."""
    return str(value).lower() if isinstance(value, bool | None) else str(value)
