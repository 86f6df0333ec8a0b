"""The small forms of a round's page."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.models import Round, Seat


class ReasonForm(forms.Form):
    """An act that the log keeps with a reason."""

    reason = forms.CharField(label=_("Reason"), max_length=300)


class AddTimeForm(forms.Form):
    """Minutes for the whole room; below zero takes them."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=-60, max_value=60, initial=3)


class SwapForm(forms.Form):
    """Two players of a draft who change seats."""

    first = forms.ChoiceField(label=_("Player"))
    second = forms.ChoiceField(label=_("changes seats with"))
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, *args: object, round: Round, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        seats = (
            Seat.objects.filter(round=round).select_related("entry__player", "match").order_by("match__table", "index")
        )
        choices = [(seat.entry_id, f"{seat.match.table or '–'}  {seat.entry.player.name}") for seat in seats]
        for name in ("first", "second"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - tells the type checker
            field.choices = choices

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if data.get("first") and data.get("first") == data.get("second"):
            self.add_error("second", _("Choose two different players."))
        return data


class CorrectionForm(forms.Form):
    """A result that replaces a confirmed one."""

    score = forms.CharField(label=_("Right result"), max_length=40, help_text=_("As at the desk: 2-1, or 1-1 t."))
    reason = forms.CharField(label=_("Reason"), max_length=300)
    accept_fallen = forms.BooleanField(label=_("Later results that rest on this one may fall"), required=False)
