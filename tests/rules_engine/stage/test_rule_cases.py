"""One legal and one illegal record for every rule of the stage game, and every finding under each of its rules."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import RecordError, games, read_record, referee
from tests.rules_engine.stage.cases import RuleCase, load

CASES = load()
READABLE = [case for case in CASES if not case.unreadable]
UNREADABLE = [case for case in CASES if case.unreadable]
STAGE = games.get("stage")


def shown(finding: dict[str, Any], reading: bool) -> str:
    """A finding as the cases write it."""
    place = "-" if finding["turn"] is None else f"{finding['turn']}.{finding['action'] or '-'}"
    parts = [finding["code"], place, finding["seat"] or "-", finding["rule"], finding["kind"]]
    return " ".join(parts + ([str(finding["reading"])] if reading else []))


def result_of(report: dict[str, Any]) -> str:
    """A result as the cases write it: places with > between groups, ? for what is not known."""
    result = report["result"]
    places = "-" if result["places"] is None else ">".join("".join(group) for group in result["places"])
    scores = " ".join("?" if one is None else str(one) for one in result["scores"].values())
    return f"{result['status']} {result['decided_by']} {places} {scores}"


@pytest.mark.parametrize("case", READABLE, ids=lambda case: case.name)
def test_a_record_that_keeps_the_rule_and_one_that_does_not(case: RuleCase) -> None:
    report = referee(read_record(case.text), case.time_box).to_dict()
    found = [shown(one, len(case.finds) > at and case.finds[at].count(" ") == 5)
             for at, one in enumerate(report["findings"])]  # fmt: skip
    assert found == list(case.finds)
    assert case.legal or found, "an illegal case says what is found"
    assert case.result in ("", result_of(report))


@pytest.mark.parametrize("case", UNREADABLE, ids=lambda case: case.name)
def test_what_cannot_be_played_cannot_be_read(case: RuleCase) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(case.text)
    assert case.unreadable in str(caught.value)


@pytest.mark.parametrize("rule", [rule for rule in STAGE.rulebook.rules if rule != "BS-17"])
def test_every_rule_has_a_case_on_either_side(rule: str) -> None:
    assert {case.legal for case in CASES if case.rule == rule} == {True, False}


def test_every_finding_is_reached_under_each_of_its_rules() -> None:
    reached = {(line.split()[0], line.split()[3]) for case in READABLE for line in case.finds}
    assert reached == {(code, rule) for code, text in STAGE.notes.findings.items() for rule in text.rules}
