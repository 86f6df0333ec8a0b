"""The result of a player who plays alone, as the player or a judge reports it."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from matches.results.forms import ScoreForm
from matches.tables.score import MOST_AMOUNT
from matches.tables.solo import ABSENT, LOSS


class SoloForm(ScoreForm):
    """A player's own score."""

    parameter_fields: ClassVar[dict[str, str]] = {}

    score = forms.IntegerField(
        label=_("Your score"),
        min_value=0,
        max_value=MOST_AMOUNT,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={"required": _("Enter the score.")},
    )

    def amounts(self) -> list[BoundField]:
        """The numbers that the form asks for."""
        return [self["score"]]

    def score_text(self, own_seat: int) -> str:
        """The line that ``tables.solo`` reads."""
        return str(self.cleaned_data["score"])


class SoloResultForm(SoloForm):
    """The score of a player as a judge enters it."""

    absent = forms.BooleanField(label=_("Absent"), required=False)
    lost = forms.BooleanField(label=_("Match loss: the score counts as 0"), required=False)
    record = forms.UUIDField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("record", uuid.uuid4())
        self.fields["score"].label = _("Score")

    def clean(self) -> dict[str, Any]:
        """A player who was not there needs no score."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("absent"):
            self.errors.pop("score", None)
        return data

    def beside(self) -> list[BoundField]:
        """What may be said beside the score."""
        return [self["absent"], self["lost"]]

    def line(self) -> str:
        """The line that ``tables.solo`` reads."""
        if self.cleaned_data["absent"]:
            return ABSENT
        return f"{LOSS if self.cleaned_data['lost'] else ''}{self.cleaned_data['score']}"
