"""Records as JSON (record.md section 1), read and written.

A well-formed, canonical record is decoded straight into the model. Anything else is read again by hand, so that lax
spellings are taken, unknown keys are kept, and every unreadable place is found at once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules_engine.configuration import shown
from rules_engine.record import json_places
from rules_engine.record.json_places import Path
from rules_engine.record.language import UNKNOWN, Language
from rules_engine.record.model import (
    DEFAULT_GAME,
    MAX_PLACES,
    NO_EXTRAS,
    Extras,
    Record,
    RecordError,
    Round,
    TokenError,
    Turn,
    UnreadablePlace,
    clipped,
    more,
    too_long,
)

LanguageOf = Callable[[str], Language | None]

_decoder = msgspec.json.Decoder(Record)


def read_json(text: str, language_of: LanguageOf) -> Record:
    """The record that a JSON text holds.

    Raises:
        RecordError: with every place that cannot be read.
    """
    try:
        record = _decoder.decode(text)
    except msgspec.ValidationError:
        pass
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise RecordError([_broken(text, error)]) from error
    else:
        language = language_of(record.game)
        if language is not None:
            _check_length(text, record, language.max_parts)
            rules, problems = language.rules(record.rules)
            if not problems and _is_canonical(record, language):
                return msgspec.structs.replace(record, rules=rules)  # equal perhaps, but in the one order
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise RecordError([_broken(text, error)]) from error
    return read_mapping(raw, language_of, text)


def read_mapping(raw: object, language_of: LanguageOf, text: str | None = None) -> Record:
    """The record that a decoded JSON document holds; ``text`` is where problems are placed, if it came from one.

    Raises:
        RecordError: with every place that cannot be read.
    """
    reader = _RecordReader(language_of)
    record = reader.record(raw)
    if reader.problems:
        raise RecordError(_places(reader.problems, reader.missed, text))
    return record


def _check_length(text: str, record: Record, most: int) -> None:
    if len(text) > 2 * most:  # a shorter text cannot hold as many
        turns = [turn for played in record.rounds for turn in played.turns]
        if len(record.rounds) + len(turns) + sum(len(turn.actions) for turn in turns) > most:
            raise too_long(most)


def _is_canonical(record: Record, language: Language) -> bool:
    """Whether the game has these seats and every token is written in the one spelling; then the model is the record."""
    canonical, respell, seats = language.canonical, language.respell, language.seat_set
    if not seats.issuperset(record.seats):
        return False
    for played in record.rounds:
        if played.first not in seats or (isinstance(played.round, str) and played.round not in language.round_names):
            return False
        for turn in played.turns:
            if turn.seat not in seats or (turn.claim and not seats.issuperset(turn.claim)):
                return False
            if not canonical.issuperset(turn.actions):
                try:
                    if any(respell(token) != token for token in turn.actions):
                        return False
                except TokenError:
                    return False
    return True


def _broken(text: str, error: Exception) -> UnreadablePlace:
    """Where JSON stops being JSON. The standard library's decoder says it exactly, and is asked only then."""
    if isinstance(error, RecursionError):
        return UnreadablePlace(0, 0, "", "The JSON is nested too deeply to be a record.")
    try:
        json.loads(text)
    except json.JSONDecodeError as exact:
        token = clipped(text[exact.pos : exact.pos + 20].split("\n")[0])
        return UnreadablePlace(
            exact.lineno, exact.colno, token, f"This is not JSON: {exact.msg[0].lower()}{exact.msg[1:]}."
        )
    except (ValueError, RecursionError):
        pass
    return UnreadablePlace(0, 0, "", f"The JSON cannot be read: {error}.")


_Problems = list[tuple[Path, object, str]]


def _places(problems: _Problems, missed: int, text: str | None) -> list[UnreadablePlace]:
    if text is None:
        places = [UnreadablePlace(0, 0, _token(value), message) for _, value, message in problems]
    else:
        paths = [path[:length] for path, _, _ in problems for length in range(len(path) + 1)]
        offsets, lines = json_places.find(text, paths), json_places.Lines(text)
        places = []
        for path, value, message in problems:
            while path not in offsets:  # what is left out is placed at what should hold it
                path = path[:-1]
            inside = text[offsets[path][0]] == '"'  # a text's place is inside its quotation marks
            places.append(UnreadablePlace(*lines.place(offsets[path][0] + inside), _token(value), message))
        places.sort(key=lambda place: (place.line, place.column))
    return [*places, more(missed)] if missed else places


def _token(value: object) -> str:
    return clipped(value) if isinstance(value, str) else shown(value)


class _RecordReader:
    """Reads decoded JSON by hand; ``problems`` holds path, value and message of whatever cannot be read."""

    def __init__(self, language_of: LanguageOf) -> None:
        self.language_of = language_of
        self.language: Language = UNKNOWN
        self.problems: _Problems = []
        self.missed = 0  # problems beyond those that are listed
        self.parts = 0

    def wrong(self, path: Path, value: object, message: str) -> None:
        if len(self.problems) < MAX_PLACES:
            self.problems.append((path, value, message))
        else:
            self.missed += 1

    def record(self, raw: object) -> Record:
        if not isinstance(raw, Mapping):
            self.wrong((), raw, "A record is a JSON object.")
            return Record(())
        if raw.get("record", 1) != 1 or isinstance(raw.get("record", 1), bool):
            self.wrong(("record",), raw["record"], "This version of the record form is not known; it is 1.")
        game = raw.get("game", DEFAULT_GAME)
        language = self.language_of(game) if isinstance(game, str) else None
        if language is None:
            self.wrong(("game",), game, "This game is not known.")
        self.language = language or UNKNOWN
        return Record(
            record=1,
            game=game.strip().lower() if isinstance(game, str) else "",
            rules=self.rules(raw.get("rules", {})),
            seats=self.texts("seats", raw.get("seats", {}), self.language.seats),
            rounds=tuple(self.items(("rounds",), raw.get("rounds"), self.round)),
            tags=self.texts("tags", raw.get("tags", {}), None),
            comment=self.comment((), raw),
            extra=self.head(raw),
        )

    def rules(self, raw: object) -> dict[str, Any]:
        if not isinstance(raw, Mapping):
            self.wrong(("rules",), raw, "The rules are a JSON object.")
            return {}
        if self.language is UNKNOWN:
            return {}
        rules, problems = self.language.rules(raw)
        for problem in problems:
            self.wrong(("rules", *problem.path), problem.value, problem.message)
        return rules

    def head(self, raw: Mapping[str, Any]) -> Extras:
        """The game's own keys and those that are not known."""
        unknown = self.unknown_keys(raw, Record)
        if not unknown:
            return NO_EXTRAS
        keys, problems = self.language.head(unknown)
        for problem in problems:
            self.wrong(problem.path, problem.value, problem.message)
        return Extras(keys)

    def texts(self, key: str, raw: object, names: tuple[str, ...] | None) -> Any:
        """Names of seats, or tags: texts by key. A number in a tag is taken as the text it would be written as."""
        if not isinstance(raw, Mapping):
            self.wrong((key,), raw, f"The {key} are a JSON object.")
            return {}
        read = {}
        for name, value in raw.items():
            if names is not None and name not in names:
                self.wrong((key, name), name, self.language.no_seat)
            elif isinstance(value, str) and isinstance(name, str):
                read[name] = value
            elif names is None and isinstance(value, int) and not isinstance(value, bool):
                read[name] = shown(value)
            else:
                self.wrong((key, name), value, "This must be a text.")
        return read

    def items(self, path: Path, raw: object, read: Callable[[Path, object], Any]) -> list[Any]:
        if not isinstance(raw, list | tuple):
            self.wrong(path, raw, f"There must be a list of {path[-1]}.")
            return []
        self.parts += len(raw)
        if self.parts > self.language.max_parts:
            raise too_long(self.language.max_parts)
        return [read((*path, place), one) for place, one in enumerate(raw)]

    def round(self, path: Path, raw: object) -> Round | None:
        if not isinstance(raw, Mapping):
            self.wrong(path, raw, "A round is a JSON object.")
            return None
        return Round(
            round=self.round_name((*path, "round"), raw.get("round")),
            first=self.seat((*path, "first"), raw.get("first")),
            turns=tuple(self.items((*path, "turns"), raw.get("turns"), self.turn)),
            comment=self.comment(path, raw),
            extra=self.unknown_keys(raw, Round),
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
            self.wrong(path, raw, "A turn is a JSON object.")
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
            self.wrong(path, raw, "A token is a text.")
        elif self.language is not UNKNOWN:
            try:
                return self.language.respell(raw)
            except TokenError as error:
                self.wrong(path, raw, f"{error}.")
        return ""

    def claim(self, path: Path, raw: object) -> Any:
        if raw is None:
            return None
        if not isinstance(raw, Mapping):
            self.wrong(path, raw, "A claim is a JSON object.")
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
            self.wrong((*path, "comment"), comment, "A comment is a text.")
            return None
        return comment

    def unknown_keys(self, raw: Mapping[str, Any], model: type[msgspec.Struct]) -> Extras:
        known = set(model.__struct_fields__) - {"extra"}
        unknown = {key: value for key, value in raw.items() if key not in known}
        return Extras(unknown) if unknown else NO_EXTRAS
