"""The forms of a table: a timed decision, and extra time."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.enums import ExtensionCause
from judging.records.forms import RecordForm


class DecisionForm(RecordForm):
    """A decision that was timed with the stopwatch."""

    player = forms.ChoiceField(label=_("Whose decision?"), widget=forms.RadioSelect)
    seconds = forms.IntegerField(label=_("Seconds"), min_value=0, max_value=3600)

    def __init__(self, *args: Any, players: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = players  # type: ignore[attr-defined]
        self.fields["seconds"].widget.attrs |= {"inputmode": "numeric", "data-stopwatch-seconds": ""}


class TimeForm(RecordForm):
    """Extra time for a table, exactly as much as the judge enters. For a pause the policy's time is proposed."""

    parameter_fields: ClassVar[dict[str, str]] = {"seconds": "minutes", "paused_seconds": "minutes"}
    PAUSE, DECK_CHECK, BY_HAND = "pause", "deck_check", "by_hand"
    how = forms.ChoiceField(
        label=_("Reason"),
        choices=[(PAUSE, _("A ruling")), (DECK_CHECK, _("A deck check")), (BY_HAND, _("Something else"))],
        widget=forms.RadioSelect,
        initial=PAUSE,
    )
    CAUSES: ClassVar[dict[str, ExtensionCause]] = {
        PAUSE: ExtensionCause.RULING,
        DECK_CHECK: ExtensionCause.DECK_CHECK,
        BY_HAND: ExtensionCause.OTHER,
    }
    minutes = forms.IntegerField(label=_("Minutes to add"), min_value=0, max_value=60, initial=0)
    seconds = forms.IntegerField(label=_("Seconds to add"), min_value=0, max_value=59, initial=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("minutes", "seconds"):
            self.fields[name].widget.attrs["inputmode"] = "numeric"

    def total(self) -> int:
        """The time entered, in seconds."""
        minutes: int = self.cleaned_data["minutes"]
        seconds: int = self.cleaned_data["seconds"]
        return minutes * 60 + seconds
