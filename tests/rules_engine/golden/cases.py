"""Reads the golden cases: records with what the rule texts say of them, one TOML file a topic.

A case has a ``name`` that begins with the rule or the sentence it stands for, a ``record`` (text or JSON), and what is
expected. ``rules`` are tags put before the record, ``<<name>>`` stands for the file's piece of that name.

``findings``: one a line, ``code rule round.turn.action seat reading``; ``-`` for null, a missing reading means null,
``?`` for a reading that is not compared. No findings key means no finding. ``result``: ``status winner decided_by
round_wins totals pot``. ``turns``: a line ``round winner banks`` for each round, and under it its turns, ``seat
ended_by gained banks``. ``unreadable``: the places, ``line:column token``, ``*`` for what is not compared.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

# record.md 4: the kind belongs to the code.
KINDS = {
    "illegal": """action_after_turn wrong_seat card_not_in_hand swap_opponent_empty joker_held joker_effect_missing
        joker_from_hand counter_round_two counter_without_joker counter_not_swap shield_unavailable jokers_off
        draw_from_empty""",
    "missed": "bust_not_taken auto_queen_missed over_hand",
    "misrecorded": """impossible_draw wrong_amount wrong_claim bust_without_cause auto_queen_without_cause
        needless_discard turn_not_ended round_over round_unfinished match_over wrong_round wrong_start""",
    "note": "auto_queen_applied default_discard reshuffle slow_decision",
}
KIND_OF = {code: kind for kind, codes in KINDS.items() for code in codes.split()}


@dataclass(frozen=True)
class GoldenCase:
    """One golden case, with its pieces put in."""

    topic: str
    name: str
    record: str
    findings: tuple[tuple[str, ...], ...]
    result: str | None
    turns: str | None
    valid: bool | None
    time_box: int | None
    unreadable: tuple[str, ...] | None


def load_cases() -> list[GoldenCase]:
    """Every case of every file."""
    return [case for path in sorted(HERE.glob("*.toml")) for case in _read(path)]


def _read(path: Path) -> list[GoldenCase]:
    with path.open("rb") as file:
        content = tomllib.load(file)
    pieces = content.get("pieces", {})
    return [_case(path.stem, raw, pieces) for raw in content["case"]]


def _case(topic: str, raw: dict[str, Any], pieces: dict[str, str]) -> GoldenCase:
    rules, text = raw.get("rules"), _filled(raw["record"], pieces)
    findings = _filled(raw.get("findings", ""), pieces).splitlines()
    unreadable = raw.get("unreadable")
    return GoldenCase(
        topic,
        raw["name"],
        f"{rules}\n{text}" if rules else text,
        tuple(_finding(line) for line in findings if line.strip()),
        raw.get("result"),
        raw.get("turns"),
        raw.get("valid"),
        raw.get("time_box"),
        None if unreadable is None else tuple(unreadable),
    )


def _filled(text: str, pieces: dict[str, str]) -> str:
    while (found := re.search(r"<<(\w+)>>\n?", text)) is not None:
        piece = pieces[found[1]]
        ending = "\n" if found[0].endswith("\n") and not piece.endswith("\n") else ""
        text = text[: found.start()] + piece + ending + text[found.end() :]
    return text


def _finding(line: str) -> tuple[str, ...]:
    code, rule, place, seat, *reading = line.split()
    return (code, KIND_OF[code], rule, *place.split("."), seat, *(reading or ["-"]))
