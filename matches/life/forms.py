"""The forms of what may become of an event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.events.services.events import MOST_ADDRESS
from matches.life.copy_services import CopyTerms
from matches.life.next_time import next_day, next_name
from matches.models import Event, Organisation
from matches.organisations.labels import names_apart
from matches.pages.submission_forms import OnceForm
from rules_engine.text import isolated

MOST_NAME = 120
OWN = "/"
"""Stands for a template of no club: no address of one has it."""


class CopyForm(OnceForm):
    """Another event like one that was: what differs."""

    parameter_fields = {"date": "day"}

    name = forms.CharField(label=_("Name"), max_length=MOST_NAME)
    day = forms.DateField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    venue = forms.CharField(label=_("Venue"), max_length=160, required=False)
    address = forms.CharField(
        label=_("Page address"),
        max_length=MOST_ADDRESS,
        required=False,
        help_text=_("The last part, such as friday-blitz-13. Leave empty to make it from the name."),
    )
    with_players = forms.BooleanField(
        label=_("Invite last time’s players"),
        required=False,
        help_text=_(
            "They are listed as invited. They get a place once they accept on their page, or you accept for them."
        ),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        new_day = next_day(event.date, timezone.localdate())
        proposed = {
            "name": next_name(event.name, event.date, new_day, most=MOST_NAME),
            "day": new_day,
            "venue": event.venue,
        }
        super().__init__(*args, initial=proposed, **kwargs)
        if event.is_template:
            del self.fields["with_players"]

    def terms(self) -> CopyTerms:
        """What differs; only for a valid form."""
        data = {key: value for key, value in self.cleaned_data.items() if key != "submission"}
        return CopyTerms(**data)


class TemplateForm(OnceForm):
    """What a template is called."""

    name = forms.CharField(label=_("Name"), max_length=MOST_NAME, help_text=_("For example: Friday Blitz."))

    def __init__(self, *args: Any, event: Event, clubs: Iterable[Organisation], **kwargs: Any) -> None:
        self.event = event
        super().__init__(*args, initial={"name": event.name, "for_club": OWN}, **kwargs)
        names = names_apart(clubs)
        everyone = [(club.slug, _("Everyone in %(club)s") % {"club": isolated(names[club.pk])}) for club in clubs]
        if everyone:
            self.fields["for_club"] = forms.ChoiceField(
                label=_("Who can use it"),
                choices=[(OWN, _("Only its organisers")), *everyone],
                widget=forms.RadioSelect,
                help_text=_("Events from a club’s template get the club’s roles, not the staff of this event."),
            )

    def terms(self) -> CopyTerms:
        """The template's terms; only for a valid form."""
        event = self.event
        club = self.cleaned_data.get("for_club", OWN)
        return CopyTerms(
            name=self.cleaned_data["name"],
            day=event.date,
            venue=event.venue,
            as_template=True,
            for_club="" if club == OWN else club,
        )


class DeletionForm(forms.Form):
    """Why an event is deleted, and its name, where players have seen a round."""

    typed_name = forms.CharField(label=_("Name of the event"), max_length=MOST_NAME, widget=forms.TextInput())
    reason = forms.CharField(
        label=_("Reason"), max_length=300, help_text=_("Kept in the site’s list of deleted events.")
    )

    def __init__(self, *args: Any, event: Event, played: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["typed_name"].widget.attrs["autocomplete"] = "off"
        self.fields["typed_name"].help_text = _("To confirm, type: %(name)s") % {"name": event.name}
        self.fields["reason"].required = played
        if not played:
            del self.fields["typed_name"]
