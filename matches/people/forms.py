"""The forms about players. The services check names, ids and lists, so forms, imports and API have the same rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.enums import LeaverResults, NameDisplay
from matches.imports import ENCODINGS, MAX_BYTES, REPAIRED, Decision
from matches.imports.layout import answers_column
from matches.imports.reading import MAX_BYES, MAX_NOTE, MAX_SEED
from matches.models import Entry
from matches.pages.submission_forms import OnceForm
from matches.people.labels.imports import ENCODING_LABELS
from matches.questions import Question
from rules_engine.whole_numbers import whole_number

BYES = [(number, str(number)) for number in range(MAX_BYES + 1)]


class AddEntryForm(OnceForm):
    """Signs up one player by hand."""

    name = forms.CharField(label=_("Name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    external_id = forms.CharField(
        label=_("ID"),
        max_length=100,
        required=False,
        help_text=_("Finds players from other events where you work at the desk."),
    )
    email = forms.CharField(
        label=_("Email"), max_length=300, required=False, widget=forms.TextInput(attrs={"inputmode": "email"})
    )
    last_name = forms.CharField(
        label=_("Last name"),
        max_length=200,
        required=False,
        help_text=_("Used to sort lists. Leave empty to sort by name."),
    )
    seed = forms.IntegerField(label=_("Seed"), required=False, min_value=1, max_value=MAX_SEED)
    awarded_byes = forms.TypedChoiceField(label=_("Awarded byes"), choices=BYES, coerce=int, initial=0, required=False)
    checked_in = forms.BooleanField(label=_("Check in now"), required=False, initial=True)
    sure = forms.BooleanField(
        label=_("Yes, add this player"),
        required=False,
        help_text=_("Tick this if you have checked who it is."),
    )

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of ``people.services.entries.add_entry``."""
        data = {name: value for name, value in self.cleaned_data.items() if name != "submission"}
        return data | {"awarded_byes": data["awarded_byes"] or 0}


class EditEntryForm(forms.Form):
    """Edits a player's data."""

    name = forms.CharField(label=_("Name"), max_length=200)
    external_id = forms.CharField(label=_("ID"), max_length=100, required=False)
    email = forms.CharField(label=_("Email"), max_length=300, required=False)
    last_name = forms.CharField(
        label=_("Last name"),
        max_length=200,
        required=False,
        help_text=_("Used to sort lists. Leave empty to sort by name."),
    )
    seed = forms.IntegerField(label=_("Seed"), required=False, min_value=1, max_value=MAX_SEED)
    name_display = forms.TypedChoiceField(
        label=_("Name on public pages"),
        choices=[("", _("Same as the event")), *NameDisplay.choices],
        coerce=int,
        empty_value=None,
        required=False,
    )
    note = forms.CharField(
        label=_("Note"),
        max_length=MAX_NOTE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Only organisers and scorekeepers see it."),
    )

    @staticmethod
    def initial_of(entry: Entry) -> dict[str, Any]:
        return {
            "name": entry.player.name,
            "external_id": entry.player.external_id,
            "email": entry.player.email,
            "last_name": entry.player.last_name,
            "seed": entry.seed,
            "name_display": entry.name_display,
            "note": entry.note,
        }


class ByesForm(forms.Form):
    parameter_fields: ClassVar[dict[str, str]] = {"rounds": "awarded_byes"}

    awarded_byes = forms.TypedChoiceField(label=_("Byes for the first rounds"), choices=BYES, coerce=int)

    @staticmethod
    def initial_of(entry: Entry) -> dict[str, Any]:
        return {"awarded_byes": entry.awarded_byes}


class FixedTableForm(forms.Form):
    """Fixes a player's table. Without a table, the player is no longer kept at one."""

    parameter_fields: ClassVar[dict[str, str]] = {"table": "fixed_table", "reason": "fixed_table_reason"}

    fixed_table = forms.IntegerField(
        label=_("Table"), required=False, min_value=1, help_text=_("Leave empty for any table.")
    )
    fixed_table_reason = forms.CharField(
        label=_("Reason"),
        max_length=120,
        required=False,
        help_text=_("Required with a table, for example “mobility” or “feature match”."),
    )

    @staticmethod
    def initial_of(entry: Entry) -> dict[str, Any]:
        return {"fixed_table": entry.fixed_table, "fixed_table_reason": entry.fixed_table_reason}


class OptionalReasonForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)


NEXT_IN_LINE, WALKOVER = "next", "walkover"


class ConfirmDropForm(OptionalReasonForm):
    """The answer to *Drop?*, with the choices that a player in the cut or in a round robin leaves to the desk."""

    parameter_fields: ClassVar[dict[str, str]] = {"walkover": "cut"}

    cut = forms.ChoiceField(
        label=_("The place in the cut"),
        choices=[
            (NEXT_IN_LINE, _("The next in line moves up")),
            (WALKOVER, _("Nobody moves up; the opponent gets a walkover")),
        ],
        widget=forms.RadioSelect,
    )
    results = forms.ChoiceField(
        label=_("The results in the round robin"), choices=LeaverResults.choices, widget=forms.RadioSelect
    )

    def __init__(
        self, *args: Any, in_cut: bool, in_pods: bool = False, may_strike: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].widget = forms.HiddenInput()
        cut = self.fields["cut"]
        if in_pods and isinstance(cut, forms.ChoiceField):
            cut.choices = [
                (NEXT_IN_LINE, _("The next in line moves up")),
                (WALKOVER, _("Nobody moves up; the seat stays empty")),
            ]
        if not in_cut:
            del self.fields["cut"]
        if not may_strike:
            del self.fields["results"]


class ConfirmStrikeForm(OptionalReasonForm):
    """The answer to *Strike the results?*."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].widget = forms.HiddenInput()


class DisqualifyForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=300)
    keeps_place = forms.BooleanField(label=_("Keep the player’s place in the standings"), required=False, initial=True)


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

    def __init__(self, *args: Any, columns: int, questions: Sequence[Question] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        of_questions = [(answers_column(question), question.label) for question in questions]
        for index in range(min(columns, MOST_COLUMNS)):
            self.fields[f"column-{index}"] = forms.ChoiceField(
                label=_("Column %(number)d") % {"number": index + 1},
                choices=[*COLUMN_CHOICES, *of_questions, (NOTE, _("Note for the desk"))],
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
