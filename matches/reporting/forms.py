"""The form for the result of one table."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.results.forms import AskingForm


class CorrectionForm(AskingForm):
    """A result for one table: its first, or one that replaces the confirmed one."""

    score = forms.CharField(label=_("Result"), max_length=120)
    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("Recorded in the log with your name."))
