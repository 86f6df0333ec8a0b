"""The small forms of a round's page."""

from __future__ import annotations

from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.audit.submission_forms import OnceForm
from matches.models import Round, Seat


class AddTimeForm(OnceForm):
    """Minutes to add for the whole room; a negative number removes time."""

    parameter_fields: ClassVar[dict[str, str]] = {"seconds": "minutes"}

    minutes = forms.IntegerField(
        label=_("Minutes"), min_value=-60, max_value=60, initial=3, help_text=_("A negative number removes time.")
    )


class SwapForm(OnceForm):
    """Two players of a draft, marked in its list, who change seats. ``player`` are entry ids."""

    player = forms.TypedMultipleChoiceField(
        coerce=int,
        error_messages={
            "required": _("Select two players in the list."),
            "invalid_choice": _("A player you selected is no longer in this round."),
        },
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=300, error_messages={"required": _("Give a reason for the log.")}
    )

    def __init__(self, *args: object, round: Round, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["player"]
        assert isinstance(field, forms.TypedMultipleChoiceField)  # noqa: S101 - tells the type checker
        field.choices = [(pk, pk) for pk in Seat.objects.filter(round=round).values_list("entry_id", flat=True)]

    def clean_player(self) -> list[int]:
        chosen: list[int] = self.cleaned_data["player"]
        if len(chosen) != 2:
            raise forms.ValidationError(_("Select exactly two players in the list."))
        return chosen

    @property
    def marked(self) -> set[int]:
        """The entry ids that were sent, so that the page keeps them marked."""
        sent = self.data.getlist("player") if hasattr(self.data, "getlist") else []
        return {int(value) for value in sent if str(value).isdecimal()}


class CorrectionForm(forms.Form):
    """A result for one table: its first, or one that replaces the confirmed one."""

    score = forms.CharField(label=_("Right result"), max_length=40, help_text=_("As at the desk: 2-1, or 1-1 t."))
    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("The log keeps it with your name."))
