"""The form of the page *Print*."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.course.labels import round_label
from matches.course.queries import rounds_of
from matches.models import Entry, Event


class PaperForm(forms.Form):
    """The round and the options of a paper."""

    round = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int, required=False, empty_value=None)
    page_size = forms.ChoiceField(label=gettext_lazy("Paper"), choices=[("A4", "A4"), ("Letter", "Letter")])
    per_page = forms.TypedChoiceField(
        label=gettext_lazy("Slips per page"),
        coerce=int,
        choices=[(4, "4"), (5, "5"), (8, "8")],
        required=False,
        empty_value=None,
    )
    spares = forms.IntegerField(label=gettext_lazy("Blank spare slips"), min_value=0, max_value=40, required=False)
    letters = forms.RegexField(
        r"^\s*[A-Za-z]\s*[-–]\s*[A-Za-z]\s*$",
        label=gettext_lazy("Letters, for pairings by name"),
        required=False,
        help_text=gettext_lazy("For example, A-K. Leave empty for all."),
        error_messages={"invalid": gettext_lazy("Enter two letters, such as A-K.")},
    )
    player = forms.IntegerField(label=gettext_lazy("Player’s number, for the log"), min_value=1, required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        field = self.fields["round"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 - tells the type checker
        field.choices = [(round_.pk, round_label(round_)) for round_ in rounds_of(event).reverse()]

    def clean_letters(self) -> tuple[str, str] | None:
        """First and last letter, in their order."""
        found = [letter.upper() for letter in self.cleaned_data["letters"] if letter.isalpha()]
        return (min(found), max(found)) if found else None

    def clean_player(self) -> int | None:
        """The number, if an entry of this event has it."""
        number: int | None = self.cleaned_data["player"]
        if number is not None and not Entry.objects.filter(event=self.event, number=number).exists():
            raise forms.ValidationError(_("There is no player with this number."))
        return number
