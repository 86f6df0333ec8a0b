"""Records written, as JSON and as text: what is written reads back equal, and writing that gives the same bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules_engine.record.language import Language
from rules_engine.record.model import SEATS, GameRecord, GameRound, Seat, Turn, seats_of
from rules_engine.rules.configuration import written
from rules_engine.rules.options import OPTIONS, VARIANTS

_PLAIN_NAME = re.compile(r'[^\s"\[\];]+')


def to_mapping(record: GameRecord) -> dict[str, Any]:
    """The JSON document of record.md section 1; keys that say nothing are left out, unknown keys are kept."""
    return {
        "record": record.record,
        "game": record.game,
        "rules": record.rules,
        "seats": {seat: record.seats[seat] for seat in sorted(record.seats)},
        "rounds": [_round_mapping(played) for played in record.rounds],
        **({"tags": record.tags} if record.tags else {}),
        **_comment(record.comment),
        **record.extra,
    }


def _round_mapping(played: GameRound) -> dict[str, Any]:
    turns = [_turn_mapping(turn) for turn in played.turns]
    named = {"round": played.round, "first": played.first, "turns": turns}
    return {**named, **_comment(played.comment), **played.extra}


def _turn_mapping(turn: Turn) -> dict[str, Any]:
    named: dict[str, Any] = {"seat": turn.seat, "actions": list(turn.actions)}
    if turn.claim is not None:
        named["claim"] = {seat: turn.claim[seat] for seat in sorted(turn.claim)}
    return {**named, **_comment(turn.comment), **turn.extra}


def without_comments(record: GameRecord) -> GameRecord:
    """The record with its rounds and turns alone: what was written beside them is gone, tags and unknown keys too."""
    rounds = tuple(
        GameRound(played.round, played.first, tuple(Turn(turn.seat, turn.actions, turn.claim) for turn in played.turns))
        for played in record.rounds
    )
    return GameRecord(rounds, record.record, record.game, record.rules, record.seats)


def _comment(comment: str | None) -> dict[str, str]:
    return {} if comment is None else {"comment": comment}


def to_json(record: GameRecord) -> str:
    """A record as JSON: one line for each turn, as a score sheet has it."""
    document = to_mapping(record)
    rounds = document.pop("rounds")
    head = [f"  {_json(key)}: {_json(value)}" for key, value in document.items()]
    head.insert(4, '  "rounds": [' + ",".join(_round_json(round_) for round_ in rounds) + ("\n  ]" if rounds else "]"))
    return "{\n" + ",\n".join(head) + "\n}\n"


def _round_json(played: dict[str, Any]) -> str:
    turns = played.pop("turns")
    head = [f"{_json(key)}: {_json(value)}" for key, value in played.items()]
    lines = ",".join(f"\n       {_json(turn)}" for turn in turns)
    head.insert(2, '"turns": [' + lines + ("\n     ]" if turns else "]"))
    return "\n    {" + ", ".join(head) + "}"


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


def to_text(record: GameRecord, language: Language) -> str:
    """A record as text. Comments of several lines stand on several lines; unknown keys have no place here."""
    head = [_tag("game", record.game)]
    fields = [field.key for field in language.schema.fields]
    head += [_tag(key, _word(record.rules[key])) for key in fields if key in record.rules]
    if record.rules.get(VARIANTS):
        head.append(_tag(VARIANTS, " ".join(record.rules[VARIANTS])))
    options: Mapping[str, Any] = record.rules.get(OPTIONS, {})
    head += [_tag(name, written(value)) for name, value in options.items()]
    head += [_tag(name, value) for name, value in language.head_to_tags(record.extra).items()]
    names = [_tag(seat, record.seats[seat]) for seat in sorted(record.seats)]
    names += [_tag(_free(name, language), value) for name, value in record.tags.items()]
    lines = [" ".join(head), *([" ".join(names)] if names else []), *_comment_lines(record.comment)]
    claimed = language.seats[: max(language.fewest_seats, len(seats_of(record)))]
    for played in record.rounds:
        heading = f"Round {played.round}, {played.first} {language.first_word}"
        lines += ["", *_with_comment(heading, played.comment)]
        for turn in played.turns:
            lines += _with_comment(_turn_line(turn, claimed), turn.comment)
    return "\n".join(lines) + "\n"


def _tag(name: str, value: str) -> str:
    return f"[{name} {json.dumps(value, ensure_ascii=False)}]"


def _free(name: str, language: Language) -> str:
    """The name of a free tag, in quotation marks where it would mean something else without them."""
    if _PLAIN_NAME.fullmatch(name) and language.reserved(name) is None:
        return name
    return json.dumps(name, ensure_ascii=False)


def _word(value: object) -> str:
    """A field of the rules as its tag writes it: ``on`` and ``off`` for true and false, lists with spaces."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return " ".join(map(written, value)) if isinstance(value, list | tuple) else written(value)


def _turn_line(turn: Turn, seats: Sequence[Seat]) -> str:
    line = " ".join([f"{turn.seat}:", *turn.actions])
    if turn.claim is not None:
        seats = SEATS[: max(len(seats), *(SEATS.index(seat) + 1 for seat in turn.claim))] if turn.claim else seats
        line += "  = " + " ".join(str(turn.claim.get(seat, "-")) for seat in seats)
    return line


def _comment_lines(comment: str | None) -> list[str]:
    return [] if comment is None else [f"; {line}" for line in comment.split("\n")]


def _with_comment(line: str, comment: str | None) -> list[str]:
    if comment is None:
        return [line]
    first, *more = _comment_lines(comment)
    return [f"{line}  {first}", *more]
