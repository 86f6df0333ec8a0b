"""The text form of a record, read without the engine: as much of record.md 2 as the second referees need."""

from __future__ import annotations

import re
from typing import Any

_TAG = re.compile(r'\[\s*"?(\w+)"?\s+"([^"]*)"\s*\]')
_ROUND = re.compile(r"Round (\w+)(?:, ([A-Q]) (?:first|deals))?$")
_CLAIM = re.compile(r"\d+|-")


def read_text(text: str) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """The tags, and the rounds as their JSON."""
    tags: dict[str, str] = {}
    rounds: list[dict[str, Any]] = []
    for raw in text.splitlines():
        line = raw.partition(";")[0].strip()
        heading = _ROUND.match(line)
        if line.startswith("["):
            tags.update(_TAG.findall(line))
        elif heading:
            name = heading[1] if heading[1] == "SD" else int(heading[1])
            rounds.append({"round": name, "first": heading[2], "turns": []})
        elif line:
            if not rounds:
                rounds.append({"round": 1, "first": line[0], "turns": []})
            rounds[-1]["turns"] += _turns(line)
    return tags, rounds


def _turns(line: str) -> list[dict[str, Any]]:
    turns = []
    for part in re.split(r"\s+(?=[A-Q]:)", line):
        seat, _, rest = part.partition(":")
        before, claimed, after = rest.partition(" = ")
        turn: dict[str, Any] = {"seat": seat, "actions": before.split()}
        if claimed:
            sums = zip("ABCDEFGHIJKLMNOPQ", _CLAIM.findall(after), strict=False)
            turn["claim"] = {who: int(amount) for who, amount in sums if amount != "-"}
        turns.append(turn)
    return turns
