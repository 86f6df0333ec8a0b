"""The form that calls a judge."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.records.forms import RecordForm


class CallForm(RecordForm):
    """A call for a judge."""

    about = forms.CharField(label=_("What is it about?"), max_length=200, required=False)
