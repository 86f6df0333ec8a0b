"""Whether somebody may be told odds now. An app that knows of matches under way says why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

WhyNot = Callable[[Any], str]
"""Takes a request; returns a sentence for its sender, or nothing where odds may be told."""

_asked: list[WhyNot] = []


def ask(why_not: WhyNot) -> None:
    """Have ``why_not`` asked before odds are told."""
    if why_not not in _asked:
        _asked.append(why_not)


def why_no_odds(request: Any) -> str:
    """The first reason not to show odds to the sender of a request; empty if odds may be shown."""
    return next(filter(None, (why_not(request) for why_not in _asked)), "")
