"""The form that calls a judge."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.records.forms import RecordForm


class CallForm(RecordForm):
    """A judge is wanted."""

    about = forms.CharField(label=_("About"), max_length=200, required=False)
