"""The form for a new API token."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.accounts.token_services import MAX_LABEL
from matches.pages.submission_forms import OnceForm


class TokenForm(OnceForm):
    """The label, which says which program the token is for."""

    label = forms.CharField(
        label=_("What it is for"), max_length=MAX_LABEL, help_text=_("For example: stream overlay, or club website.")
    )
