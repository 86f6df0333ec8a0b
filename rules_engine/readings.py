"""A record judged under other terms than it names: another edition, other switches, variants in or out (section 10)."""

from __future__ import annotations

from typing import Any

import msgspec

from rules_engine import games
from rules_engine.configuration import ConfigurationError
from rules_engine.record import Record


class Changes(msgspec.Struct, frozen=True, omit_defaults=True):
    """What to judge otherwise; whatever is left out stays as the record says.

    ``variants`` says of a variant whether it is played; ``options`` are switches with their values, words as a record
    may write them.
    """

    edition: str | None = None
    format: str | None = None
    jokers: bool | None = None
    variants: dict[str, bool] = {}
    options: dict[str, str | bool | int] = {}

    def __bool__(self) -> bool:
        return self != NONE


NONE = Changes()


def under(record: Record, changes: Changes) -> Record:
    """The record under the changed terms; the record itself when nothing is changed.

    Raises:
        ConfigurationError: if the terms cannot be together.
    """
    if not changes:
        return record
    rules, problems = games.get(record.game).language.rules(_merged(record.rules, changes))
    if problems:
        raise ConfigurationError(problems)
    return msgspec.structs.replace(record, rules=rules)


def _merged(rules: dict[str, Any], changes: Changes) -> dict[str, Any]:
    named = {key: getattr(changes, key) for key in ("edition", "format", "jokers")}
    kept = [name for name in rules.get("variants", []) if changes.variants.get(name, True)]
    added = [name for name, played in changes.variants.items() if played and name not in kept]
    return {
        **rules,
        **{key: value for key, value in named.items() if value is not None},
        "variants": kept + added,
        "options": {**rules.get("options", {}), **changes.options},
    }
