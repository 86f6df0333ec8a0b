"""Which finding codes and which tests stand for each rule: makes docs/rules/coverage.md and its like for other games.

    python -m tests.rules_engine.coverage

A test stands for a rule if it names it: a rule case, a golden case, or a test module that has the id in it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from rules_engine import games
from rules_engine.game import Game
from rules_engine.rulebook import Rule
from tests.rules_engine import rule_cases
from tests.rules_engine.stage import cases as stage_cases

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs" / "rules"
_LEFT_OUT = {"coverage.py", "rule_cases.toml", "rule_cases.py", "cases.py", "test_rule_cases.py", "test_rulebook.py"}


class Coverage(NamedTuple):
    """A game's page: its file, the letters of its rules, and the file of its rule cases under tests/rules_engine."""

    page: Path
    prefix: str
    cases: str


PAGES = {
    "bankout": Coverage(DOCS / "coverage.md", "BO", "rule_cases.toml"),
    "stage": Coverage(DOCS / "coverage-stage.md", "BS", "stage/rule_cases.toml"),
}


def files_by_rule(game: Game) -> dict[str, set[str]]:
    """Rule id -> the files that test it, the rule cases apart."""
    prefix = PAGES[game.key].prefix
    named = re.compile(rf"\b{prefix}[-_](\d+(?:[._](?:\d+|[A-Ha-h])\b)?)")
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(HERE.rglob("*")):
        if path.suffix not in (".py", ".toml") or path.name in _LEFT_OUT or path.name.startswith("."):
            continue
        text = path.read_text().replace(f"def test_{prefix.lower()}_", f"def test_ {prefix}_")
        for number in named.findall(text):
            found[f"{prefix}-{number.replace('_', '.').upper()}"].add(path.relative_to(HERE).as_posix())
    return found


def cases_by_rule(game: Game) -> dict[str, str]:
    """Rule id -> how its rule cases are tried."""
    if game.key != "bankout":
        return {case.rule: "legal and illegal" for case in stage_cases.load()}
    editions: dict[str, set[str]] = defaultdict(set)
    for case in rule_cases.load():
        editions[case.rule].add(case.edition)
    return {rule: "legal and illegal, " + " and ".join(sorted(names)) for rule, names in editions.items()}


def row(game: Game, rule: Rule, tests: set[str], cases: str) -> str:
    """One line of the table."""
    codes = [code for code, text in game.notes.findings.items() if rule.id in text.rules]
    names = [switch.key for switch in game.schema.switches if switch.rule == rule.id]
    said = ", ".join(f"`{name}`" for name in codes) or "–"
    switches = ", ".join(f"`{name}`" for name in names) or "–"
    files = "; ".join(([cases] if cases else []) + sorted(tests)) or "–"
    return f"| {rule.id} | {said} | {switches} | {files} |"


def document(game: Game) -> str:
    """The whole page."""
    tests, cases, page = files_by_rule(game), cases_by_rule(game), PAGES[game.key]
    ending = "departs from it,\nin the editions named." if game.key == "bankout" else "departs from it."
    lines = [
        "# Coverage: rule → finding → tests",
        "",
        "Made by `python -m tests.rules_engine.coverage`; a test fails when it is out of date.",
        "",
        f"*Legal and illegal* means that `{page.cases}` has a record that keeps the rule and one that {ending} "
        "Further files name the rule. All are under `tests/rules_engine/`.",
    ]
    for section in game.rulebook.sections:
        if not section.rules:
            continue
        lines += ["", f"## {section.number} {section.title}", ""]
        lines += ["| rule | findings | switches | tests |", "|---|---|---|---|"]
        lines += [row(game, rule, tests[rule.id], cases.get(rule.id, "")) for rule in section.rules]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for one in games.all_games():
        PAGES[one.key].page.write_text(document(one))
