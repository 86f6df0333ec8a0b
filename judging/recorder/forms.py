"""The forms of the recorder: who starts, a record to read in, and a tap."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from judging.records.forms import MOST_WAITED, Need, say_needs
from matches.results.forms import AskingForm
from rules_engine import games

MOST_TOKEN = 60
"""Characters of a token at most: a bank or a thief names up to five cards, and a wrong one more."""

MOST_RECORDS = 32_767
"""The highest number of a record."""

MOST_MARK = 8
"""Characters of what stands before the cards of a token at most."""


class BeginForm(forms.Form):
    """A record that begins; ``known`` is the number of the last one that its page knew of."""

    record = forms.UUIDField(widget=forms.HiddenInput)
    known = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=MOST_RECORDS)


class StartForm(BeginForm):
    """Who starts the first round, by seat, in the game's words; ``waited`` is how many seconds the device kept it."""

    first = forms.ChoiceField(widget=forms.RadioSelect)
    waited = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=MOST_WAITED)

    def __init__(self, *args: Any, names: dict[str, str], question: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["first"].label = question
        self.fields["first"].choices = list(names.items())  # type: ignore[attr-defined]


class ReadInForm(BeginForm):
    """A record that was written elsewhere, pasted or as a file."""

    text = forms.CharField(
        label=_("Record"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=_("Text or JSON. Leave out the rules, or use the rules of this event."),
    )
    file = forms.FileField(label=_("Or a file"), required=False)
    parameter_fields = {"record": "text"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say_needs(self, [Need(fields=("text", "file"), text=gettext("Paste the record, or choose the file."))])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("text", "").strip() and not cleaned.get("file"):
            self.add_error("text", _("Paste the record, or choose the file."))
        if cleaned.get("file") and cleaned["file"].size > games.max_bytes():
            self.add_error("file", _("This file is too large to be a record."))
        return cleaned

    @property
    def raw(self) -> bytes:
        """The record as it was sent; a file comes before the text."""
        uploaded = self.cleaned_data.get("file")
        content: bytes = uploaded.read() if uploaded else self.cleaned_data["text"].encode(errors="surrogatepass")
        return content


class ProposalForm(AskingForm):
    """The reason for a result that leaves out a round lost by penalty."""

    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)
    parameter_fields = {"score": "reason"}


class TapForm(forms.Form):
    """One tap on the recorder; ``ago`` is for how many seconds the device kept it."""

    step = forms.UUIDField()
    revision = forms.IntegerField(min_value=0)
    token = forms.CharField(required=False, max_length=MOST_TOKEN)
    typed = forms.BooleanField(required=False)
    mark = forms.CharField(required=False, max_length=MOST_MARK)
    suit = forms.CharField(required=False, max_length=1)
    insist = forms.BooleanField(required=False)
    first = forms.CharField(required=False, max_length=1)
    place = forms.IntegerField(required=False, min_value=1, max_value=1_000_000)
    turn = forms.IntegerField(required=False, min_value=1, max_value=1_000_000)
    action = forms.IntegerField(required=False, min_value=1, max_value=1_000_000)
    ago = forms.IntegerField(required=False, min_value=0, max_value=MOST_WAITED)
    how = forms.ChoiceField(required=False, choices=[("change", ""), ("insert", ""), ("remove", "")])
