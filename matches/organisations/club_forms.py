"""The choice of an event's club, and of a series there."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import Organisation, Series
from matches.organisations.labels import names_apart
from matches.organisations.queries.series import series_of
from rules_engine.text import isolated

if TYPE_CHECKING:
    _ChoiceField = forms.ModelChoiceField[Organisation]
else:
    _ChoiceField = forms.ModelChoiceField


class ClubField(_ChoiceField):
    """The clubs of a person, by name; ``names`` tells those of one name apart."""

    def __init__(self, clubs: QuerySet[Organisation], names: dict[int, str], **kwargs: Any) -> None:
        self.names = names
        super().__init__(clubs, to_field_name="slug", required=False, empty_label=gettext_lazy("None"), **kwargs)

    def label_from_instance(self, club: Organisation) -> str:
        """The club as the list calls it."""
        return self.names[club.pk]


class EventClubForm(forms.Form):
    """The club of an event, and a series once one of the clubs has any."""

    parameter_fields = {"organisation": "club"}

    def __init__(
        self,
        *args: Any,
        clubs: QuerySet[Organisation],
        club: Organisation | None,
        series: Series | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.initial["club"] = club.slug if club else ""
        self._names = names_apart(clubs)
        self.fields["club"] = ClubField(clubs, self._names, label=gettext_lazy("Club"))
        self._series = {str(row.key): row for row in series_of(clubs)}
        if self._series:
            self.initial["series"] = str(series.key) if series else ""
            self.fields["series"] = forms.ChoiceField(
                label=gettext_lazy("Series"), required=False, choices=self._choices()
            )

    def clean(self) -> dict[str, Any]:
        """``series`` is the row, or None. One of another club than the chosen one is refused."""
        data = super().clean() or {}
        row = self._series.get(data.get("series") or "")
        if row is not None and "club" in data and row.organisation != data["club"]:
            text = _("%(series)s is a series of %(club)s. Choose that club, or another series.")
            self.add_error("series", text % _names_of(row, self._names))
        return {**data, "series": row}

    def _choices(self) -> list[tuple[str, Any]]:
        """The series, under the names of their clubs if these are several."""
        groups = [
            (self._names[club], [(str(row.key), row.name) for row in of_club])
            for club, of_club in groupby(self._series.values(), key=lambda row: row.organisation_id)
        ]
        found: list[tuple[str, Any]] = [("", _("None"))]
        return found + (groups[0][1] if len(groups) == 1 else groups)


def _names_of(row: Series, names: dict[int, str]) -> dict[str, str]:
    """A series and its club, as a sentence names them."""
    return {"series": isolated(row.name), "club": isolated(names[row.organisation_id])}
