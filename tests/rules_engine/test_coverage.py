"""The page that says which tests stand for a rule is true, and every rule has some."""

from __future__ import annotations

from rules_engine.bankout.game import GAME as BANKOUT
from rules_engine.bankout.messages import FINDING_TEXTS
from tests.rules_engine.coverage import TARGET, cases_by_rule, document, files_by_rule


def test_the_page_is_up_to_date() -> None:
    """If this fails, run ``python -m tests.rules_engine.coverage``."""
    assert TARGET.read_text() == document()


def test_every_rule_up_to_the_worked_examples_is_tested() -> None:
    tests, cases = files_by_rule(), cases_by_rule()
    untested = [
        rule.id
        for rule in BANKOUT.rulebook.rules.values()
        if (rule.section <= 10 and rule.id not in cases) or (rule.section == 12 and not tests[rule.id])
    ]
    assert untested == []


def test_every_finding_belongs_to_a_rule() -> None:
    assert {rule for text in FINDING_TEXTS.values() for rule in text.rules} <= set(BANKOUT.rulebook.rules)
