"""Reads the rule cases of a game: for every rule a record that keeps it and one that departs from it.

They stand in ``rule_cases.toml`` of the game's own folder. A case has

- ``rule``; ``legal`` and ``illegal``: turns of Round 1, A first, unless they begin with a heading;
- ``finds``: everything that the illegal one is found to be, one a line and in order: "code turn.action seat rule
  kind", and the reading after it where the case is about that; or ``unreadable``: what the reader's message holds;
- ``notes``: likewise for the legal one;
- ``tags`` of both, ``legal_tags`` and ``illegal_tags`` of one;
- ``result`` and ``illegal_result``: "status decided_by places scores", as far as the case is about them;
- ``time_box``: the seconds for a decision.

``<<name>>`` stands for the piece of that name.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules_engine import games
from rules_engine.game import Game


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


def file_of(game: Game) -> Path:
    """Where the cases of a game stand, if it has any in this form."""
    return Path(__file__).parent / game.key / "rule_cases.toml"


def games_with_cases() -> list[Game]:
    """The games whose cases are in this form."""
    return [game for game in games.all_games() if file_of(game).exists()]


def load(game: Game) -> list[RuleCase]:
    """Every case of a game."""
    source = file_of(game).read_text()
    content = tomllib.loads(source)
    lines = [number for number, line in enumerate(source.splitlines(), 1) if line == "[[case]]"]
    return [
        _case(game, raw, side, content["pieces"], line)
        for raw, line in zip(content["case"], lines, strict=True)
        for side in ("legal", "illegal")
    ]


def _case(game: Game, raw: dict[str, Any], side: str, pieces: dict[str, str], line: int) -> RuleCase:
    legal = side == "legal"
    tags = _filled(" ".join([f'[game "{game.key}"]', raw.get("tags", ""), raw.get(f"{side}_tags", "")]), pieces)
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
