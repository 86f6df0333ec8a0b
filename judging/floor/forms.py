"""The forms of the floor. Each carries the record's id, made when the page was, so that it lands once."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.enums import AppealState, PrizeDecision, RecordSource
from judging.policy import Policy
from judging.records.services import Stamp

TEXT_LENGTH = 2000


class RecordForm(forms.Form):
    """``record`` is the id; ``device``, its number and time come from the device if it tells them."""

    record = forms.UUIDField(widget=forms.HiddenInput)
    device = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    device_number = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    device_time = forms.DateTimeField(widget=forms.HiddenInput, required=False)
    source = forms.ChoiceField(widget=forms.HiddenInput, required=False, choices=RecordSource.choices)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("record", uuid.uuid4())
        self.fields["device"].widget.attrs["data-device"] = ""
        self.fields["device_time"].widget.attrs["data-device-time"] = ""

    def stamp(self, source: RecordSource = RecordSource.TABLET) -> Stamp:
        """Of a valid form; ``source`` is what it was made on unless the form says."""
        data = self.cleaned_data
        return Stamp(
            id=data["record"],
            device=data["device"],
            number=data["device_number"] if data["device"] else None,
            device_time=data["device_time"],
            source=RecordSource(data["source"] or source),
        )


def _text(label: Any, *, required: bool = False, rows: int = 2, **more: Any) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows})
    return forms.CharField(label=label, required=required, max_length=TEXT_LENGTH, widget=widget, **more)


class StatementsForm(RecordForm):
    """What a disqualification requires. The fields are left out for other penalties."""

    statement_player = _text(_("The player's statement"), required=False)
    statement_judge = _text(_("The judge's statement"), required=False)
    prize_decision = forms.ChoiceField(
        label=_("Prizes"), choices=PrizeDecision.choices, required=False, widget=forms.RadioSelect
    )

    STATEMENTS = ("statement_player", "statement_judge", "prize_decision")

    def without_statements(self) -> None:
        for name in self.STATEMENTS:
            del self.fields[name]

    def statements(self) -> dict[str, str]:
        """What was stated, without what was left empty."""
        return {name: self.cleaned_data[name] for name in self.STATEMENTS if self.cleaned_data.get(name)}


class PenaltyForm(StatementsForm):
    """The third tap: the suggested penalty, or another one with a reason."""

    penalty = forms.ChoiceField(label=_("Penalty"), widget=forms.RadioSelect)
    comment = _text(_("Comment"))

    field_order = ("penalty", "comment")

    def __init__(self, *args: Any, policy: Policy, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(penalty.code, f"{penalty.code} {penalty.name.split(' (')[0]}") for penalty in policy.penalties]
        self.fields["penalty"].choices = names  # type: ignore[attr-defined]


class ConfirmForm(StatementsForm):
    """A deputy or head agrees."""

    comment = _text(_("Comment"))
    field_order = ("comment",)


class ReasonForm(RecordForm):
    """An act that needs its reason."""

    reason = forms.CharField(label=_("Reason"), max_length=500, widget=forms.Textarea(attrs={"rows": 2}))


class ChangeForm(PenaltyForm):
    """Another penalty in the place of the one given."""

    comment = None  # type: ignore[assignment]
    reason = forms.CharField(label=_("Reason"), max_length=500, widget=forms.Textarea(attrs={"rows": 2}))
    field_order = ("penalty", "reason")


class RulingForm(RecordForm):
    """How a matter was ruled: one of the policy's outcomes, whom it concerns, words."""

    outcome = forms.ChoiceField(label=_("How did you rule?"), widget=forms.RadioSelect)
    concerns = forms.ChoiceField(label=_("Who acted?"), widget=forms.RadioSelect, required=False)
    comment = _text(_("Comment"))

    def __init__(
        self, *args: Any, outcomes: list[tuple[str, str]], players: list[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["outcome"].choices = outcomes  # type: ignore[attr-defined]
        self.fields["concerns"].choices = players  # type: ignore[attr-defined]


class NoteForm(RecordForm):
    """A ruling in words, where the policy lists no outcomes."""

    outcome = forms.CharField(
        label=_("What did you rule?"), max_length=60, help_text=_("In a few words; details in the comment.")
    )
    comment = _text(_("Comment"))


class DecisionForm(RecordForm):
    """A timed decision."""

    player = forms.ChoiceField(label=_("Whose decision?"), widget=forms.RadioSelect)
    seconds = forms.IntegerField(label=_("Seconds"), min_value=0, max_value=3600)

    def __init__(self, *args: Any, players: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = players  # type: ignore[attr-defined]
        self.fields["seconds"].widget.attrs |= {"inputmode": "numeric", "data-stopwatch-seconds": ""}


class TimeForm(RecordForm):
    """Time for a table: what a pause was worth, or minutes by hand."""

    PAUSE, DECK_CHECK, BY_HAND = "pause", "deck_check", "by_hand"
    how = forms.ChoiceField(
        label=_("Why"),
        choices=[(PAUSE, _("Play stood for")), (DECK_CHECK, _("Deck check of")), (BY_HAND, _("Give exactly"))],
        widget=forms.RadioSelect,
        initial=PAUSE,
    )
    minutes = forms.IntegerField(label=_("Minutes"), min_value=0, max_value=60, initial=0)
    seconds = forms.IntegerField(label=_("Seconds"), min_value=0, max_value=59, initial=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("minutes", "seconds"):
            self.fields[name].widget.attrs["inputmode"] = "numeric"

    def total(self) -> int:
        """Seconds in all."""
        return self.cleaned_data["minutes"] * 60 + self.cleaned_data["seconds"]


class CallForm(RecordForm):
    """A judge is wanted."""

    about = forms.CharField(label=_("About"), max_length=200, required=False)


class AcceptForm(RecordForm):
    """A player accepts the result, or accepts it under protest."""

    under_protest = forms.BooleanField(label=_("Under protest"), required=False)
    statement = _text(_("What is wrong?"), help_text=_("Only for a protest."))


class AppealForm(RecordForm):
    """What is appealed, by whom, and why."""

    of = forms.ChoiceField(label=_("What is appealed?"), required=False, widget=forms.RadioSelect)
    player = forms.ChoiceField(label=_("Who appeals?"), widget=forms.RadioSelect)
    statement = _text(_("In the player's words"), required=True, rows=3)

    def __init__(
        self, *args: Any, records: list[tuple[str, str]], players: list[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["of"].choices = [*records, ("", _("Something else at this table"))]  # type: ignore[attr-defined]
        self.fields["player"].choices = players  # type: ignore[attr-defined]


class AppealDecisionForm(RecordForm):
    """The head judge's word."""

    state = forms.ChoiceField(
        label=_("Decision"),
        choices=[choice for choice in AppealState.choices if choice[0] in AppealState.decided()],
        widget=forms.RadioSelect,
    )
    penalty = forms.ChoiceField(label=_("If changed, the penalty becomes"), required=False, widget=forms.RadioSelect)
    comment = _text(_("Comment"))

    def __init__(self, *args: Any, policy: Policy, about_penalty: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not about_penalty:
            del self.fields["penalty"]
            return
        choices: list[tuple[str, Any]] = [("", _("Taken back"))]
        choices += [(penalty.code, f"{penalty.code} {penalty.name.split(' (')[0]}") for penalty in policy.penalties]
        self.fields["penalty"].choices = choices  # type: ignore[attr-defined]


class ProfileForm(forms.Form):
    """The event's profile."""

    profile = forms.ChoiceField(label=_("Profile"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, policy: Policy, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["profile"].choices = [(name, name.capitalize()) for name in policy.profiles]  # type: ignore[attr-defined]
