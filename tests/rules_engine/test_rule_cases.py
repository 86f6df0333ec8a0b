"""One legal and one illegal record for every rule of sections 1 to 10, in each edition where they differ."""

from __future__ import annotations

import re

import pytest

from rules_engine import RecordError, read_record, referee
from rules_engine.bankout.game import GAME as BANKOUT
from rules_engine.bankout.texts.messages import FINDING_TEXTS
from rules_engine.record.report import Finding
from tests.rules_engine.rule_cases import RuleCase, load

CASES = load()
READABLE = [case for case in CASES if case.finds is not None]
UNREADABLE = [case for case in CASES if case.finds is None]


def _line(finding: Finding) -> str:
    place = f"{finding.round}.{finding.turn or '-'}.{finding.action or '-'}"
    return f"{finding.code} {place} {finding.seat or '-'}"


def _as_pattern(expected: str) -> str:
    return re.escape(expected).replace(r"\*", r"[^ .]+")


def test_a_record_that_keeps_the_rule_and_one_that_does_not(subtests: pytest.Subtests) -> None:
    for case in READABLE:
        with subtests.test(case.name):
            report = referee(read_record(case.text), case.time_box)
            if case.legal:
                assert [_line(finding) for finding in report.findings if finding.kind != "note"] == []
                assert case.pot is None or report.result.pot == case.pot
                assert case.winner is None or report.result.winner == case.winner
                continue
            assert case.finds, "an illegal case says what is found"
            expected = list(case.finds)
            named = {one.split()[0] for one in expected}
            found = [_line(finding) for finding in report.findings if finding.kind != "note" or finding.code in named]
            assert len(found) == len(expected), found
            assert all(re.fullmatch(_as_pattern(one), line) for one, line in zip(expected, found, strict=True)), found


@pytest.mark.parametrize("case", UNREADABLE, ids=lambda case: case.name)
def test_what_breaks_the_match_configuration_cannot_be_read(case: RuleCase) -> None:
    with pytest.raises(RecordError):
        read_record(case.text)


def test_every_rule_has_a_legal_and_an_illegal_case(subtests: pytest.Subtests) -> None:
    for rule in [rule.id for rule in BANKOUT.rulebook.rules.values() if rule.section <= 10]:
        with subtests.test(rule=rule):
            sides = {(case.edition, case.legal) for case in CASES if case.rule == rule}
            assert {legal for _, legal in sides} == {True, False}
            editions = {edition for edition, _ in sides}
            assert all({(edition, True), (edition, False)} <= sides for edition in editions)


def test_the_illegal_cases_reach_every_finding_but_those_without_a_rule_of_their_own() -> None:
    named = {one.split()[0] for case in READABLE for one in case.finds or ()}
    assert set(FINDING_TEXTS) - named == {"auto_queen_applied", "auto_queen_without_cause", "reshuffle"}
