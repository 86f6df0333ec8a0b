"""The form with which a player accepts a result."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.appeals.forms import is_name_of
from judging.enums import AcknowledgedBy
from judging.records.forms import RecordForm, text_field
from matches.models import Entry


class AcceptForm(RecordForm):
    """A player's acceptance of the result, possibly under protest, with a tap or with the typed name."""

    name = forms.CharField(
        label=_("Your name"),
        required=False,
        max_length=120,
        help_text=_("Type your name to sign, or just tap the button."),
    )
    under_protest = forms.BooleanField(label=_("Under protest"), required=False)
    statement = text_field(_("What is wrong?"), help_text=_("Only if you protest."))

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entry = entry
        self.fields["name"].widget.attrs["autocomplete"] = "name"

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"].strip()
        if name and not is_name_of(name, self.entry):
            raise forms.ValidationError(_("Type your name as it appears on this page."))
        return name

    def how(self) -> AcknowledgedBy:
        """How the player of a valid form accepted."""
        return AcknowledgedBy.TYPED if self.cleaned_data["name"] else AcknowledgedBy.TAP
