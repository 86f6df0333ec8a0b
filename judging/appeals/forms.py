"""The forms that file and decide an appeal."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.enums import AppealState
from judging.policy import Policy
from judging.records.forms import RecordForm, text_field
from judging.rulings.labels import penalty_choices


class AppealForm(RecordForm):
    """An appeal: what it is about, who files it, and why."""

    of = forms.ChoiceField(label=_("What is appealed?"), required=False, widget=forms.RadioSelect)
    player = forms.ChoiceField(label=_("Who appeals?"), widget=forms.RadioSelect)
    statement = text_field(_("In the player's words"), required=True, rows=3)

    def __init__(
        self, *args: Any, records: list[tuple[str, str]], players: list[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["of"].choices = [*records, ("", _("Something else at this table"))]  # type: ignore[attr-defined]
        self.fields["player"].choices = players  # type: ignore[attr-defined]


class AppealDecisionForm(RecordForm):
    """The head judge's decision of an appeal."""

    state = forms.ChoiceField(
        label=_("Decision"),
        choices=[choice for choice in AppealState.choices if choice[0] in AppealState.decided()],
        widget=forms.RadioSelect,
    )
    penalty = forms.ChoiceField(label=_("If changed, the penalty becomes"), required=False, widget=forms.RadioSelect)
    comment = text_field(_("Comment"))

    def __init__(self, *args: Any, policy: Policy, about_penalty: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not about_penalty:
            del self.fields["penalty"]
            return
        self.fields["penalty"].choices = [("", _("Taken back")), *penalty_choices(policy)]  # type: ignore[attr-defined]
