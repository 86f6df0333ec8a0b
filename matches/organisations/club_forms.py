"""The choice of an event's club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from matches.models import Organisation

if TYPE_CHECKING:
    _ChoiceField = forms.ModelChoiceField[Organisation]
else:
    _ChoiceField = forms.ModelChoiceField


class ClubField(_ChoiceField):
    """The clubs of a person, by name."""

    def __init__(self, clubs: QuerySet[Organisation], **kwargs: Any) -> None:
        super().__init__(clubs, to_field_name="slug", required=False, empty_label=_("None"), **kwargs)


class EventClubForm(forms.Form):
    """The club of an event."""

    parameter_fields = {"organisation": "club"}

    def __init__(self, *args: Any, clubs: QuerySet[Organisation], club: Organisation | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["club"] = club.slug if club else ""
        self.fields["club"] = ClubField(clubs, label=_("Club"))
