"""The form that sets the seeds of a bracket."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.models import Entry


class SeedsForm(forms.Form):
    """A seed for each player, and why."""

    parameter_fields: ClassVar[dict[str, str]] = {"numbers": "__all__"}

    reason = forms.CharField(
        label=_("Reason"), max_length=300, error_messages={"required": _("Give a reason for the log.")}
    )

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries
        for place, entry in enumerate(entries, start=1):
            self.fields[f"seed-{entry.number}"] = forms.IntegerField(
                label=entry.unique_name, min_value=1, max_value=len(entries), initial=place
            )

    @property
    def seeds(self) -> list[Any]:
        """The fields of the seeds, in the order of the field."""
        return [self[f"seed-{entry.number}"] for entry in self.entries]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        taken: dict[int, str] = {}
        for entry in self.entries:
            seed = data.get(f"seed-{entry.number}")
            if seed is not None and seed in taken:
                text = _("%(name)s already has this seed.") % {"name": taken[seed]}
                self.add_error(f"seed-{entry.number}", text)
            elif seed is not None:
                taken[seed] = entry.unique_name
        return data

    @property
    def numbers(self) -> list[int]:
        """The players' numbers in the order of the seeds that were sent."""
        return [e.number for e in sorted(self.entries, key=lambda e: self.cleaned_data[f"seed-{e.number}"])]
