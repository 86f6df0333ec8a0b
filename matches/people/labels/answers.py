"""The answers to an event's own questions, as pages show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.events.declarations.sign_up_reading import sign_up_terms
from matches.models import Event
from matches.questions import NO, YES, Kind, Question, with_answers


@dataclass(frozen=True, slots=True)
class AnswerShown:
    """A question, by its label, with the answer to it."""

    label: str
    text: str


def answers_shown(event: Event, answers: Mapping[str, str]) -> list[AnswerShown]:
    """The questions that somebody has answered."""
    pairs = with_answers(sign_up_terms(event).questions, answers)
    return [AnswerShown(question.label, answer_text(question, answer)) for question, answer in pairs if answer]


def answer_text(question: Question, answer: str) -> str:
    """An answer in words."""
    if question.kind is Kind.YES_NO and answer in (YES, NO):
        return _("Yes") if answer == YES else _("No")
    return answer
