"""Dear tests take turns in the gate."""

from __future__ import annotations

import ast
from collections import defaultdict
from types import SimpleNamespace
from typing import Any

from tests.turns import ROOT, TURNS, dear_of, dear_tests, has_turn


def named(name: str, *markers: str) -> Any:
    """What a collected test has of its own."""
    return SimpleNamespace(nodeid=name, get_closest_marker=lambda wanted: wanted in markers)


def test_every_dear_test_is_there() -> None:
    """``python -m tests.turns REPORT`` makes the list anew."""
    functions = defaultdict(set)
    for name in dear_tests():
        file, *_within, function = name.split("::")
        functions[file].add(function)
    for file, wanted in functions.items():
        tree = ast.parse((ROOT / file).read_text())
        assert wanted <= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}, file


def test_each_dear_test_has_one_turn() -> None:
    tests = [named(name) for name in sorted(dear_tests())]
    taken = [{item.nodeid for item in tests if has_turn(item, number, set())} for number in range(TURNS)]
    assert set.union(*taken) == dear_tests()
    assert sum(map(len, taken)) == len(tests)
    assert min(map(len, taken)) > len(tests) / TURNS / 2


def test_what_runs_every_time() -> None:
    name = min(dear_tests())
    file = name.split("::")[0]
    other = next(number for number in range(TURNS) if not has_turn(named(name), number, set()))
    assert not has_turn(named(name), other, set())
    assert has_turn(named(name, "every_time"), other, set())
    assert has_turn(named(f"{file}::test_that_is_not_dear"), other, set())
    assert has_turn(named(name), other, {file})
    assert has_turn(named(name), None, set())


def test_the_list_is_made_of_a_report(tmp_path: Any) -> None:
    report = tmp_path / "report.xml"
    case = '<testcase classname="tests.test_turns" name="{}" time="{}"/>'
    cases = [("test_a[1]", 0.2), ("test_a[2]", 2.0), ("test_b", 0.9)]
    report.write_text(f"<testsuite>{''.join(case.format(*one) for one in cases)}</testsuite>")
    assert dear_of(report) == ["tests/test_turns.py::test_a"]
