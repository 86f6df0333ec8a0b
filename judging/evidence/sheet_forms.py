"""The forms of a sheet of paper that came back: its code, and what stands on it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.evidence.forms import PhotoField
from judging.evidence.sheet_services import Sheet
from judging.papers.queries import CODE_LENGTH, match_of_code
from judging.records.forms import Need, PaperRecordForm, say_needs, text_field
from matches.enums import MatchKind
from matches.models import Entry, Event, Match
from matches.results.forms import AskingForm
from matches.results.labels.results import score_problem_text
from matches.results.queries.tables import read_typed
from matches.tables.score import ScoreError
from rules_engine.text import isolated


class SheetCodeForm(forms.Form):
    """The code that is printed on a slip or a sheet."""

    code = forms.CharField(
        label=gettext_lazy("Code on the sheet"),
        max_length=20,
        help_text=gettext_lazy("The eight characters next to the QR code."),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.fields["code"].widget.attrs |= {
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
        }

    def clean_code(self) -> Match:
        """The match that the code opens."""
        code = re.sub(r"[\s-]", "", self.cleaned_data["code"])
        if not re.fullmatch(rf"[0-9A-Fa-f]{{{CODE_LENGTH}}}", code):
            raise forms.ValidationError(_("A code has eight characters: digits and the letters A to F."))
        match = match_of_code(self.event, code)
        if match is None or match.kind != MatchKind.PLAYED or match.table is None:
            raise forms.ValidationError(_("No table in this event has this code. Check it against the sheet."))
        return match


class SheetForm(AskingForm, PaperRecordForm):
    """What stands on a table's sheet."""

    parameter_fields: ClassVar[dict[str, str]] = {"entry": "signed", "reason": "remarks"}
    PARTS = ("score", "signed", "protests", "remarks", "photo")
    """What may stand on it; one part at least does."""
    on_paper = None  # type: ignore[assignment]
    score = forms.CharField(label=gettext_lazy("Result"), required=False, max_length=120)
    signed = forms.MultipleChoiceField(
        label=gettext_lazy("Signed by"), required=False, widget=forms.CheckboxSelectMultiple
    )
    protests = forms.MultipleChoiceField(
        label=gettext_lazy("Signed under protest"), required=False, widget=forms.CheckboxSelectMultiple
    )
    statement = text_field(gettext_lazy("Reason for the protest"))
    remarks = text_field(gettext_lazy("Remarks on the sheet"))
    photo = PhotoField(label=gettext_lazy("Photo of the sheet"), required=False)

    def __init__(self, *args: Any, match: Match, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match = match
        self.entries = {str(entry.number): entry for entry in entries}
        choices = [(number, entry.unique_name) for number, entry in self.entries.items()]
        for name in ("signed", "protests"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        names = " – ".join(isolated(entry.unique_name) for entry in entries)
        self.fields["score"].help_text = _("Type it as at the desk, in this order: %(seats)s.") % {"seats": names}
        self.fields["score"].widget.attrs["autocomplete"] = "off"
        self.pot: int | None = None
        say_needs(self, [Need(fields=self.PARTS, text=_("Enter what is written on the sheet."))])

    def clean_score(self) -> Any:
        text = self.cleaned_data["score"].strip()
        if not text:
            return None
        try:
            typed = read_typed(self.match, text)
        except ScoreError as error:
            raise forms.ValidationError(score_problem_text(error.problem)) from error
        self.pot = typed.pot
        return typed.score

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        values = [data.get(name) for name in self.PARTS]
        if not self.errors and not any(value is not None and value != "" and value != [] for value in values):
            self.add_error(None, _("Enter what is written on the sheet."))
        return data

    @property
    def is_on_paper(self) -> bool:
        return True

    def sheet(self) -> Sheet:
        """What a valid form says."""
        data = self.cleaned_data
        return Sheet(
            score=data["score"],
            pot=self.pot,
            signed=[self.entries[number] for number in data["signed"]],
            protests=[self.entries[number] for number in data["protests"]],
            statement=data["statement"],
            remarks=data["remarks"],
            photo=data["photo"].read() if data["photo"] else None,
        )
