"""What a comparison of two strategies came to. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Comparison:
    """A summary, and how many matches took so many whole minutes."""

    data: dict[str, Any]
    minutes: list[tuple[int, int]]
