"""The forms about the people who work at an event, and about one's own password."""

from __future__ import annotations

from django import forms
from django.contrib.auth.forms import SetPasswordForm
from django.utils.translation import gettext_lazy as _

from matches.enums import Role
from matches.forms.sending import OnceForm

PLAIN = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class GrantRoleForm(forms.Form):
    """A role for somebody who has an account."""

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput(attrs=PLAIN),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.FLOOR_JUDGE)


class NewAccountForm(OnceForm):
    """An account and a role for somebody who has none."""

    name = forms.CharField(label=_("Name"), max_length=200)
    username = forms.CharField(
        label=_("User name"),
        max_length=200,
        widget=forms.TextInput(attrs=PLAIN),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.FLOOR_JUDGE)


class OwnPasswordForm(SetPasswordForm):
    """One's own password in place of the one-time one."""
