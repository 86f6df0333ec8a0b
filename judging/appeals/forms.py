"""The forms that file and decide an appeal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from judging.appeals.change_services import AppealChange
from judging.enums import AcknowledgedBy, AppealState
from judging.models import Infraction, Record, Ruling
from judging.policies.term_labels import penalty_choices
from judging.policy import Policy
from judging.records.forms import Need, PaperRecordForm, RecordForm, say_needs, text_field
from matches.models import Entry, Match
from matches.names.display import plain
from matches.results.forms import AskingForm
from matches.results.labels.results import score_problem_text
from matches.results.queries.tables import read_score
from matches.tables.score import Score, ScoreError
from rules_engine.text import isolated


def is_name_of(text: str, entry: Entry) -> bool:
    """Whether somebody typed a player's name; capitals, accents and spaces do not matter."""
    return plain(text) in {plain(entry.player.name), plain(entry.unique_name)}


class AcceptanceForm(RecordForm):
    """A player accepts the result on the judge's device: by the own name's button, or by typing the name.

    ``entries`` are the players who have not accepted it yet.
    """

    parameter_fields: ClassVar[dict[str, str]] = {"entry": "player"}
    player = forms.ChoiceField(required=False)
    name = forms.CharField(label=_("Your name"), required=False, max_length=120)
    signed = forms.BooleanField(label=_("Signed on the sheet (the judge taps the name)"), required=False)
    under_protest = forms.BooleanField(label=_("Under protest"), required=False)
    statement = text_field(_("What is wrong?"), help_text=_("Only if you protest."))

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries
        self.fields["player"].choices = [(str(entry.number), entry.unique_name) for entry in entries]  # type: ignore[attr-defined]
        self.fields["name"].widget.attrs["autocomplete"] = "off"

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        typed = data.get("name", "").strip()
        if self.errors or (data["player"] and not typed):
            return data
        # A name that was typed counts before a button: Enter in the field sends the first button along.
        named = [entry for entry in self.entries if is_name_of(typed, entry)]
        if not typed:
            self.add_error("player", _("Tap your name, or type it."))
        elif len(named) != 1:
            self.add_error("name", _("No player listed above has this name. Type it as shown."))
        else:
            data["player"] = str(named[0].number)
            self.is_typed = True
        return data

    is_typed = False

    def how(self) -> AcknowledgedBy:
        """How the player of a valid form accepted."""
        if self.is_typed:
            return AcknowledgedBy.TYPED
        return AcknowledgedBy.SIGNED if self.cleaned_data["signed"] else AcknowledgedBy.TAP


class AppealForm(PaperRecordForm):
    """An appeal: what it is about, who files it, and why. ``result`` is the table's result as text, or ""."""

    of = forms.ChoiceField(label=_("What is being appealed?"), required=False, widget=forms.RadioSelect)
    player = forms.ChoiceField(label=_("Who is appealing?"), widget=forms.RadioSelect)
    statement = text_field(_("In the player’s words"), required=True, rows=3)

    def __init__(
        self,
        *args: Any,
        records: list[tuple[str, str]],
        players: list[tuple[str, str]],
        result: str,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        table = _("The result %(result)s, or another matter at this table") % {"result": result}
        other = table if result else _("Another matter at this table")
        self.fields["of"].choices = [*records, ("", other)]  # type: ignore[attr-defined]
        self.fields["player"].choices = players  # type: ignore[attr-defined]


class AppealDecisionForm(AskingForm, RecordForm):
    """The head judge's decision of an appeal, with what takes the place of the thing appealed if it is changed."""

    parameter_fields: ClassVar[dict[str, str]] = {**RecordForm.parameter_fields, "reason": "comment"}

    state = forms.ChoiceField(
        label=_("Decision"),
        choices=[choice for choice in AppealState.choices if choice[0] in AppealState.decided()],
        widget=forms.RadioSelect,
    )
    penalty = forms.ChoiceField(label=_("If overturned, the penalty becomes"), required=False, widget=forms.RadioSelect)
    outcome = forms.CharField(label=_("If overturned, the ruling becomes"), required=False, max_length=60)
    score = forms.CharField(label=_("If overturned, the result becomes"), required=False, max_length=60)
    accept_fallen = forms.BooleanField(label=_("Accept that later bracket results may no longer stand"), required=False)
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
        text = gettext("Describe the change in the comment.")
        say_needs(self, [Need(field="state", value=str(AppealState.CHANGED), fields=("comment",), text=text)])
        self.match = match
        is_result = match is not None and not isinstance(about, Infraction | Ruling)
        self._keep("penalty", isinstance(about, Infraction))
        self._keep("outcome", isinstance(about, Ruling))
        self._keep("score", is_result)
        self._keep("accept_fallen", is_result and match is not None and match.round.stage.is_bracket)
        if "penalty" in self.fields:
            choices = [("", _("Rescinded")), *penalty_choices(policy)]
            self.fields["penalty"].choices = choices  # type: ignore[attr-defined]
        if "outcome" in self.fields and outcomes:
            self.fields["outcome"] = forms.ChoiceField(
                label=self.fields["outcome"].label, choices=outcomes, required=False, widget=forms.RadioSelect
            )
        if match is not None and "score" in self.fields:
            seats = " – ".join(isolated(seat.entry.unique_name) for seat in match.seats.all())
            self.fields["score"].help_text = _("Type it as at the desk, in this order: %(seats)s.") % {"seats": seats}

    def _keep(self, name: str, wanted: bool) -> None:
        if not wanted:
            del self.fields[name]

    def clean_score(self) -> Score | None:
        text = self.cleaned_data["score"].strip()
        if not text or self.match is None:
            return None
        try:
            return read_score(self.match, text)
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
