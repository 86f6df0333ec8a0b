"""The forms that file and decide an appeal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.appeals.change_services import AppealChange
from judging.enums import AppealState
from judging.models import Infraction, Record, Ruling
from judging.policy import Policy
from judging.records.forms import RecordForm, text_field
from judging.rulings.labels import penalty_choices
from matches.events.game_queries import shape_of
from matches.models import Match
from matches.results.labels import score_problem_text
from matches.scores import Score, ScoreError, parse


class AppealForm(RecordForm):
    """An appeal: what it is about, who files it, and why. ``result`` is the table's result as text, or ""."""

    of = forms.ChoiceField(label=_("What is appealed?"), required=False, widget=forms.RadioSelect)
    player = forms.ChoiceField(label=_("Who appeals?"), widget=forms.RadioSelect)
    statement = text_field(_("In the player's words"), required=True, rows=3)

    def __init__(
        self,
        *args: Any,
        records: list[tuple[str, str]],
        players: list[tuple[str, str]],
        result: str,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        table = _("The result %(result)s, or something else at this table") % {"result": result}
        other = table if result else _("Something else at this table")
        self.fields["of"].choices = [*records, ("", other)]  # type: ignore[attr-defined]
        self.fields["player"].choices = players  # type: ignore[attr-defined]


class AppealDecisionForm(RecordForm):
    """The head judge's decision of an appeal, with what takes the place of the thing appealed if it is changed."""

    parameter_fields: ClassVar[dict[str, str]] = {**RecordForm.parameter_fields, "reason": "comment"}

    state = forms.ChoiceField(
        label=_("Decision"),
        choices=[choice for choice in AppealState.choices if choice[0] in AppealState.decided()],
        widget=forms.RadioSelect,
    )
    penalty = forms.ChoiceField(label=_("If changed, the penalty becomes"), required=False, widget=forms.RadioSelect)
    outcome = forms.CharField(label=_("If changed, the ruling becomes"), required=False, max_length=60)
    score = forms.CharField(label=_("If changed, the result becomes"), required=False, max_length=60)
    accept_fallen = forms.BooleanField(label=_("Later results of the bracket may fall"), required=False)
    comment = text_field(_("Comment"))

    def __init__(
        self,
        *args: Any,
        policy: Policy,
        about: Record | None,
        match: Match | None,
        outcomes: Sequence[tuple[str, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.match = match
        is_result = match is not None and not isinstance(about, Infraction | Ruling)
        self._keep("penalty", isinstance(about, Infraction))
        self._keep("outcome", isinstance(about, Ruling))
        self._keep("score", is_result)
        self._keep("accept_fallen", is_result and match is not None and match.round.stage.is_bracket)
        if "penalty" in self.fields:
            choices = [("", _("Taken back")), *penalty_choices(policy)]
            self.fields["penalty"].choices = choices  # type: ignore[attr-defined]
        if "outcome" in self.fields and outcomes:
            self.fields["outcome"] = forms.ChoiceField(
                label=self.fields["outcome"].label, choices=outcomes, required=False, widget=forms.RadioSelect
            )
        if match is not None and "score" in self.fields:
            seats = " – ".join(seat.entry.player.name for seat in match.seats.all())
            self.fields["score"].help_text = _("As at the desk, in the order %(seats)s.") % {"seats": seats}

    def _keep(self, name: str, wanted: bool) -> None:
        if not wanted:
            del self.fields[name]

    def clean_score(self) -> Score | None:
        text = self.cleaned_data["score"].strip()
        if not text or self.match is None:
            return None
        stage = self.match.round.stage
        try:
            return parse(text, shape_of(stage.event), needs_winner=stage.is_bracket)
        except ScoreError as error:
            raise forms.ValidationError(score_problem_text(error.problem)) from error

    def change(self) -> AppealChange:
        """What the decision puts in the place of what was appealed."""
        data = self.cleaned_data
        return AppealChange(
            penalty=data.get("penalty") or None,
            outcome=data.get("outcome", ""),
            score=data.get("score"),
            accept_fallen=data.get("accept_fallen", False),
        )
