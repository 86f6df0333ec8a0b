"""Words that were replaced do not come back in a text that users read: docs/writing.md has the better ones."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("matches", "judging", "rules_engine", "bankout_tournament")

RETIRED = {
    r"\bSay why\b": "Give a reason",
    r"\blet return\b": "Reinstate",
    r"^Empty: ": "Leave empty for …",
    r"\bThe first \d+ go\b": "The top 8 advance",
    r"\bWhich seconds\b": "Runners-up",
    r"\btak(?:e|en) back\b": "rescind (a ruling), undo (an entry), withdraw (a round)",
    r"\bcarried out\b": "applied",
    r"\bPlay goes on\b": "Play resumed",
    r"\bgiven a loss\b": "assigned a loss",
    r"\bown rules\b": "custom rules",
    r"\bsomebody\b": "someone",
    r"\be-mail\b": "email",
    r"\buser name\b": "username",
    r"\bis running already\b": "is already running",
    r"\bNumbers that did not come\b": "Missing numbers",
    r"\d %(?!\()": "12%, without a space",
    r"\bplease\b": "nothing: say what to do",
    r"\bsuccessfully\b": "nothing: say what happened",
    r"\b(?:turn|game|play|sheet|deal|match|round) goes on\b": "continues",
    r"\bleave as is\b": "leave it as it is",
    r"\bwithout a network\b": "offline",
    r"\bwhose desk\b": "where you work at the desk",
    r"\bSet by the (?:preset|edition)\b": "Default for these rules",
    r"\bThis field is required\b": "Fill this in, Choose one",
    r"\btimes? out of 5\b": "very likely",
    r"\bneeds? a network\b": "an internet connection",
    r"\bas this project\b": "as played here",
    r"\b(?:order|play|alternation) goes on\b": "continues",
    r"\bwent on with\b": "continued with",
    r"\bnothing busts\b": "there is no bust",
    r"\b(?:waits|wait) for the network\b": "waiting for the network",
    r"\bdecided for the\b": "won by the",
    r"\ba token (?:of this game|as on a sheet)\b": "this game’s notation, as written on a sheet",
    r"\bwhoever\b": "the player who, the first to",
    r"\bas said here\b": "as this section says",
    r"\brest on (?:other|the old)\b": "are based on",
    r"\bwithout a switch\b|\bno switch\b": "no option",
    r"\bmeanwhile\b": "in the meantime",
    r"\bno longer shows\b": "is no longer showing",
    r"\bthe newest first\b": "newest first",
    r"\bis all of that\b": "fits",
    r"\b(?:bring|brings|brought) (?:their points )?along\b": "carry over",
    r"\b(?:zones|entries|day|door) already\b": "already has …, is already …",
}
"""Pattern, and what to write instead."""

KEPT = {
    "Say: “Please make a play.” Then count to {{ count }}.",  # a judge's own words
    "Say: “Please make a play.”",
    "The offer is taken back but counts as made, and upping ends.",  # an offer at the table
}
"""Texts in which such a word means something else."""

CALLS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy", "text"}
FINDINGS = {"FindingText"}
"""What the referee says stands in such calls, also by rule and by case."""


@cache
def python_texts() -> tuple[tuple[str, str], ...]:
    """Where a text stands, and the text: the first arguments of the calls that mark it."""
    return tuple(_python_texts())


def _python_texts() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
                    for one in node.args:
                        if isinstance(one, ast.Constant) and isinstance(one.value, str):
                            yield f"{path.relative_to(ROOT)}:{one.lineno}", one.value
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FINDINGS:
                    for one in ast.walk(node):
                        if isinstance(one, ast.Constant) and isinstance(one.value, str):
                            yield f"{path.relative_to(ROOT)}:{one.lineno}", one.value


TAG = re.compile(
    r"""\{%\s*trans(?:late)?\s+(?:"([^"]*)"|'([^']*)')|\{%\s*blocktrans(?:late)?\b.*?%\}(.*?)\{%\s*end""", re.S
)


def template_texts() -> Iterator[tuple[str, str]]:
    """The same of templates."""
    for path in sorted((ROOT / "templates").rglob("*.html")):
        source = path.read_text(encoding="utf-8")
        for found in TAG.finditer(source):
            words = " ".join(next(filter(None, found.groups()), "").split())
            yield f"{path.relative_to(ROOT)}:{source.count(chr(10), 0, found.start()) + 1}", words


def policy_texts() -> Iterator[tuple[str, str]]:
    """The same of the judging policies, whose keys are no texts."""

    def within(where: str, value: object) -> Iterator[tuple[str, str]]:
        if isinstance(value, str):
            yield where, value
        elif isinstance(value, dict):
            for key, part in value.items():
                yield from within(f"{where}.{key}", part)
        elif isinstance(value, list):
            for part in value:
                yield from within(where, part)

    for path in (ROOT / "judging/policy/general.json", *sorted((ROOT / "rules_engine").glob("*/policy.json"))):
        yield from within(str(path.relative_to(ROOT)), json.loads(path.read_text(encoding="utf-8")))


def rule_texts() -> Iterator[tuple[str, str]]:
    """The same of the games' rules, line by line."""
    for path in sorted((ROOT / "rules_engine").glob("*/rules.json")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.relative_to(ROOT)}:{number}", line


def test_no_retired_word_comes_back() -> None:
    wrong = [
        f"{where}: {text!r} (write: {better})"
        for where, text in (*python_texts(), *template_texts(), *policy_texts())
        if text not in KEPT
        for pattern, better in RETIRED.items()
        if re.search(pattern, text, re.IGNORECASE)
    ]
    assert wrong == []


def test_no_retired_word_comes_back_in_the_rules() -> None:
    of_cards = {r"\btak(?:e|en) back\b"}  # an offer or an ante at the table
    wrong = [
        f"{where}: {text.strip()[:90]} (write: {better})"
        for where, text in rule_texts()
        for pattern, better in RETIRED.items()
        if pattern not in of_cards and re.search(pattern, text, re.IGNORECASE)
    ]
    assert wrong == []


def test_the_texts_are_found() -> None:
    assert len(list(python_texts())) > 2_000
    assert len(list(template_texts())) > 1_000
    assert len(list(policy_texts())) > 700
    assert len(list(rule_texts())) > 2_000
    assert sum("messages.py" in where for where, _text in python_texts()) > 400
