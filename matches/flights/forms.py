"""The forms of flights: who comes from another event, and how an event is split."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from matches.flights.services.splitting import MOST_FLIGHTS
from matches.flights.splitting import Division
from matches.models import Event
from matches.pages.submission_forms import OnceForm

DIVISIONS = {
    Division.SEEDS: _("By seed, in turn, so that the flights are equally strong"),
    Division.LOT: _("By lot"),
    Division.NAMES: _("By name, alphabetically"),
}


class SourceForm(forms.Form):
    """Which event players come from, and who is ticked at first: the best, or all with so many points."""

    source = forms.ModelChoiceField(label=_("Event"), queryset=Event.objects.none(), empty_label=None)
    top = forms.IntegerField(label=_("Top"), min_value=1, max_value=10_000, required=False)
    points = forms.DecimalField(
        label=_("Or with this many points or more"),
        min_value=Decimal(0),
        max_digits=8,
        decimal_places=2,
        required=False,
    )

    def __init__(self, *args: Any, events: QuerySet[Event], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.events = events
        self.fields["source"].queryset = events  # type: ignore[attr-defined]


class QualifyForm(OnceForm):
    """The players who are taken, by their numbers at the other event."""

    numbers = forms.TypedMultipleChoiceField(label=_("Players"), coerce=int, required=False)
    carries_points = forms.BooleanField(
        label=_("They carry their points over"),
        required=False,
        help_text=_("Standings, tie-breaks and pairings then count the rounds played there, and nobody meets twice."),
    )
    checked_in = forms.BooleanField(label=_("Check them in now"), required=False)

    def __init__(self, *args: Any, choices: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["numbers"].choices = choices  # type: ignore[attr-defined]


class SplitForm(OnceForm):
    """Into how many flights, and how players are divided."""

    flights = forms.IntegerField(label=_("Flights"), min_value=2, max_value=MOST_FLIGHTS, initial=2)
    by = forms.ChoiceField(
        label=_("Divide the players"), choices=list(DIVISIONS.items()), initial=Division.SEEDS, widget=forms.RadioSelect
    )
