"""The form of an announcement."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.enums import Audience
from matches.models.announcements import LONGEST_ANNOUNCEMENT
from matches.pages.submission_forms import OnceForm

AT = "at"
LASTS = {
    "10": _("10 minutes"),
    "30": _("30 minutes"),
    "60": _("1 hour"),
    AT: _("Until a time"),
    "0": _("Until you end it"),
}
PAST_MIDNIGHT = timedelta(hours=12)
"""A time of day that is past is one of tomorrow if it comes so soon, and else a slip."""


class AnnouncementForm(OnceForm):
    """A text, whom it is for, and how long it shows: times are by the event's clock."""

    text = forms.CharField(
        label=_("Text"),
        max_length=LONGEST_ANNOUNCEMENT,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("It appears at once on the wall, on the public pages and on the players’ own pages."),
    )
    audience = forms.ChoiceField(label=_("For"), choices=Audience.choices, initial=Audience.EVERYONE)
    table = forms.IntegerField(
        label=_("Table"), min_value=1, max_value=100_000, required=False, help_text=_("Only for players at one table.")
    )
    lasts = forms.ChoiceField(label=_("Shows for"), choices=list(LASTS.items()), initial="30", widget=forms.RadioSelect)
    until = forms.TimeField(
        label=_("Time"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("Only for “Until a time”, such as 17:00."),
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a table or a time beside another choice: the text would reach others, or show longer, than meant."""
        data = super().clean() or {}
        if data.get("until") and data.get("lasts") not in (None, AT):
            text = _("Choose “%(choice)s” above, or leave this empty.")
            self.add_error("until", forms.ValidationError(text, params={"choice": LASTS[AT]}))
        if data.get("lasts") == AT and not data.get("until") and "until" not in self.errors:
            self.add_error("until", forms.ValidationError(_("Enter the time, such as 17:00.")))
        if data.get("table") and data.get("audience") not in (None, Audience.TABLE):
            text = _("Choose “%(choice)s” above, or leave this empty.")
            self.add_error("table", forms.ValidationError(text, params={"choice": Audience.TABLE.label}))
        return data

    def announcement(self, now: datetime) -> dict[str, Any]:
        """The arguments of the service."""
        data = self.cleaned_data
        return {"text": data["text"], "audience": data["audience"], "table": data["table"], "until": self._until(now)}

    def _until(self, now: datetime) -> datetime | None:
        """Until when it shows. ``now`` is by the event's clock."""
        lasts = self.cleaned_data["lasts"]
        if lasts != AT:
            return now + timedelta(minutes=int(lasts)) if int(lasts) else None
        until = datetime.combine(now.date(), self.cleaned_data["until"], now.tzinfo)
        tomorrow = datetime.combine(now.date() + timedelta(days=1), self.cleaned_data["until"], now.tzinfo)
        return tomorrow if until <= now and tomorrow - now <= PAST_MIDNIGHT else until
