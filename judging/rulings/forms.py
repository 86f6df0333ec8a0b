"""The forms of rulings, infractions and penalties."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from judging.enums import PrizeDecision
from judging.policies.term_labels import penalty_choices
from judging.policy import InfractionRule, Policy, Suggestion, authority
from judging.records.forms import Need, PaperRecordForm, RecordForm, say_needs, text_field
from judging.rulings.labels.records import comment_text


class StatementsForm(RecordForm):
    """What a disqualification requires. The fields are left out for other penalties."""

    statement_player = text_field(_("The player's statement"), required=False)
    statement_judge = text_field(_("The judge's statement"), required=False)
    prize_decision = forms.ChoiceField(
        label=_("Prizes"), choices=PrizeDecision.choices, required=False, widget=forms.RadioSelect
    )

    STATEMENTS = ("statement_player", "statement_judge", "prize_decision")

    def without_statements(self) -> None:
        for name in self.STATEMENTS:
            del self.fields[name]

    def require_statements(self) -> None:
        for name in self.STATEMENTS:
            self.fields[name].required = True

    def statements(self) -> dict[str, str]:
        """What was stated, without what was left empty."""
        return {name: self.cleaned_data[name] for name in self.STATEMENTS if self.cleaned_data.get(name)}


class PenaltyChoiceForm(StatementsForm):
    """A penalty of the policy, with what it requires."""

    penalty = forms.ChoiceField(label=_("Penalty"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, policy: Policy, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["penalty"].choices = penalty_choices(policy)  # type: ignore[attr-defined]


class PenaltyForm(PenaltyChoiceForm, PaperRecordForm):
    """The third tap: the suggested penalty, or another one with a reason."""

    comment = text_field(_("Comment"))
    told = forms.RegexField(r"^[^:]{1,10}:[0-9]{1,3}$", widget=forms.HiddenInput, required=False)

    field_order = ("penalty", "comment")

    def say_comments(self, policy: Policy, rule: InfractionRule, suggestion: Suggestion | None) -> None:
        """Say which penalties need a comment, and which need statements. Without a ``suggestion`` only the device
        knows which penalty deviates from it.
        """
        needs = []
        for penalty in policy.penalties:
            code = penalty.code
            least = authority.comment_needed(policy, rule, code, suggestion)
            if least:
                text = comment_text(least, deviates=suggestion is not None and code != suggestion.penalty)
                needs.append(Need(field="penalty", value=code, fields=("comment",), length=least, text=text))
            for name in self.STATEMENTS if penalty.requires else ():
                if name in self.fields:
                    text = gettext("Required for this penalty.")
                    needs.append(Need(field="penalty", value=code, fields=(name,), text=text))
        say_needs(self, needs)

    def offline_suggestion(self) -> tuple[str, int] | None:
        """What was suggested where the judge stood, if the device kept the form since then: penalty and count."""
        if not self.cleaned_data["waited"] or not self.cleaned_data["told"]:
            return None
        penalty, nth = self.cleaned_data["told"].split(":")
        return penalty, int(nth)


class ConfirmForm(StatementsForm):
    """A deputy or head agrees."""

    comment = text_field(_("Comment"))
    field_order = ("comment",)


class RecordReasonForm(RecordForm):
    """An act that needs its reason."""

    reason = forms.CharField(label=_("Reason"), max_length=500, widget=forms.Textarea(attrs={"rows": 2}))


class ChangeForm(PenaltyChoiceForm):
    """Another penalty in the place of the one given."""

    reason = forms.CharField(label=_("Reason"), max_length=500, widget=forms.Textarea(attrs={"rows": 2}))
    field_order = ("penalty", "reason")


class RulingForm(PaperRecordForm):
    """How a matter was ruled: one of the policy's outcomes, whom it concerns, words."""

    outcome = forms.ChoiceField(label=_("How did you rule?"), widget=forms.RadioSelect)
    concerns = forms.ChoiceField(label=_("Which player is it about?"), widget=forms.RadioSelect, required=False)
    comment = text_field(_("Comment"))

    def __init__(
        self, *args: Any, outcomes: list[tuple[str, str]], players: list[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["outcome"].choices = outcomes  # type: ignore[attr-defined]
        self.fields["concerns"].choices = players  # type: ignore[attr-defined]
        say_needs(
            self, [Need(field="outcome", value="other", fields=("comment",), text=gettext("Describe your ruling."))]
        )


class NoteForm(PaperRecordForm):
    """A ruling in words, where the policy lists no outcomes."""

    outcome = forms.CharField(
        label=_("What did you rule?"), max_length=60, help_text=_("In a few words; details in the comment.")
    )
    comment = text_field(_("Comment"))
