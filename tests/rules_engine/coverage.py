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
from rules_engine.record import DEFAULT_GAME
from rules_engine.rules.book import Rule
from tests.rules_engine import game_cases, rule_cases

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs" / "rules"
_LEFT_OUT = {"coverage.py", "rule_cases.toml", "rule_cases.py", "game_cases.py", "test_rule_cases.py"}
_LEFT_OUT |= {"test_game_cases.py", "test_rulebook.py"}


class Coverage(NamedTuple):
    """A game's page: its file, the letters of its rules, and the file of its rule cases under tests/rules_engine."""

    page: Path
    prefix: str
    cases: str


def coverage_of(game: Game) -> Coverage:
    """The page of a game; the first game's has no key in its name."""
    prefix = next(iter(game.rulebook.rules)).partition("-")[0]
    name = "coverage.md" if game.key == DEFAULT_GAME else f"coverage-{game.key}.md"
    cases = game_cases.file_of(game) if has_own_cases(game) else rule_cases.FILE
    return Coverage(DOCS / name, prefix, cases.relative_to(HERE).as_posix())


def has_own_cases(game: Game) -> bool:
    """Whether the game's cases are in the form that games share; those of the first game come in editions."""
    return game_cases.file_of(game).exists()


def files_by_rule(game: Game) -> dict[str, set[str]]:
    """Rule id -> the files that test it, the rule cases apart."""
    prefix = coverage_of(game).prefix
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
    if has_own_cases(game):
        return {case.rule: "legal and illegal" for case in game_cases.load(game)}
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
    tests, cases, page = files_by_rule(game), cases_by_rule(game), coverage_of(game)
    ending = "departs from it." if has_own_cases(game) else "departs from it,\nin the editions named."
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
        coverage_of(one).page.write_text(document(one))
