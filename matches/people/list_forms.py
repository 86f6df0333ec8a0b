"""The forms of a list of players that is imported: the list, what was read in it, and what its columns hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.imports import ENCODINGS, MAX_BYTES, REPAIRED, Decision
from matches.imports.layout import answers_column
from matches.pages.submission_forms import OnceForm
from matches.people.labels.imports import ENCODING_LABELS
from matches.questions import Question
from rules_engine.whole_numbers import whole_number


class ListForm(forms.Form):
    """A list to import: a file or pasted text."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        help_text=_("CSV with the columns name, id, seed, email, byes, note. First and last name may be two columns."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv,text/plain"}),
    )
    encoding = forms.ChoiceField(
        label=_("Encoding of the file"),
        required=False,
        choices=[("", _("Detected automatically")), *ENCODING_LABELS.items()],
        help_text=_("Choose one only if names with accents come out wrong. UTF-8 is always recognised."),
    )
    text = forms.CharField(
        label=_("Or paste the list"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "code"}),
        help_text=_("One player per line. The first line may name the columns."),
    )

    @property
    def parameter_fields(self) -> dict[str, str]:
        """The services take one list, either a file or pasted text."""
        return {"data": "file" if self.cleaned_data.get("file") else "text"}

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file is not None and file.size > MAX_BYTES:
            raise forms.ValidationError(_("The file is too big for a list of players."))
        return file

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and not data.get("file") and not (data.get("text") or "").strip():
            raise forms.ValidationError(_("Choose a file or paste a list."), code="no_list")
        return data

    def submitted_data(self) -> bytes | str:
        """Return the file's bytes or the pasted text."""
        file = self.cleaned_data.get("file")
        data: bytes | str = file.read() if file else self.cleaned_data["text"]
        return data


IMPORT, CHECK, COLUMNS, ENCODING = "import", "check", "columns", "encoding"


class ConfirmListForm(OnceForm):
    """The previewed list, its fingerprint, and what to do: import it, check it again, choose its columns, or read the
    file in another ``encoding`` than it ``was``.

    A line with a question has its decision in ``decision-5``, a line that was shown for correction its text in
    ``line-5``.
    """

    text = forms.CharField(required=False, strip=False, widget=forms.Textarea)
    seen = forms.CharField(max_length=16, required=False)
    act = forms.ChoiceField(choices=[(act, act) for act in (IMPORT, CHECK, COLUMNS, ENCODING)])
    was = forms.ChoiceField(choices=[(known, known) for known in ("", *ENCODINGS)], required=False)
    encoding = forms.ChoiceField(choices=[(known, known) for known in (*ENCODINGS, REPAIRED)], required=False)
    checked_in = forms.BooleanField(required=False)

    @property
    def decisions(self) -> dict[int, Decision]:
        """What was decided, by line; anything that is no decision is left out."""
        return {n: Decision(text) for n, text in self._of_lines("decision") if text in list(Decision)}

    @property
    def edits(self) -> dict[int, str]:
        """The lines that were shown for correction, as they are now."""
        return {n: text.replace("\r\n", "\n") for n, text in self._of_lines("line")}

    def _of_lines(self, kind: str) -> Iterator[tuple[int, str]]:
        for key, text in self.data.items():
            name, _dash, digits = key.partition("-")
            number = whole_number(digits)
            if name == kind and number is not None:
                yield number, str(text)


COLUMN_CHOICES = [
    ("", _("Not imported")),
    ("name", _("Name")),
    ("first name", _("First name")),
    ("last name", _("Last name")),
    ("id", _("ID")),
    ("seed", _("Seed")),
    ("email", _("Email")),
    ("byes", _("Awarded byes")),
]
NOTE = "note"
"""What several columns may hold: their cells make one note."""
MOST_COLUMNS = 60


class ColumnsForm(forms.Form):
    """What each column of a list holds."""

    text = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    has_heads = forms.BooleanField(label=_("The first line is a heading, not a player"), required=False)

    def __init__(
        self,
        *args: Any,
        columns: int,
        questions: Sequence[Question] = (),
        categories: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        beside: list[tuple[str, Any]] = [(answers_column(question), question.label) for question in questions]
        beside += [("categories", _("Prize categories"))] if categories else []
        for index in range(min(columns, MOST_COLUMNS)):
            self.fields[f"column-{index}"] = forms.ChoiceField(
                label=_("Column %(number)d") % {"number": index + 1},
                choices=[*COLUMN_CHOICES, *beside, (NOTE, _("Note for the desk"))],
                required=False,
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        chosen = [column for column in self.columns if column and column != NOTE]
        if not {"name", "first name", "last name"} & set(chosen):
            raise forms.ValidationError(_("Choose the column that holds the names."), code="no_names")
        if len(set(chosen)) < len(chosen):
            raise forms.ValidationError(_("Two columns are set to the same content. Choose each at most once."))
        return data

    @property
    def columns(self) -> list[str]:
        return [str(self.cleaned_data.get(name, "")) for name in self.fields if name.startswith("column-")]
