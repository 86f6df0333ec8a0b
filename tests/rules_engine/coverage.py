"""Which finding codes and which tests stand for each rule: makes docs/rules/coverage.md.

    python -m tests.rules_engine.coverage

A test stands for a rule if it names it: a rule case, a golden case, or a test module that has the id in it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from rules_engine.bankout.game import GAME as BANKOUT
from rules_engine.bankout.messages import FINDING_TEXTS
from rules_engine.bankout.ruleset import OPTIONS
from rules_engine.rulebook import Rule
from tests.rules_engine.rule_cases import load

HERE = Path(__file__).parent
TARGET = HERE.parents[1] / "docs" / "rules" / "coverage.md"
_ID = re.compile(r"\bBO[-_](\d+)[._](\d+|[A-Ha-h])\b")
_LEFT_OUT = {"coverage.py", "rule_cases.toml", "rule_cases.py", "test_rule_cases.py", "test_rulebook.py"}


def files_by_rule() -> dict[str, set[str]]:
    """Rule id -> the files that test it, the rule cases apart."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(HERE.rglob("*")):
        if path.suffix not in (".py", ".toml") or path.name in _LEFT_OUT or path.name.startswith("."):
            continue
        text = path.read_text().replace("def test_bo_", "def test_ BO_")
        for section, number in _ID.findall(text):
            found[f"BO-{section}.{number.upper()}"].add(path.relative_to(HERE).as_posix())
    return found


def cases_by_rule() -> dict[str, str]:
    """Rule id -> how its rule cases are tried."""
    editions: dict[str, set[str]] = defaultdict(set)
    for case in load():
        editions[case.rule].add(case.edition)
    return {rule: "legal and illegal, " + " and ".join(sorted(names)) for rule, names in editions.items()}


def row(rule: Rule, tests: set[str], cases: str) -> str:
    """One line of the table."""
    codes = [code for code, text in FINDING_TEXTS.items() if rule.id in text.rules]
    names = [name for name, option in OPTIONS.items() if option.rule == rule.id]
    said = ", ".join(f"`{name}`" for name in codes) or "–"
    switches = ", ".join(f"`{name}`" for name in names) or "–"
    files = "; ".join(([cases] if cases else []) + sorted(tests)) or "–"
    return f"| {rule.id} | {said} | {switches} | {files} |"


def document() -> str:
    """The whole page."""
    tests, cases = files_by_rule(), cases_by_rule()
    lines = [
        "# Coverage: rule → finding → tests",
        "",
        "Made by `python -m tests.rules_engine.coverage`; a test fails when it is out of date.",
        "",
        "*Legal and illegal* means that `rule_cases.toml` has a record that keeps the rule and one that "
        "departs from it,",
        "in the editions named. Further files name the rule. All are under `tests/rules_engine/`.",
    ]
    for section in BANKOUT.rulebook.sections:
        if not section.rules:
            continue
        lines += ["", f"## {section.number} {section.title}", ""]
        lines += ["| rule | findings | switches | tests |", "|---|---|---|---|"]
        lines += [row(rule, tests[rule.id], cases.get(rule.id, "")) for rule in section.rules]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(document())
