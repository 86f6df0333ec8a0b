"""The form field of an event's own questions: a row for each, so that it works without JavaScript."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.questions import MOST, MOST_CHOICES, MOST_LABEL, Kind, QuestionError, read_questions

KINDS = {
    Kind.TEXT: gettext_lazy("Text"),
    Kind.NUMBER: gettext_lazy("Number"),
    Kind.YES_NO: gettext_lazy("Yes or no"),
    Kind.CHOICE: gettext_lazy("One from a list"),
}
PARTS = ("key", "label", "kind", "required", "choices")


def question_problem_text(code: str) -> str:
    """What is wrong with a question, and what to do."""
    return {
        "too_many": _("Ask at most %(n)d questions.") % {"n": MOST},
        "label_missing": _("Enter the question, or clear the whole row."),
        "label_long": _("A question has at most %(n)d characters.") % {"n": MOST_LABEL},
        "label_twice": _("This question appears twice."),
        "choices_few": _("Enter at least two choices, separated by commas."),
        "choices_many": _("Enter at most %(n)d choices.") % {"n": MOST_CHOICES},
        "unreadable": _("This is not a question."),
    }[code]


class QuestionsInput(forms.Widget):
    """Rows of a label, a kind, choices, and whether an answer is required (``matches/events/_questions.html``)."""

    use_fieldset = True

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[dict[str, Any]]:
        rows = []
        for number in range(1, MOST + 1):
            cells = {part: str(data.get(f"{name}-{number}-{part}", "")).strip() for part in PARTS}
            if not cells["label"] and not cells["choices"]:
                continue
            rows.append(
                {
                    "key": cells["key"] or secrets.token_hex(4),
                    "label": cells["label"],
                    "kind": cells["kind"] or Kind.TEXT.value,
                    "required": bool(cells["required"]),
                    "choices": [text for part in cells["choices"].split(",") if (text := part.strip())],
                }
            )
        return rows

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return f"{name}-1-label" not in data


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """A row of the form: the names of its inputs, and what stands in them. The key of a question stays as it is."""

    number: int
    names: dict[str, str]
    key: str
    label: str
    kind: str
    required: bool
    choices: str


class QuestionsBoundField(forms.BoundField):
    """The field on its page: a row for each question, and empty ones."""

    kinds = [(kind.value, label) for kind, label in KINDS.items()]

    def rows(self) -> list[QuestionRow]:
        """All rows that the form has."""
        rows = [*(self.value() or ()), *[{}] * MOST][:MOST]
        return [self._row(number, row) for number, row in enumerate(rows, start=1)]

    def _row(self, number: int, row: Mapping[str, Any]) -> QuestionRow:
        return QuestionRow(
            number=number,
            names={part: f"{self.html_name}-{number}-{part}" for part in PARTS},
            key=row.get("key", ""),
            label=row.get("label", ""),
            kind=row.get("kind", Kind.TEXT.value),
            required=bool(row.get("required")),
            choices=", ".join(row.get("choices", ())),
        )


class QuestionsField(forms.Field):
    """Up to five questions, as ``matches.questions`` reads them."""

    widget = QuestionsInput

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> QuestionsBoundField:
        return QuestionsBoundField(form, self, field_name)

    def to_python(self, value: Sequence[dict[str, Any]] | None) -> list[dict[str, Any]]:
        rows = [
            {**row, "choices": list(row.get("choices", ())) if row.get("kind") == Kind.CHOICE else []}
            for row in value or ()
        ]
        try:
            read_questions(rows)
        except QuestionError as error:
            row = {"n": error.row + 1, "problem": question_problem_text(error.code)}
            raise forms.ValidationError(_("Question %(n)d: %(problem)s") % row) from None
        return rows
