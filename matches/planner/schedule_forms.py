"""The forms of the schedule: its lines, a proposal, and a delay."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.models import Event
from matches.pages.submission_forms import OnceForm
from matches.planner.plan import MOST_CUT, MOST_ROUNDS
from matches.planner.schedule_labels import cut_names, round_names
from matches.planner.schedule_queries import Usual
from matches.schedule.items import DAY, LONGEST_DELAY, Course, Item, as_lines, from_stored, read_lines
from matches.schedule.labels import wrong_text
from matches.schedule.queries import last_change

LONGEST_SCHEDULE = 12_000
MOST_MINUTES = 600


class ScheduleForm(forms.Form):
    """The whole schedule as lines, each with a time and a text."""

    parameter_fields = {"items": "lines"}

    lines = forms.CharField(
        label=_("Schedule"),
        max_length=LONGEST_SCHEDULE,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
    )
    made_of = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)
    """The last change of the schedule that the page showed."""

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.initial.setdefault("lines", as_lines(from_stored(event.schedule), event.date))
        self.initial.setdefault("made_of", last_change(event))
        text = _("One line for each item, such as 10:00 Round 1. For another day: %(day)s 10:00 Round 6.")
        self.fields["lines"].help_text = text % {"day": event.date + DAY}

    def clean_lines(self) -> tuple[Item, ...]:
        """The items. Every line that is wrong has its own message."""
        items, wrong = read_lines(self.cleaned_data["lines"], self.event.date)
        if wrong:
            raise forms.ValidationError([wrong_text(line) for line in wrong])
        return items

    def take_note(self) -> None:
        """Once the page says what has changed meanwhile, the lines are made of that, too."""
        self.data = {**{key: self.data[key] for key in self.data}, "made_of": str(last_change(self.event))}


class DelayForm(OnceForm):
    """Moves all that is still to come."""

    minutes = forms.IntegerField(
        label=_("Minutes"),
        min_value=-LONGEST_DELAY,
        max_value=LONGEST_DELAY,
        initial=10,
        help_text=_("Everything still to come moves by this many minutes. Use a minus sign for earlier."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "id_delay_%s", **kwargs})


class ProposalForm(forms.Form):
    """What a proposal is made of. It is sent by GET and changes nothing."""

    start = forms.TimeField(label=_("Start of round 1"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    rounds = forms.IntegerField(label=_("Rounds"), min_value=0, max_value=MOST_ROUNDS)
    cut = forms.IntegerField(label=_("Players in the cut"), min_value=0, max_value=MOST_CUT, required=False)
    minutes = forms.IntegerField(label=_("Minutes for a round"), min_value=1, max_value=MOST_MINUTES)
    between = forms.IntegerField(label=_("Minutes between rounds"), min_value=0, max_value=MOST_MINUTES, initial=10)
    pause_after = forms.IntegerField(
        label=_("Long break after round"), min_value=1, max_value=MOST_ROUNDS, required=False
    )
    pause = forms.IntegerField(
        label=_("Minutes of the long break"), min_value=1, max_value=MOST_MINUTES, required=False, initial=45
    )
    prizes = forms.BooleanField(label=_("Prize-giving at the end"), required=False, initial=True)

    def __init__(self, *args: Any, usual: Usual, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"start": usual.start, "rounds": usual.rounds, "cut": usual.cut, "minutes": usual.minutes}
        self.fields["minutes"].help_text = (
            _("From the planner: 80 in 100 rounds are over by then.")
            if usual.is_simulated
            else _("The time cap, and ten minutes for last turns and results.")
        )

    def course(self, event: Event) -> Course:
        """What a valid form asks for."""
        data = self.cleaned_data
        return Course(
            start=datetime.combine(event.date, data["start"]),
            rounds=round_names(data["rounds"]),
            cut=cut_names(event, data["cut"] or 0),
            minutes=data["minutes"],
            between=data["between"],
            pause_after=data["pause_after"] or 0,
            pause=(data["pause"] or 0) if data["pause_after"] else 0,
            pause_text=gettext("Break"),
            end_text=gettext("Prize-giving") if data["prizes"] else "",
        )
