"""The flags by which the engine's commands take a rule set, and the files that they read."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import CommandError

from rules_engine.bankout.language import BankoutLanguage
from rules_engine.bankout.ruleset import EDITIONS, FORMATS

MAX_BYTES = 2_000_000
BAD_INPUT = 2  # exit status of a command that could not read what it was given


def add_rule_flags(parser: ArgumentParser) -> None:
    """``--edition``, ``--format``, ``--jokers``, ``--variant`` and ``--option``: what they leave out is the default."""
    group = parser.add_argument_group("rules")
    group.add_argument("--edition", metavar="|".join(EDITIONS), help="default guide")
    group.add_argument("--format", metavar="|".join(FORMATS), help="default bankout")
    group.add_argument("--jokers", metavar="on|off", help="default on")
    group.add_argument("--variant", action="append", metavar="NAME", help="a variant of section 8; may be repeated")
    group.add_argument("--option", action="append", metavar="NAME=VALUE", help="a switch of section 10; repeatable")


def rules_of(flags: dict[str, Any], base: dict[str, Any] | None = None) -> dict[str, Any]:
    """The ``rules`` that the flags name, over those of ``base``.

    Raises:
        CommandError: with every problem, exit status 2.
    """
    raw: dict[str, Any] = dict(base or {})
    raw |= {key: flags[key] for key in ("edition", "format", "jokers") if flags.get(key) is not None}
    if flags.get("variant"):
        raw["variants"] = flags["variant"]
    if flags.get("option") and isinstance(raw.get("options", {}), dict):
        raw["options"] = dict(raw.get("options", {})) | dict(_pair(text) for text in flags["option"])
    rules, problems = BankoutLanguage().rules(raw)
    if problems:
        raise bad_input(*(problem.message for problem in problems))
    return rules


def _pair(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator:
        raise bad_input(f"--option takes NAME=VALUE, not {text!r:.60}.")
    return name.strip(), value.strip()


def bad_input(*problems: str) -> CommandError:
    """The error for what could not be read: one line for each problem, exit status 2."""
    return CommandError("\n".join(problems), returncode=BAD_INPUT)


def read_text(name: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``.

    Raises:
        CommandError: if it cannot be read or is too large.
    """
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise bad_input(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    if len(raw) > MAX_BYTES:
        raise bad_input(f"{name} is too large: more than {MAX_BYTES:,} bytes.")
    return raw
