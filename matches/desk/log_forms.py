"""The filter of the log of changes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.desk.act_labels import act_labels
from matches.desk.log_queries import ChangeFilter, acts_in_log, people_in_log
from matches.models import Entry, Event
from matches.table_ranges import MOST_TABLE

CLOCK = {"type": "datetime-local"}


class ChangeFilterForm(forms.Form):
    """Every field is optional; one that makes no sense says so and filters nothing."""

    text = forms.CharField(label=_("Search"), required=False, max_length=80)
    who = forms.ChoiceField(label=_("Who"), required=False)
    act = forms.ChoiceField(label=_("What"), required=False)
    player = forms.IntegerField(label=_("Player number"), required=False, min_value=1, max_value=999_999)
    table = forms.IntegerField(label=_("Table"), required=False, min_value=1, max_value=MOST_TABLE)
    since = forms.DateTimeField(label=_("From"), required=False, widget=forms.DateTimeInput(attrs=CLOCK))
    until = forms.DateTimeField(label=_("Until"), required=False, widget=forms.DateTimeInput(attrs=CLOCK))
    reasons = forms.BooleanField(label=_("Only with a reason"), required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "id_log_%s", **kwargs})
        self.event, self.labels = event, act_labels()
        acts = sorted((self.labels.get(act, act), act) for act in acts_in_log(event))
        people = [(str(user.pk), str(user)) for user in people_in_log(event)]
        self.fields["who"].choices = [("", _("Everyone")), *people]  # type: ignore[attr-defined]
        self.fields["act"].choices = [("", _("Everything")), *((act, label) for label, act in acts)]  # type: ignore[attr-defined]

    def clean_player(self) -> Entry | None:
        number = self.cleaned_data["player"]
        if number is None:
            return None
        entry = Entry.objects.filter(event=self.event, number=number).first()
        if entry is None:
            raise forms.ValidationError(_("There is no player with this number in this event."))
        return entry

    def change_filter(self) -> ChangeFilter:
        """What is asked for."""
        self.is_valid()
        data = self.cleaned_data
        text = data.get("text", "")
        until = data.get("until")
        return ChangeFilter(
            user=int(data["who"]) if data.get("who") else None,
            act=data.get("act", ""),
            entry=data.get("player"),
            table=data.get("table"),
            since=data.get("since"),
            until=until + timedelta(minutes=1) if until else None,
            text=text,
            acts=frozenset(act for act, label in self.labels.items() if text and text.casefold() in label.casefold()),
            reasons_only=bool(data.get("reasons")),
        )

    def query(self) -> str:
        """The filter as ``who=4&table=2&``, to be put before another parameter; "" where nothing is asked for."""
        sent = {name: value for name in self.fields if (value := self.data.get(name, ""))}
        return f"{urlencode(sent)}&" if sent else ""
