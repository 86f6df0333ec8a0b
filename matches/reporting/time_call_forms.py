"""The questions that lead a table from the time call to its result, as the event's game asks them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from matches.tables.score import MOST_AMOUNT
from rules_engine.text import Text
from rules_engine.time_call import Field, Question, Step, TableAtTime, TimeCall

UNANSWERED = {"required": _("Answer this to continue.")}


Say = Callable[[Text], str]
"""Puts a text of the game into the reader's language."""


def _form_field(field: Field, say: Say) -> forms.Field:
    settings: dict[str, Any] = {"label": say(field.label), "required": field.required, "error_messages": UNANSWERED}
    if field.choices:
        choices = [(value, say(text)) for value, text in field.choices]
        return forms.ChoiceField(choices=choices, widget=forms.RadioSelect(), **settings)
    number = forms.IntegerField(min_value=0, max_value=MOST_AMOUNT, **settings)
    number.widget.attrs["inputmode"] = "numeric"
    return number


class QuestionForm(forms.Form):
    """The fields of one question."""

    def __init__(self, question: Question, data: QueryDict, say: Say) -> None:
        super().__init__(data, auto_id="id_time_%s")
        for field in question.fields:
            self.fields[field.name] = _form_field(field, say)


class TimeCallForm:
    """The questions that are answered by what was sent, and the one that comes next.

    ``asked`` in what was sent is the question that the page showed: only at that one missing answers are errors. The
    answers travel along, hidden.
    """

    def __init__(self, data: QueryDict, guide: TimeCall, table: TableAtTime, say: Say) -> None:
        self.say = say
        self.answers: dict[str, Any] = {}
        self.carried: list[tuple[str, str]] = []
        self.form: QuestionForm | None = None
        self.step: Step = guide(self.answers, table)
        while self.step.question is not None and self._answer(self.step.question, data):
            self.step = guide(self.answers, table)
        self._carry_on()

    def _answer(self, question: Question, data: QueryDict) -> bool:
        """Take the answer to a question; False if there is none, and the question is asked."""
        if not question.fields:
            return self._done(question, data)
        self.form = form = QuestionForm(question, data, self.say)
        if question.fields[0].name in self.answers:
            form.add_error(question.fields[0].name, self.say(self.step.problem))
            return False
        if not form.is_valid():
            if data.get("asked") != question.key:
                form.errors.clear()
            return False
        self.answers |= {name: value for name, value in form.cleaned_data.items() if value is not None}
        self.carried += [(name, str(data[name])) for name in form.fields if data.get(name)]
        self.form = None
        return True

    def _done(self, question: Question, data: QueryDict) -> bool:
        if question.key not in data:
            return False
        self.answers[question.key] = True
        self.carried.append((question.key, str(data[question.key])))
        return True

    def _carry_on(self) -> None:
        """What the button sends along with the answers: which question it answers."""
        question = self.step.question
        shown = set(self.form.fields) if self.form is not None else set()
        self.carried = [(name, value) for name, value in self.carried if name not in shown]
        if question is not None and not question.fields:
            self.carried.append((question.key, "on"))
        self.carried.append(("asked", question.key if question is not None else ""))

    @property
    def has_begun(self) -> bool:
        """Whether anything is answered."""
        return bool(self.answers)

    @property
    def waits(self) -> bool:
        """Whether the table has something to do before the next question."""
        return self.step.question is not None and not self.step.question.fields

    @property
    def errors(self) -> Mapping[str, Any]:
        return self.form.errors if self.form is not None else {}

    def shown(self) -> list[BoundField]:
        """The fields of the question that is asked now."""
        return list(self.form) if self.form is not None else []
