"""Whether somebody may be told odds now. An app that knows of matches under way says why not, and what helps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Remedy:
    """What the sender of a request may do to be told odds: an act's button, where it is sent, and when it is right."""

    label: str
    url: str
    note: str


WhyNot = Callable[[Any], str]
"""Takes a request; returns a sentence for its sender, or nothing where odds may be told."""
WhatHelps = Callable[[Any], Remedy | None]
"""Takes a request that is refused odds; returns what its sender may do about it, if anything."""

_doors: list[tuple[WhyNot, WhatHelps]] = []


def ask(why_not: WhyNot, what_helps: WhatHelps) -> None:
    """Have ``why_not`` asked before odds are told, and ``what_helps`` where it gives a reason."""
    if (why_not, what_helps) not in _doors:
        _doors.append((why_not, what_helps))


def why_no_odds(request: Any) -> str:
    """The first reason not to show odds to the sender of a request; empty if odds may be shown."""
    return next(filter(None, (why_not(request) for why_not, _helps in _doors)), "")


def remedy(request: Any) -> Remedy | None:
    """What the sender of a request that is refused odds may do about it; None if only waiting helps."""
    return next((what_helps(request) for why_not, what_helps in _doors if why_not(request)), None)
