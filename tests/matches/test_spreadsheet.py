"""Cells that a spreadsheet would run, and lists written so that none does."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.spreadsheet import csv_bytes, guarded, runs_as_formula


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\rx", "＝1", "－1", "\n"])
def test_formulas_are_seen(text: str) -> None:
    assert runs_as_formula(text)


@pytest.mark.parametrize("text", ["", "Ada", "a=b", "1-2", "'=1", "Anne-Marie"])
def test_plain_text_is_left_alone(text: str) -> None:
    assert not runs_as_formula(text)
    assert guarded(text) == text


def test_numbers_stay_numbers_and_none_becomes_an_empty_cell() -> None:
    assert [guarded(cell) for cell in (-3, 2.5, None, "-3")] == ["-3", "2.5", "", "'-3"]


@given(st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20), min_size=1, max_size=5))
def test_no_cell_that_is_written_runs(cells: list[str]) -> None:
    text = csv_bytes(["head"] * len(cells), [cells]).decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert not any(runs_as_formula(cell) for cell in rows[1])
