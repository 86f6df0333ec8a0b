"""Reads the rule cases of the stage game: what the file's own head says."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("rule_cases.toml")


@dataclass(frozen=True)
class RuleCase:
    """One record, and everything that the referee must say of it; ``unreadable`` is what the reader's refusal holds."""

    rule: str
    legal: bool
    text: str
    finds: tuple[str, ...]
    unreadable: str
    result: str
    time_box: int | None
    line: int

    @property
    def name(self) -> str:
        """The test's name."""
        return f"{self.rule} {'legal' if self.legal else 'illegal'} (line {self.line})"


def load() -> list[RuleCase]:
    """Every case."""
    source = FILE.read_text()
    content = tomllib.loads(source)
    lines = [number for number, line in enumerate(source.splitlines(), 1) if line == "[[case]]"]
    return [
        _case(raw, side, content["pieces"], line)
        for raw, line in zip(content["case"], lines, strict=True)
        for side in ("legal", "illegal")
    ]


def _case(raw: dict[str, Any], side: str, pieces: dict[str, str], line: int) -> RuleCase:
    legal = side == "legal"
    tags = _filled(" ".join(['[game "stage"]', raw.get("tags", ""), raw.get(f"{side}_tags", "")]), pieces)
    turns = _filled(raw[side], pieces)
    heading = "" if turns.startswith("Round ") else "Round 1, A first\n"
    return RuleCase(
        rule=raw["rule"],
        legal=legal,
        text=f"{tags}\n{heading}{turns}\n",
        finds=tuple(raw.get("notes" if legal else "finds", "").strip().splitlines()),
        unreadable="" if legal else raw.get("unreadable", ""),
        result=raw.get("result" if legal else "illegal_result", ""),
        time_box=raw.get("time_box"),
        line=line,
    )


def _filled(text: str, pieces: dict[str, str]) -> str:
    while "<<" in text:
        text = re.sub(r"<<(\w+)>>", lambda piece: pieces[piece[1]].strip("\n"), text)
    return text.strip("\n")
