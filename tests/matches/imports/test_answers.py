"""Columns of a list beside those of every list: the event's own questions, and a note."""

from __future__ import annotations

import pytest

from matches.imports import Weight, read_list, with_columns
from matches.imports.layout import field_of
from matches.questions import Kind, Question

SHIRT = Question("shirt", "Shirt size", Kind.CHOICE, required=True, choices=("S", "M"))
AGE = Question("age", "Your age", Kind.NUMBER)
BUS = Question("bus", "Do you come by bus?", Kind.YES_NO)
FREE = Question("free", "Anything else", Kind.TEXT)
ASKED = (SHIRT, AGE, BUS, FREE)


def test_a_column_that_is_headed_by_a_question_has_its_answers() -> None:
    reading = read_list("name,SHIRT-size,do you come by bus?,club\nAda,m,Yes,x\nBo,,0,y\n", questions=ASKED)
    assert reading.is_clean
    assert [line.answers for line in reading.lines] == [(("shirt", "M"), ("bus", "yes")), (("bus", "no"),)]
    assert reading.layout.questions == (SHIRT, BUS)
    assert reading.layout.unused == ("club",)


@pytest.mark.parametrize(
    ("cell", "field"),
    [("answers.shirt", "answers.shirt"), ("ID", "id"), ("Notes", "note"), ("Note", "answers.note"), ("", None)],
)
def test_a_fields_own_name_goes_before_a_question_and_a_question_before_the_note(cell: str, field: str | None) -> None:
    assert field_of(cell, (SHIRT, Question("id", "ID"), Question("note", "Note"))) == field


@pytest.mark.parametrize(
    ("head", "cell", "code"),
    [
        ("Shirt size", "XL", "answer_no_choice"),
        ("Your age", "twelve", "answer_not_a_number"),
        ("Do you come by bus?", "perhaps", "answer_no_choice"),
        ("Anything else", "x" * 301, "answer_too_long"),
        ("Anything else", "a\x07b", "answer_control"),
        ("note", "x" * 501, "note_long"),
        ("note", "a\x07b", "note_control"),
    ],
)
def test_an_answer_that_is_not_taken_is_a_question_and_the_line_stays(head: str, cell: str, code: str) -> None:
    reading = read_list(f"name,{head}\nAda,{cell}\n", questions=ASKED)
    assert [(f.line, f.code, f.weight) for f in reading.findings] == [(2, code, Weight.QUESTION)]
    [line] = reading.takes(questions=True)
    assert (line.name, line.answers, line.note) == ("Ada", (), "")


def test_several_columns_make_one_note() -> None:
    reading = read_list("name,note,note\nAda,Berlin, vegan \nBo,,x\nCy,,\n")
    assert [line.note for line in reading.lines] == ["Berlin; vegan", "x", ""]


def test_columns_that_were_named_are_read_again() -> None:
    text = with_columns("who;size;club\nAda;S;x\n", ["name", "answers.shirt", "note"], has_heads=True)
    [line] = read_list(text, questions=ASKED).lines
    assert (line.name, line.answers, line.note) == ("Ada", (("shirt", "S"),), "x")


UNDER, NEW = "Under 16", "Newcomer, first time"


@pytest.mark.parametrize(
    ("cell", "expected", "unknown"),
    [
        ("under  16", (UNDER,), ""),
        ("Newcomer, first time; Under 16", (UNDER, NEW), ""),
        ("Under 16, Seniors", (UNDER,), "Seniors"),
        ("", (), ""),
    ],
)
def test_a_column_says_who_is_in_which_category(cell: str, expected: tuple[str, ...], unknown: str) -> None:
    reading = read_list(f'name,Category\nAda,"{cell}"\n', categories=(UNDER, NEW))
    assert [line.categories for line in reading.lines] == [expected]
    assert [(f.code, f.weight, f.text) for f in reading.findings] == (
        [("category_unknown", Weight.QUESTION, unknown)] if unknown else []
    )


def test_without_prizes_for_categories_their_column_is_not_read() -> None:
    reading = read_list("name,category\nAda,x\n")
    assert (reading.layout.unused, reading.findings, reading.layout.categories) == (("category",), (), ())
    assert field_of("Category", (Question("c", "Category"),)) == "answers.c"
