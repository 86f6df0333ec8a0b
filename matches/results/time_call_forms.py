"""The form that leads a table from the time call to its result, one question at a time."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.scores import MOST_AMOUNT, ScoreShape
from matches.time_guide import NOBODY, Answers, Question

PAIRS = {
    Question.BANKS: ("bank_1", "bank_2"),
    Question.SUDDEN_DEATH: ("sudden_1", "sudden_2"),
}


class TimeCallForm(forms.Form):
    """The answers so far. ``show`` names the question that is asked now; the other answers travel along, hidden."""

    on_turn = forms.TypedChoiceField(label=_("Who is on turn?"), coerce=int, empty_value=None, required=False)
    finished = forms.BooleanField(required=False)
    rounds = forms.ChoiceField(label=_("Rounds won now"), required=False)
    asked = forms.CharField(required=False, max_length=20)

    def __init__(self, *args: Any, names: tuple[str, str], shape: ScoreShape, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "id_time_%s", **kwargs})
        self.names = names
        self.question: Question | None = None
        self._choose("on_turn", [(0, names[0]), (1, names[1]), (NOBODY, gettext("Nobody: a turn has just ended"))])
        needed = shape.wins_needed or 0
        pairs = [(a, b) for a in range(needed + 1) for b in range(needed + 1) if (a, b) != (needed, needed)]
        self._choose("rounds", [(f"{a}-{b}", f"{a}–{b}") for a, b in pairs])
        for number, name in enumerate(names, 1):
            self._money(f"earlier_{number}", gettext("%(name)s: total of the earlier rounds") % {"name": name})
            self._money(f"bank_{number}", gettext("%(name)s: Bank in this round") % {"name": name})
            self._money(f"sudden_{number}", gettext("%(name)s: Bank in Sudden Death") % {"name": name})
        if shape.form.pot_label:
            self._money("pot", gettext(shape.form.pot_label))

    def _choose(self, field: str, choices: list[tuple[Any, str]]) -> None:
        self.fields[field].widget = forms.RadioSelect()
        self.fields[field].choices = choices  # type: ignore[attr-defined]

    def _money(self, field: str, label: str) -> None:
        self.fields[field] = forms.IntegerField(label=label, min_value=0, max_value=MOST_AMOUNT, required=False)
        self.fields[field].widget.attrs["inputmode"] = "numeric"

    def _pair(self, kind: str) -> tuple[int, int] | None:
        first, second = (self.cleaned_data.get(f"{kind}_{number}") for number in (1, 2))
        return None if first is None or second is None else (first, second)

    def answers(self) -> Answers:
        """The answers that can be read; the form was cleaned before."""
        rounds = self.cleaned_data.get("rounds")
        first, second = map(int, rounds.split("-")) if rounds else (0, 0)
        return Answers(
            on_turn=self.cleaned_data.get("on_turn"),
            finished=bool(self.cleaned_data.get("finished")),
            rounds=(first, second) if rounds else None,
            banks=self._pair("bank"),
            earlier=self._pair("earlier"),
            sudden_death=self._pair("sudden"),
        )

    def _fields_of(self, question: Question) -> tuple[str, ...]:
        if question is Question.TOTALS:
            pot = ("pot",) if "pot" in self.fields else ()
            return ("earlier_1", "earlier_2", "bank_1", "bank_2", *pot)
        if question is Question.FINISH:
            return ()
        return PAIRS.get(question, (question.value,))

    def ask(self, question: Question | None) -> None:
        """Show a question. One that was shown already and not answered says so at its fields."""
        self.question = question
        if question is None:
            return
        for name in self._fields_of(question):
            unanswered = self.cleaned_data.get(name) is None or self.cleaned_data[name] == ""
            if self.cleaned_data.get("asked") == question and unanswered and name != "pot" and name not in self.errors:
                self.add_error(name, gettext("Answer this to go on."))
        if question is Question.SUDDEN_DEATH and self._pair("sudden") is not None:
            self.add_error("sudden_1", gettext("Still level: play Sudden Death again, and enter its Banks."))

    def shown(self) -> list[BoundField]:
        """The fields of the question that is asked now."""
        if self.question is None:
            return []
        fields = [self[name] for name in self._fields_of(self.question)]
        for field in fields:
            field.field.required = field.name != "pot"  # no "(optional)" beside it
            field.field.widget.is_required = False
        return fields

    def carried(self) -> list[tuple[str, str]]:
        """The answers to the other questions, to be sent along."""
        asked = {field.name for field in self.shown()}
        kept = [(name, self.data.get(name, "")) for name in self.fields if name not in asked and name != "asked"]
        sent = [(name, value) for name, value in kept if value != "" and name not in self.errors]
        if self.question is Question.FINISH:
            sent.append(("finished", "on"))
        return [*sent, ("asked", self.question.value if self.question else "")]
