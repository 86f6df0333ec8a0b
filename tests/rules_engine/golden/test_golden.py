"""The referee and the reader against the golden cases, which were written from the rule texts alone."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import RecordError, read_record, referee
from tests.rules_engine.golden.cases import KIND_OF, GoldenCase, load_cases

CASES = load_cases()
JUDGED = [case for case in CASES if case.unreadable is None]
UNREADABLE = [case for case in CASES if case.unreadable is not None]
SEATS = ("A", "B")


def _name(case: GoldenCase) -> str:
    return f"{case.topic}: {case.name}"


def _shown(value: Any) -> str:
    return "-" if value is None else str(value)


def _pair(amounts: dict[str, int]) -> str:
    return f"{amounts['A']}-{amounts['B']}"


def _findings(report: dict[str, Any], expected: tuple[tuple[str, ...], ...]) -> list[tuple[str, ...]]:
    """The report's findings in the cases' form; a reading that the case leaves open is left open here, too."""
    keys = ("code", "kind", "rule", "round", "turn", "action", "seat", "reading")
    found = [tuple(_shown(finding[key]) for key in keys) for finding in report["findings"]]
    open_ = [line[:-1] for line in expected if line[-1] == "?"]
    return [(*line[:-1], "?") if line[:-1] in open_ else line for line in found]


def _result(report: dict[str, Any]) -> str:
    result = report["result"]
    parts = [_shown(result[key]) for key in ("status", "winner", "decided_by")]
    return " ".join([*parts, _pair(result["round_wins"]), _pair(result["totals"]), str(result["pot"])])


def _turns(report: dict[str, Any]) -> list[str]:
    lines = []
    for round_ in report["rounds"]:
        lines.append(f"{round_['round']} {_shown(round_['winner'])} {_pair(round_['banks'])}")
        for turn in round_["turns"]:
            lines.append(f"{turn['seat']} {turn['ended_by']} {turn['gained']} {_pair(turn['banks'])}")
    return lines


def test_the_referee_says_what_the_rules_say(subtests: pytest.Subtests) -> None:
    for case in JUDGED:
        with subtests.test(_name(case)):
            report = referee(read_record(case.record.encode()), time_box=case.time_box).to_dict()
            assert _findings(report, case.findings) == list(case.findings)
            if case.result is not None:
                assert _result(report) == case.result
            if case.turns is not None:
                assert _turns(report) == case.turns.strip().splitlines()
            assert report["valid"] == all(KIND_OF[line[0]] == "note" for line in case.findings)
            assert case.valid in (None, report["valid"])
            assert all(finding["message"] and finding["remedy"] for finding in report["findings"])


def test_the_reader_names_every_unreadable_place(subtests: pytest.Subtests) -> None:
    for case in UNREADABLE:
        with subtests.test(_name(case)):
            assert case.unreadable is not None
            with pytest.raises(RecordError) as caught:
                read_record(case.record.encode())
            expected = [place.replace(":", " ", 1).split(" ", 2) for place in case.unreadable]
            found = [[str(place.line), str(place.column), place.token] for place in caught.value.places]
            assert len(found) == len(expected), found
            shown = [
                [("*" if want == "*" else have) for want, have in zip(wants, haves, strict=True)]
                for wants, haves in zip(expected, found, strict=True)
            ]
            assert shown == expected


def test_every_finding_code_is_reached() -> None:
    reached = {line[0] for case in CASES for line in case.findings}
    assert reached == set(KIND_OF)


def test_the_names_of_a_topic_are_all_different() -> None:
    names = [_name(case) for case in CASES]
    assert len(names) == len(set(names))
