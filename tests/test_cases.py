"""Cases that share a test fail as they would alone: each is tried, and each that fails is named with its reason."""

from __future__ import annotations

import inspect

import pytest

from tests.cases import every


def test_every_case_is_tried_and_each_that_fails_is_named() -> None:
    tried = []

    @every("number", range(6))
    def check(number: int) -> None:
        tried.append(number)
        assert number % 2 == 0, f"{number} is odd"
        if number == 4:
            pytest.fail("four")

    with pytest.raises(AssertionError) as failed:
        check()
    assert tried == [0, 1, 2, 3, 4, 5]
    said = str(failed.value)
    assert said.startswith("4 of 6 cases fail")
    for line in ("number 1: AssertionError: 1 is odd", "number 3: ", "number 4: Failed: four", "number 5: "):
        assert line in said


def test_an_error_is_a_failure_and_so_is_a_list_of_no_cases() -> None:
    @every("name", ["x"])
    def broken(name: str) -> None:
        raise KeyError(name)

    @every("name", [])
    def empty(name: str) -> None:
        """Would pass."""

    for check, said in ((broken, "KeyError"), (empty, "there are no cases")):
        with pytest.raises(AssertionError, match=said):
            check()


def test_fixtures_and_other_parameters_stay() -> None:
    @every("case", [1, 2])
    def check(tmp_path: str, case: int, kind: str) -> None:
        """Takes a fixture and a parameter."""

    assert list(inspect.signature(check).parameters) == ["tmp_path", "kind"]
