"""The base of forms that must not take effect twice: a hidden key, and attributes for the fields' errors."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class OnceForm(forms.Form):
    """A form with a hidden key of its own (``audit.submission_services.send_once``). A rejected form keeps its key."""

    submission = forms.UUIDField(
        widget=forms.HiddenInput,
        error_messages={"required": _("Reload the page and send the form again.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("submission", uuid.uuid4())

    @property
    def key(self) -> uuid.UUID:
        """The key; only for a valid form."""
        key: uuid.UUID = self.cleaned_data["submission"]
        return key
