"""Flags of commands that a game declares as data."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Flag:
    """A flag of a command. ``key`` is the name of its value; ``whole`` takes a whole number, ``switch`` nothing."""

    key: str
    help: str
    metavar: str | None = None
    whole: bool = False
    switch: bool = False

    @property
    def option(self) -> str:
        """As it is typed: ``--opponent-bank``."""
        return "--" + self.key.replace("_", "-")


def add_flags(parser: ArgumentParser, flags: Iterable[Flag]) -> None:
    """Add flags to a command; a flag that several games declare is added once."""
    seen: set[str] = set()
    for flag in flags:
        if flag.key in seen:
            continue
        seen.add(flag.key)
        kind: dict[str, Any] = {"type": int} if flag.whole else {}
        kind |= {"action": "store_true"} if flag.switch else {"metavar": flag.metavar}
        parser.add_argument(flag.option, help=flag.help, **kind)
