"""Forms that pages of several subjects show."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class ReasonForm(forms.Form):
    """The reason for a change, which the log keeps."""

    reason = forms.CharField(label=_("Reason"), max_length=300)
