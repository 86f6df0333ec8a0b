"""The forms of the site's owner."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.pages.submission_forms import OnceForm

PLAIN = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class NewAccountForm(OnceForm):
    """Makes an account without a role."""

    name = forms.CharField(label=_("Name"), max_length=200)
    username = forms.CharField(label=_("Username"), max_length=200, widget=forms.TextInput(attrs=PLAIN))


class TypedForm(forms.Form):
    """Confirms by typing a username."""

    typed_name = forms.CharField(
        label=_("Type the username to confirm"), max_length=200, widget=forms.TextInput(attrs=PLAIN)
    )
