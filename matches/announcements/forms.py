"""The form of an announcement."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.enums import Audience
from matches.models.announcements import LONGEST_ANNOUNCEMENT
from matches.pages.submission_forms import OnceForm

LASTS = {"10": _("10 minutes"), "30": _("30 minutes"), "60": _("1 hour"), "0": _("Until you end it")}


class AnnouncementForm(OnceForm):
    """A text, whom it is for, and how long it shows."""

    parameter_fields = {"until": "lasts"}

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

    def clean(self) -> dict[str, Any]:
        """Refuse a table beside another choice: the text would reach others than those who are meant."""
        data = super().clean() or {}
        if data.get("table") and data.get("audience") not in (None, Audience.TABLE):
            text = _("Choose “%(choice)s” above, or leave this empty.")
            self.add_error("table", forms.ValidationError(text, params={"choice": Audience.TABLE.label}))
        return data

    def announcement(self, now: datetime) -> dict[str, Any]:
        """The arguments of the service."""
        data = self.cleaned_data
        minutes = int(data["lasts"])
        until = now + timedelta(minutes=minutes) if minutes else None
        return {"text": data["text"], "audience": data["audience"], "table": data["table"], "until": until}
