"""The forms of a club's pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.enums import Role
from matches.pages.submission_forms import OnceForm

PLAIN = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
DATE = "%Y-%m-%d"


class NewClubForm(OnceForm):
    """Makes a club."""

    name = forms.CharField(label=_("Name"), max_length=200, help_text=_("For example: Harbour Card Club."))


class NameForm(forms.Form):
    """Renames a club or one of its series."""

    name = forms.CharField(label=_("Name"), max_length=200)


class NewSeriesForm(OnceForm):
    """Makes a series."""

    name = forms.CharField(label=_("Name"), max_length=200, help_text=_("For example: Winter League 2027."))


class MemberForm(forms.Form):
    """What a member is, and the roles at new events."""

    roles = forms.MultipleChoiceField(
        label=_("Roles at new events"),
        choices=Role.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("This person gets these roles at every event that is created in the club from now on."),
    )
    is_manager = forms.BooleanField(
        label=_("Manager: invites members and suspends players"),
        required=False,
    )


class InviteForm(MemberForm):
    """Invites an account."""

    field_order = ["username", "roles", "is_manager"]

    username = forms.CharField(label=_("Username"), max_length=150, widget=forms.TextInput(attrs=PLAIN))


class SuspendForm(OnceForm):
    """Suspends a person."""

    name = forms.CharField(label=_("Name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    external_id = forms.CharField(
        label=_("ID"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs=PLAIN),
        help_text=_("The ID or the email address tells this person from others with the same name."),
    )
    email = forms.CharField(label=_("Email"), max_length=300, required=False, widget=forms.EmailInput(attrs=PLAIN))
    since = forms.DateField(
        label=_("From"), widget=forms.DateInput(attrs={"type": "date"}, format=DATE), initial=timezone.localdate
    )
    until = forms.DateField(
        label=_("Until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format=DATE),
        help_text=_("Leave empty to suspend until you lift it."),
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=300, help_text=_("Managers and organisers of the club see it.")
    )

    def person(self) -> dict[str, Any]:
        """What was chosen, as the service takes it; only for a valid form."""
        return {key: value for key, value in self.cleaned_data.items() if key != "submission"}
