"""An event's own questions to those who sign up, and what counts as an answer. Pure.

A question keeps its key when its words change, so that the answers that were given stay with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from matches.names.display import has_control, tidy
from rules_engine.whole_numbers import whole_number

MOST = 5
MOST_LABEL = 120
MOST_CHOICES = 12
MOST_ANSWER = 300
MOST_NUMBER = 999_999_999_999
YES, NO = "yes", "no"
YES_WORDS = frozenset({"yes", "y", "true", "1", "x"})
NO_WORDS = frozenset({"no", "n", "false", "0"})


class Kind(StrEnum):
    """What answers a question takes."""

    TEXT = "text"
    NUMBER = "number"
    YES_NO = "yes_no"
    CHOICE = "choice"


class Question(msgspec.Struct, frozen=True):
    """One question. ``choices`` are those of the kind ``CHOICE``, and empty for any other."""

    key: str
    label: str
    kind: Kind = Kind.TEXT
    required: bool = False
    choices: tuple[str, ...] = ()


class QuestionError(ValueError):
    """A question that cannot be asked so: ``row`` counts from 0, ``code`` is ``too_many``, ``label_missing``,
    ``label_long``, ``label_twice``, ``choices_few``, ``choices_many`` or ``unreadable``.
    """

    def __init__(self, code: str, row: int = 0) -> None:
        super().__init__(code)
        self.code, self.row = code, row


class AnswerError(ValueError):
    """An answer that a question does not take: ``missing``, ``too_long``, ``control``, ``not_a_number`` or
    ``no_choice``.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read_questions(raw: Sequence[Any]) -> tuple[Question, ...]:
    """Questions from their JSON form. Raises QuestionError at the first that is wrong."""
    if len(raw) > MOST:
        raise QuestionError("too_many", MOST)
    questions: list[Question] = []
    for row, item in enumerate(raw):
        try:
            question = msgspec.convert(item, Question, strict=True)
        except msgspec.ValidationError as error:
            raise QuestionError("unreadable", row) from error
        _check(question, questions, row)
        questions.append(question)
    return tuple(questions)


def _check(question: Question, before: Sequence[Question], row: int) -> None:
    label = question.label.strip()
    if not label:
        raise QuestionError("label_missing", row)
    if len(label) > MOST_LABEL:
        raise QuestionError("label_long", row)
    if any(other.label.strip().casefold() == label.casefold() or other.key == question.key for other in before):
        raise QuestionError("label_twice", row)
    if question.kind is Kind.CHOICE and len(set(question.choices)) < 2:
        raise QuestionError("choices_few", row)
    if len(question.choices) > MOST_CHOICES:
        raise QuestionError("choices_many", row)


def checked_answer(question: Question, text: str) -> str:
    """The answer as it is stored; "" for none, also for one of invisible characters alone. Raises AnswerError."""
    answer = " ".join(text.split())
    if not tidy(answer):
        if question.required:
            raise AnswerError("missing")
        return ""
    if len(answer) > MOST_ANSWER:
        raise AnswerError("too_long")
    if has_control(answer):
        raise AnswerError("control")
    if question.kind is Kind.NUMBER and whole_number(answer.removeprefix("-"), most=MOST_NUMBER) is None:
        raise AnswerError("not_a_number")
    if question.kind is Kind.YES_NO and answer not in (YES, NO):
        raise AnswerError("no_choice")
    if question.kind is Kind.CHOICE and answer not in question.choices:
        raise AnswerError("no_choice")
    return answer


def listed_answer(question: Question, text: str) -> str:
    """An answer from a list, as it is stored; "" for none, also to a question that must be answered: a list has what it
    has. Case does not matter in a choice, and yes and no have several words. Raises AnswerError.
    """
    word = " ".join(text.split()).casefold()
    if question.kind is Kind.YES_NO:
        text = YES if word in YES_WORDS else NO if word in NO_WORDS else text
    elif question.kind is Kind.CHOICE:
        text = next((choice for choice in question.choices if choice.casefold() == word), text)
    return checked_answer(msgspec.structs.replace(question, required=False), text)


def with_answers(questions: Sequence[Question], answers: Mapping[str, str]) -> list[tuple[Question, str]]:
    """Each question with its answer, "" where there is none; answers to questions that were removed are left out."""
    return [(question, answers.get(question.key, "")) for question in questions]
