"""The forms of an incident: what happened, a deck check, a statement, a photo, what belongs to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.evidence.services import MOST_BYTES, PHOTO_PROBLEMS
from judging.records.forms import Need, RecordForm, say_needs, text_field
from matches.pictures import TOO_LARGE


class IncidentForm(RecordForm):
    """What happened at a table."""

    summary = text_field(gettext_lazy("What happened?"), required=True, rows=4)


class DeckCheckForm(RecordForm):
    """The sheet of a deck check: what is looked at, and how it was found."""

    CHECKS: ClassVar[dict[str, Promise]] = {
        "cards": gettext_lazy("Cards (as the rules require, none twice, none missing)"),
        "marks": gettext_lazy("Condition (no card marked, bent or worn)"),
        "backs": gettext_lazy("Backs or sleeves (all alike)"),
        "order": gettext_lazy("Shuffle (no pattern)"),
    }
    FOUND: ClassVar[dict[str, Promise]] = {
        "right": gettext_lazy("OK"),
        "wrong": gettext_lazy("Problem"),
        "": gettext_lazy("Not checked"),
    }
    counted = forms.IntegerField(label=gettext_lazy("Cards counted"), required=False, min_value=0, max_value=1000)
    remarks = text_field(gettext_lazy("Remarks"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["counted"].widget.attrs["inputmode"] = "numeric"
        for name, label in self.CHECKS.items():
            self.fields[name] = forms.ChoiceField(
                label=str(label), choices=list(self.FOUND.items()), required=False, widget=forms.RadioSelect
            )
        self.order_fields(["record", *self.CHECKS, "counted", "remarks"])
        say_needs(self, [Need(fields=(*self.CHECKS, "counted", "remarks"), text=_("Mark what you checked."))])

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        values = [data.get(name) for name in (*self.CHECKS, "remarks")]
        if not any(values) and data.get("counted") is None and not self.errors:
            self.add_error(None, _("Mark what you checked."))
        return data

    @property
    def is_wrong(self) -> bool:
        """Whether something was found wrong."""
        return any(self.cleaned_data[name] == "wrong" for name in self.CHECKS)

    def summary(self) -> str:
        """The sheet in words, as the incident keeps it: what was wrong first."""
        data = self.cleaned_data
        lines = [
            f"{self.FOUND[found]}: {label}."
            for found in ("wrong", "right")
            for name, label in self.CHECKS.items()
            if data[name] == found
        ]
        if data["counted"] is not None:
            lines.append(_("Cards counted: %(number)d.") % {"number": data["counted"]})
        return "\n".join([*lines, data["remarks"].strip()]).strip()


class StatementForm(RecordForm):
    """What somebody says of the incident."""

    parameter_fields: ClassVar[dict[str, str]] = {"entry": "who", "text": "statement"}
    JUDGE, WITNESS = "judge", "witness"
    who = forms.ChoiceField(label=gettext_lazy("Whose statement is it?"), widget=forms.RadioSelect)
    statement = text_field(gettext_lazy("In their words"), required=True, rows=3)

    def __init__(self, *args: Any, players: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = [(self.JUDGE, _("The judge")), (self.WITNESS, _("A witness"))]
        self.fields["who"].choices = [*players, *others]  # type: ignore[attr-defined]


class PhotoField(forms.FileField):
    """A photo from the camera or a file. The device makes it smaller before it is sent (``photo.js``)."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.widget.attrs |= {"accept": "image/jpeg,image/png,image/webp", "data-photo": ""}

    def clean(self, data: Any, initial: Any = None) -> Any:
        """The uploaded file. One that is too large is refused before it is read into memory."""
        photo = super().clean(data, initial)
        if photo and photo.size > MOST_BYTES:
            raise forms.ValidationError(str(PHOTO_PROBLEMS[TOO_LARGE]))
        return photo


class PhotoForm(RecordForm):
    photo = PhotoField(
        label=gettext_lazy("Photo"),
        help_text=gettext_lazy("Take a photo now or choose a file. Its time and location data are removed."),
    )


class JoinForm(RecordForm):
    """Which rulings and infractions at the table belong to the incident."""

    joined = forms.MultipleChoiceField(
        label=gettext_lazy("Also at this table"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose what belongs to the incident.")},
    )

    def __init__(self, *args: Any, rows: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["joined"].choices = rows  # type: ignore[attr-defined]
