"""The form that chooses the policy's profile."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.policy import Policy


class ProfileForm(forms.Form):
    """The event's profile."""

    profile = forms.ChoiceField(label=_("Profile"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, policy: Policy, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["profile"].choices = [(name, name.capitalize()) for name in policy.profiles]  # type: ignore[attr-defined]
