"""The form with which a player accepts a result."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.records.forms import RecordForm, text_field


class AcceptForm(RecordForm):
    """A player's acceptance of the result, possibly under protest."""

    under_protest = forms.BooleanField(label=_("Under protest"), required=False)
    statement = text_field(_("What is wrong?"), help_text=_("Only for a protest."))
