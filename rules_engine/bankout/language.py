"""How a Bankout record is spelt: its tokens, and the ``rules`` of its head in canonical form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules_engine.bankout import notation
from rules_engine.bankout.ruleset import EDITIONS, FORMATS, OPTIONS, VARIANTS, OptionValue, find_problems
from rules_engine.configuration import Problem

_WORDS: dict[str, OptionValue] = {"on": True, "off": False, "true": True, "false": False}
_KNOWN = ("edition", "format", "jokers", "variants", "options")


class BankoutLanguage:
    """The ``Language`` of Bankout records (record.md sections 1 to 3)."""

    canonical = notation.CANONICAL
    options = tuple(OPTIONS)

    def __init__(self) -> None:
        self._spelt: dict[bytes, tuple[dict[str, Any], list[Problem]]] = {}

    def respell(self, token: str) -> str:
        """The canonical spelling of a token; raises ``TokenError``."""
        return notation.canonical(token)

    def rules(self, raw: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
        """Canonical ``rules`` and what is wrong with them; nothing that the record leaves out is filled in.

        Words are read in either case, ``on`` and ``off`` for true and false, variants as a list or as one text. Keys
        that mean nothing are kept. The few heads of an event are remembered.
        """
        key = msgspec.json.encode(raw)
        if key not in self._spelt:
            if len(self._spelt) > 256:
                self._spelt.clear()
            self._spelt[key] = _spell(raw)
        return self._spelt[key]


def _spell(raw: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    rules = {key: raw[key] for key in raw if key not in _KNOWN}
    for key, allowed in (("edition", EDITIONS), ("format", FORMATS), ("jokers", (True, False))):
        if key in raw:
            rules[key] = _value(raw[key], allowed)
    variants = _variants(raw.get("variants", []))
    options = raw.get("options", {})
    if isinstance(options, Mapping):
        options = {name: _option(name, value) for name, value in options.items()}
    problems = find_problems(rules, variants, options)
    if not problems:
        if variants:
            rules["variants"] = [name for name in VARIANTS if name in variants]
        if options:
            rules["options"] = {name: options[name] for name in OPTIONS if name in options}
    return {key: rules[key] for key in sorted(rules, key=_place)}, problems


def _place(key: str) -> int:
    return _KNOWN.index(key) if key in _KNOWN else len(_KNOWN)


def _option(name: object, value: object) -> object:
    option = OPTIONS.get(name) if isinstance(name, str) else None
    return value if option is None else _value(value, option.values)


def _value(value: object, allowed: tuple[OptionValue, ...]) -> object:
    """A word as it is written: lower case, and a truth or a number where one is wanted."""
    if not isinstance(value, str):
        return value
    word = value.strip().lower()
    if isinstance(allowed[0], bool):
        return _WORDS.get(word, value)
    if isinstance(allowed[0], int):
        return int(word) if word in {str(one) for one in allowed} else value
    return word if word in allowed else value


def _variants(raw: object) -> Any:
    names = raw.replace(",", " ").split() if isinstance(raw, str) else raw
    if not isinstance(names, list | tuple):
        return names
    return [name.strip().lower() if isinstance(name, str) else name for name in names]
