"""Forms that pages of several subjects show."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

CleanedData = dict[str, Any]
"""The values of a form that is valid, by the names of its fields: each form has its own."""


class ReasonForm(forms.Form):
    """The reason for a change, which the log keeps."""

    reason = forms.CharField(label=_("Reason"), max_length=300)
