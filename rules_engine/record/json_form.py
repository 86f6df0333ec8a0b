"""Reads records written as JSON (record.md section 1).

A well-formed, canonical record is decoded straight into the model. ``json_reader`` reads everything else key by key.
What cannot be read is reported with its line and column in the text.
"""

from __future__ import annotations

import json

import msgspec

from rules_engine.record import json_places
from rules_engine.record.json_reader import LanguageOf, Problems, RecordReader
from rules_engine.record.language import Language
from rules_engine.record.model import (
    MAX_TAGS,
    GameRecord,
    RecordError,
    TokenError,
    UnreadablePlace,
    clipped,
    more,
    too_long,
    too_many_tags,
)
from rules_engine.rules.configuration import shown

_decoder = msgspec.json.Decoder(GameRecord)


def read_json(text: str, language_of: LanguageOf) -> GameRecord:
    """Read the record that a JSON text holds.

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
                read = msgspec.structs.replace(record, rules=rules)  # equal perhaps, but in the one order
                if not language.problems(read):
                    return read
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise RecordError([_broken(text, error)]) from error
    return read_mapping(raw, language_of, text)


def read_mapping(raw: object, language_of: LanguageOf, text: str | None = None) -> GameRecord:
    """Read the record that a decoded JSON document holds.

    ``text`` is the text that the document was decoded from, if there is one: problems then have a line and a column.

    Raises:
        RecordError: with every place that cannot be read.
    """
    reader = RecordReader(language_of)
    record = reader.record(raw)
    if not reader.problems:
        reader.check(record)
    if reader.problems:
        raise RecordError(_places(reader.problems, reader.missed, text))
    return record


def _check_length(text: str, record: GameRecord, most: int) -> None:
    if len(record.tags) > MAX_TAGS:
        raise too_many_tags()
    if len(text) > 2 * most:  # a shorter text cannot hold as many
        turns = [turn for played in record.rounds for turn in played.turns]
        if len(record.rounds) + len(turns) + sum(len(turn.actions) for turn in turns) > most:
            raise too_long(most)


def _is_canonical(record: GameRecord, language: Language) -> bool:
    """Whether every seat and round is one of the game's and every token has its canonical spelling.

    The decoded model then is the record, and no second reading is needed.
    """
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
    """Where the text stops being JSON. Only the standard library's slower decoder gives the exact place."""
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


def _places(problems: Problems, missed: int, text: str | None) -> list[UnreadablePlace]:
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
