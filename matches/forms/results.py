"""The form by which a player reports a result."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.scores import ScoreShape


class ReportForm(forms.Form):
    """Own score, opponent's score, and how it was decided. Seats are turned into table order by ``score_text``."""

    own = forms.IntegerField(label=_("Your rounds"), min_value=0)
    theirs = forms.IntegerField(label=_("Opponent’s rounds"), min_value=0)
    decided = forms.ChoiceField(
        label=_("Decided"),
        choices=[
            ("", _("Played out, or by time")),
            ("c", _("Conceded")),
            ("mine", _("Sudden Death: I won")),
            ("theirs", _("Sudden Death: my opponent won")),
        ],
        required=False,
    )

    def __init__(self, *args: object, shape: ScoreShape, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for name in ("own", "theirs"):
            self.fields[name].widget.attrs["inputmode"] = "numeric"
        if shape.unit == "money":
            self.fields["own"].label = _("Your total")
            self.fields["theirs"].label = _("Opponent’s total")

    def score_text(self, own_seat: int) -> str:
        """The line that ``matches.scores.parse`` reads, first seat first."""
        data = self.cleaned_data
        pair = (data["own"], data["theirs"]) if own_seat == 0 else (data["theirs"], data["own"])
        mark = data["decided"]
        if mark in ("mine", "theirs"):
            winner = own_seat if mark == "mine" else 1 - own_seat
            mark = f"sd{winner + 1}"
        return f"{pair[0]}-{pair[1]} {mark}".strip()
