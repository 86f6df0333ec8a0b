"""Reads a decoded JSON record key by key (record.md section 1).

Lax spellings are accepted, unknown keys are kept, and every problem is collected, so that all of them are reported at
once. Problems are placed by their path in the document; ``json_form`` turns paths into lines and columns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules_engine.record.json_places import Path
from rules_engine.record.language import UNKNOWN, Language
from rules_engine.record.model import (
    DEFAULT_GAME,
    MAX_PLACES,
    MAX_TAGS,
    NO_EXTRAS,
    Extras,
    GameRecord,
    GameRound,
    TokenError,
    Turn,
    too_long,
    too_many_tags,
)
from rules_engine.rules.configuration import shown

LanguageOf = Callable[[str], Language | None]
Problems = list[tuple[Path, object, str]]
"""The path, value and message of everything that cannot be read."""


class RecordReader:
    """Reads one decoded document. What cannot be read is added to ``problems``, and reading goes on with a default.

    Only the first ``MAX_PLACES`` problems are kept; ``missed`` counts the others.
    """

    def __init__(self, language_of: LanguageOf) -> None:
        self.language_of = language_of
        self.language: Language = UNKNOWN
        self.problems: Problems = []
        self.missed = 0
        self.parts = 0

    def wrong(self, path: Path, value: object, message: str) -> None:
        if len(self.problems) < MAX_PLACES:
            self.problems.append((path, value, message))
        else:
            self.missed += 1

    def record(self, raw: object) -> GameRecord:
        """Read the whole record. It is only valid if ``problems`` is empty afterwards.

        Raises:
            RecordError: at once, if the record has more parts than its game allows.
        """
        if not isinstance(raw, Mapping):
            self.wrong((), raw, "A record must be a JSON object.")
            return GameRecord(())
        if raw.get("record", 1) != 1 or isinstance(raw.get("record", 1), bool):
            self.wrong(("record",), raw["record"], "This version of the record form is not known. Use 1.")
        game = raw.get("game", DEFAULT_GAME)
        language = self.language_of(game) if isinstance(game, str) else None
        if language is None:
            self.wrong(("game",), game, "This game is not known.")
        self.language = language or UNKNOWN
        return GameRecord(
            record=1,
            game=game.strip().lower() if isinstance(game, str) else "",
            rules=self.rules(raw.get("rules", {})),
            seats=self.texts("seats", raw.get("seats", {}), self.language.seats),
            rounds=tuple(self.items(("rounds",), raw.get("rounds"), self.round)),
            tags=self.texts("tags", raw.get("tags", {}), None),
            comment=self.comment((), raw),
            extra=self.head(raw),
        )

    def check(self, record: GameRecord) -> None:
        """Add what the game has against a record whose parts could all be read."""
        for problem in self.language.problems(record):
            self.wrong(problem.path, problem.value, problem.message)

    def rules(self, raw: object) -> dict[str, Any]:
        if not isinstance(raw, Mapping):
            self.wrong(("rules",), raw, "The rules must be a JSON object.")
            return {}
        if self.language is UNKNOWN:
            return {}
        rules, problems = self.language.rules(raw)
        for problem in problems:
            self.wrong(("rules", *problem.path), problem.value, problem.message)
        return rules

    def head(self, raw: Mapping[str, Any]) -> Extras:
        """The game's own keys and those that are not known."""
        unknown = self.unknown_keys(raw, GameRecord)
        if not unknown:
            return NO_EXTRAS
        keys, problems = self.language.head(unknown)
        for problem in problems:
            self.wrong(problem.path, problem.value, problem.message)
        return Extras(keys)

    def texts(self, key: str, raw: object, names: tuple[str, ...] | None) -> Any:
        """Names of seats, or tags: texts by key. A number in a tag is taken as the text it would be written as."""
        if not isinstance(raw, Mapping):
            self.wrong((key,), raw, f"The {key} must be a JSON object.")
            return {}
        if len(raw) > MAX_TAGS:
            raise too_many_tags()
        read = {}
        for name, value in raw.items():
            if names is not None and name not in names:
                self.wrong((key, name), name, self.language.no_seat)
            elif isinstance(value, str) and isinstance(name, str):
                read[name] = value
            elif names is None and isinstance(value, int) and not isinstance(value, bool):
                read[name] = shown(value)
            else:
                self.wrong((key, name), value, "This must be text.")
        return read

    def items(self, path: Path, raw: object, read: Callable[[Path, object], Any]) -> list[Any]:
        """A list, each item read by ``read`` with its path."""
        if not isinstance(raw, list | tuple):
            self.wrong(path, raw, f"There must be a list of {path[-1]}.")
            return []
        self.parts += len(raw)
        if self.parts > self.language.max_parts:
            raise too_long(self.language.max_parts)
        return [read((*path, place), part) for place, part in enumerate(raw)]

    def round(self, path: Path, raw: object) -> GameRound | None:
        if not isinstance(raw, Mapping):
            self.wrong(path, raw, "A round must be a JSON object.")
            return None
        return GameRound(
            round=self.round_name((*path, "round"), raw.get("round")),
            first=self.seat((*path, "first"), raw.get("first")),
            turns=tuple(self.items((*path, "turns"), raw.get("turns"), self.turn)),
            comment=self.comment(path, raw),
            extra=self.unknown_keys(raw, GameRound),
        )

    def round_name(self, path: Path, raw: object) -> Any:
        if isinstance(raw, str) and raw.upper() in self.language.round_names:
            return raw.upper()
        if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw <= 999_999:
            return raw
        self.wrong(path, raw, self.language.no_round_name('"'))
        return 0

    def seat(self, path: Path, raw: object) -> Any:
        if isinstance(raw, str) and raw.upper() in self.language.seat_set:
            return raw.upper()
        self.wrong(path, raw, self.language.no_seat)
        return "A"

    def turn(self, path: Path, raw: object) -> Turn | None:
        if not isinstance(raw, Mapping):
            self.wrong(path, raw, "A turn must be a JSON object.")
            return None
        return Turn(
            seat=self.seat((*path, "seat"), raw.get("seat")),
            actions=tuple(self.items((*path, "actions"), raw.get("actions"), self.action)),
            claim=self.claim((*path, "claim"), raw.get("claim")),
            comment=self.comment(path, raw),
            extra=self.unknown_keys(raw, Turn),
        )

    def action(self, path: Path, raw: object) -> str:
        if not isinstance(raw, str):
            self.wrong(path, raw, "A token must be text.")
        elif self.language is not UNKNOWN:
            try:
                return self.language.respell(raw)
            except TokenError as error:
                self.wrong(path, raw, error.sentence)
        return ""

    def claim(self, path: Path, raw: object) -> Any:
        if raw is None:
            return None
        if not isinstance(raw, Mapping):
            self.wrong(path, raw, "A claim must be a JSON object.")
            return None
        claimed = {}
        for seat, money in raw.items():
            if seat not in self.language.seat_set:
                self.wrong((*path, seat), seat, self.language.no_seat)
            elif isinstance(money, int) and not isinstance(money, bool) and 0 <= money <= 999_999_999:
                claimed[seat] = money
            elif money is not None:
                self.wrong((*path, seat), money, self.language.no_amount)
        return claimed

    def comment(self, path: Path, raw: Mapping[str, Any]) -> str | None:
        comment = raw.get("comment")
        if comment is not None and not isinstance(comment, str):
            self.wrong((*path, "comment"), comment, "A comment must be text.")
            return None
        return comment

    def unknown_keys(self, raw: Mapping[str, Any], model: type[msgspec.Struct]) -> Extras:
        known = set(model.__struct_fields__) - {"extra"}
        unknown = {key: value for key, value in raw.items() if key not in known}
        return Extras(unknown) if unknown else NO_EXTRAS
