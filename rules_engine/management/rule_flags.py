"""The flags by which the engine's commands take a rule set, and the files that they read."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Collection
from pathlib import Path
from typing import Any

from django.core.management import CommandError

from rules_engine import games
from rules_engine.game import Game
from rules_engine.rules.configuration import written
from rules_engine.rules.options import OPTIONS, VARIANTS, Setting

MAX_BYTES = 2_000_000
_PREFIX = "rule_"
"""Before the name of a field's value among a command's options, which have names of their own."""
BAD_INPUT = 2  # exit status of a command that could not read what it was given


def fields_of_games() -> dict[str, Setting]:
    """The fields of every game's rules by key; the first game's where several have one."""
    found: dict[str, Setting] = {}
    for game in games.all_games():
        for field in game.schema.fields:
            found.setdefault(field.key, field)
    return found


def words_of(setting: Setting) -> list[str]:
    """The values of a setting as flags take them: ``on`` and ``off`` for true and false."""
    return ["on", "off"] if setting.is_boolean else [written(value) for value in setting.values]


def default_of(setting: Setting) -> str:
    """The default of a setting as a flag takes it."""
    value = setting.default()
    if setting.many:
        return " ".join(map(written, value))
    return ("off", "on")[value] if setting.is_boolean else written(value)


def add_rule_flags(parser: ArgumentParser, own: Collection[str] = ()) -> None:
    """A flag for each field, ``--variant`` and ``--option``: what they leave out is the default.

    ``own`` are names that the command itself has a flag for; a field of such a name is set by ``--rules`` alone.
    """
    group = parser.add_argument_group("rules")
    for key, setting in fields_of_games().items():
        if key not in own:
            words = " ".join(words_of(setting)) if setting.many else "|".join(words_of(setting))
            option = f"--{key.replace('_', '-')}"
            group.add_argument(option, dest=_PREFIX + key, metavar=words, help=f"default {default_of(setting)}")
    group.add_argument("--variant", action="append", metavar="NAME", help="a variant of the game; may be repeated")
    group.add_argument("--option", action="append", metavar="NAME=VALUE", help="an option of the game; repeatable")


def rules_of(flags: dict[str, Any], base: dict[str, Any] | None = None, game: Game | None = None) -> dict[str, Any]:
    """The ``rules`` that the flags name, over those of ``base``; ``game`` is the first one unless it is given.

    Raises:
        CommandError: with every problem, exit status 2.
    """
    game = game or games.all_games()[0]
    named = {key: value for key in fields_of_games() if (value := flags.get(_PREFIX + key)) is not None}
    unknown = [key for key in named if game.schema.field_of(key) is None]
    if unknown:
        raise bad_input(*(f"{game.name} has no {key}." for key in unknown))
    raw: dict[str, Any] = {**(base or {}), **named}
    if flags.get("variant"):
        raw[VARIANTS] = flags["variant"]
    if flags.get("option") and isinstance(raw.get(OPTIONS, {}), dict):
        raw[OPTIONS] = dict(raw.get(OPTIONS, {})) | dict(_pair(text) for text in flags["option"])
    rules, problems = game.language.rules(raw)
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
