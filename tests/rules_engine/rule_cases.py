"""Reads the rule cases: for every rule of sections 1 to 10 a record that keeps it and one that departs from it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from rules_engine.bankout import actions as act
from rules_engine.bankout.game import GAME as BANKOUT
from rules_engine.bankout.ruleset import EDITIONS, BankoutRuleSet
from rules_engine.games import read_record
from rules_engine.record import GameRecord
from rules_engine.record.writing import to_text
from tests.rules_engine.play import Scorekeeper

FILE = Path(__file__).with_name("rule_cases.toml")


@dataclass(frozen=True)
class RuleCase:
    """One record, and what the referee must say of it. ``finds`` is None for a record that cannot be read.

    ``after`` is what was played before ``turns``: its text is made when it is asked for, for it takes seconds.
    """

    rule: str
    edition: str
    legal: bool
    tags: str
    after: int | str | None
    turns: str
    finds: tuple[str, ...] | None
    pot: int | None
    winner: str | None
    time_box: int | None
    line: int

    @property
    def name(self) -> str:
        """The test's name."""
        return f"{self.rule} {self.edition} {'legal' if self.legal else 'illegal'} (line {self.line})"

    @property
    def text(self) -> str:
        """The record."""
        return _text(self.tags, self.after, self.turns)


def load() -> list[RuleCase]:
    """Every case, in each edition that it is for."""
    source = FILE.read_text()
    content = tomllib.loads(source)
    lines = [number for number, line in enumerate(source.splitlines(), 1) if line == "[[case]]"]
    return [
        case
        for raw, line in zip(content["case"], lines, strict=True)
        for edition in raw.get("editions", EDITIONS)
        for case in _cases(raw, edition, content["pieces"], line)
    ]


def _cases(raw: dict[str, Any], edition: str, pieces: dict[str, str], line: int) -> list[RuleCase]:
    cases = []
    for side in ("legal", "illegal"):
        if side not in raw:
            continue
        tags = f'[edition "{edition}"] ' + " ".join([raw.get("tags", ""), raw.get(f"{side}_tags", "")])
        finds: tuple[str, ...] | None = tuple(raw.get("finds", "").strip().splitlines()) if side == "illegal" else ()
        legal = side == "legal"
        cases.append(
            RuleCase(
                rule=raw["rule"],
                edition=edition,
                legal=legal,
                tags=tags,
                after=raw.get("after"),
                turns=_filled(raw[side], pieces),
                finds=None if raw.get("unreadable") and not legal else finds,
                pot=raw.get("pot") if legal else None,
                winner=raw.get("winner") if legal else None,
                time_box=raw.get("time_box"),
                line=line,
            )
        )
    return cases


def _filled(text: str, pieces: dict[str, str]) -> str:
    while "<<" in text:
        text = re.sub(r"<<(\w+)>>", lambda piece: pieces[piece[1]].strip("\n"), text)
    return text.strip("\n")


def _text(tags: str, after: int | str | None, turns: str) -> str:
    if after is not None:
        tags += ' [format "blitz"]' if after == "tie" else ""
        rules = read_record(tags + "\nRound 1, A first\n").rules
        return to_text(_before(BankoutRuleSet.from_mapping(rules), after), BANKOUT.language) + turns + "\n"
    heading = "" if turns.lower().startswith("round ") else "Round 1, A first\n"
    return f"{tags}\n{heading}{turns}\n"


@cache
def _before(rules: BankoutRuleSet, after: int | str) -> GameRecord:
    """Legal play, A first, to the end of so many rounds with the match undecided; a tied Blitz; or a whole match."""
    for seed in range(200):
        keeper = _Penniless(rules, Random(seed)) if after == "tie" else Scorekeeper(rules, Random(seed))
        if keeper.state.first != 0:
            continue
        record = keeper.play(rounds=after if isinstance(after, int) else 3)
        state = keeper.state
        if after == "match" and state.decided:
            return record
        if after == "tie" and state.sudden_due:
            return record
        if after == len(record.rounds) and not state.decided:
            return record
    raise AssertionError(f"no seed plays to {after}")


class _Penniless(Scorekeeper):
    """Never makes money, so that a Blitz match is tied."""

    def choose(self) -> int:
        legal = [action for action in self.legal() if action not in (act.BANK, act.PLAY_KING, act.JOKER_KING)]
        return self.rng.choice(legal + [act.DRAW] * 3 if act.DRAW in legal else legal)
