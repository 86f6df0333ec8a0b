"""Judge a record under other terms than its own: another edition, other switches, other variants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules_engine import games
from rules_engine.record import GameRecord
from rules_engine.rules.configuration import ConfigurationError, ConfigurationProblem
from rules_engine.rules.options import OPTIONS, VARIANTS, Value


class Changes(msgspec.Struct, frozen=True):
    """The terms to change; what is left out stays as the record says.

    ``fields`` are values by the key of a field of the game's schema, ``variants`` says of a variant whether it is
    played, ``options`` are values by the name of a switch. Values may be words, as a record writes them.
    """

    fields: dict[str, Any] = {}
    variants: dict[str, bool] = {}
    options: dict[str, Value] = {}

    def __bool__(self) -> bool:
        return self != NONE

    def to_mapping(self) -> dict[str, Any]:
        """The changes as one JSON object: the fields, then ``variants`` and ``options`` if there are any."""
        named = {VARIANTS: self.variants, OPTIONS: self.options}
        return self.fields | {key: value for key, value in named.items() if value}

    @classmethod
    def from_mapping(cls, raw: Mapping[str, Any]) -> Changes:
        """The changes that ``to_mapping`` gave; a field of null changes nothing.

        Raises:
            msgspec.ValidationError: if a value cannot be one.
        """
        fields = {key: value for key, value in raw.items() if key not in (VARIANTS, OPTIONS) and value is not None}
        parts = {"fields": fields, VARIANTS: raw.get(VARIANTS, {}), OPTIONS: raw.get(OPTIONS, {})}
        msgspec.convert(fields, dict[str, bool | int | str | list[Value]])
        return msgspec.convert(parts, cls)


NONE = Changes()


def under(record: GameRecord, changes: Changes) -> GameRecord:
    """The record under the changed terms; the record itself when nothing is changed.

    Raises:
        ConfigurationError: if the terms cannot be together.
    """
    if not changes:
        return record
    game = games.get(record.game)
    unknown = [key for key in changes.fields if game.schema.field_of(key) is None]
    rules, problems = game.language.rules(_merged(record.rules, changes))
    problems = [
        ConfigurationProblem((key,), changes.fields[key], f"{game.name} has no {key}.") for key in unknown
    ] + problems
    if problems:
        raise ConfigurationError(problems)
    return msgspec.structs.replace(record, rules=rules)


def _merged(rules: dict[str, Any], changes: Changes) -> dict[str, Any]:
    kept = [name for name in rules.get(VARIANTS, []) if changes.variants.get(name, True)]
    added = [name for name, played in changes.variants.items() if played and name not in kept]
    return {
        **rules,
        **changes.fields,
        VARIANTS: kept + added,
        OPTIONS: {**rules.get(OPTIONS, {}), **changes.options},
    }
