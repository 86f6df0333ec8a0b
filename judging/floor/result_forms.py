"""The form for a result on the floor: a button for each score, or two totals."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from judging.records.forms import Need, say_needs
from matches.results.kinds.duel_forms import ReportForm
from matches.results.kinds.pod_forms import OrderForm
from matches.tables.table import ScoreShape

NO_SHOWS = {"no_show_1": "x1", "no_show_2": "x2", "no_show_both": "xx"}
SCORE_FIELDS = ("score", "own", "own_off", "theirs", "theirs_off")
"""The fields of a score; a form has those that its event's matches are scored by."""


class ResultForm(ReportForm):
    """A result as a judge enters it, the first seat first. ``names`` are those of the seats.

    ``record`` is made with the page, so that a result that the device sends again is stored once.
    """

    record = forms.UUIDField(widget=forms.HiddenInput, required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300, required=False)

    def __init__(self, *args: Any, names: tuple[str, str], shape: ScoreShape, **kwargs: Any) -> None:
        self.names = names
        super().__init__(*args, shape=shape, **kwargs)
        self.initial.setdefault("record", uuid.uuid4())
        self.fields[self.score_field].required = False
        if self.score_field == "own":
            self.fields["theirs"].required = False
            for field, name in zip(("own", "theirs"), names, strict=True):
                self.fields[field].label = gettext("Total for %(name)s") % {"name": name}
                if f"{field}_off" in self.fields:
                    off = self.fields[f"{field}_off"]
                    off.label, off.required = gettext("%(name)s: round lost by penalty") % {"name": name}, False

        say_needs(self, self._needs())

    def _needs(self) -> list[Need]:
        """Unless a player did not show, the form needs a result."""
        decisions = [str(value) for value, _label in self.fields["decided"].choices]  # type: ignore[attr-defined]
        return [
            Need(field="decided", value=decision, fields=(name,), text=gettext("Enter the result."))
            for decision in decisions
            for name in SCORE_FIELDS
            if decision not in NO_SHOWS and name in self.fields
        ]

    def _offer_decisions(self, shape: ScoreShape) -> None:
        super()._offer_decisions(shape)
        first, second = self.names
        choices = [
            ("", gettext("Played out or decided on time")),
            ("conceded_to_me", gettext("%(name)s conceded") % {"name": second}),
            ("conceded", gettext("%(name)s conceded") % {"name": first}),
        ]
        for decision in shape.form.tie_decisions:
            if not decision.counted:
                for key, name, text in zip(("won", "lost"), self.names, decision.seat_texts, strict=True):
                    choices.append((f"{decision.key}_{key}", f"{gettext(text)} ({name})"))
        choices += [
            ("no_show_1", gettext("%(name)s did not show up") % {"name": first}),
            ("no_show_2", gettext("%(name)s did not show up") % {"name": second}),
            ("no_show_both", gettext("Double no-show")),
        ]
        self.fields["decided"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("decided") in NO_SHOWS:
            return data
        for name in SCORE_FIELDS:
            if name in self.fields and name not in self.errors and data.get(name) in (None, ""):
                self.add_error(name, gettext("Enter the result."))
        return data

    def line(self) -> str:
        """The line that ``matches.tables.duel`` reads."""
        return NO_SHOWS.get(self.cleaned_data["decided"]) or self.score_text(own_seat=0)

    def groups(self) -> list[tuple[Any, list[Any]]]:
        """The score buttons: who wins, then level."""
        won, lost, level = (buttons for _label, buttons in super().groups())
        wins = gettext("%(name)s wins")
        labels = (wins % {"name": self.names[0]}, wins % {"name": self.names[1]}, gettext("Level"))
        return [(label, buttons) for label, buttons in zip(labels, (won, lost, level), strict=True) if buttons]


class OrderResultForm(OrderForm):
    """The result of a pod as a judge enters it: the names tapped in their order."""

    record = forms.UUIDField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("record", uuid.uuid4())

    def line(self) -> str:
        """The line that ``matches.tables.pod_line`` reads."""
        return self.score_text(own_seat=0)
