"""The series of an organisation: made, renamed, removed. Which one an event is in is set with its organisation
(``events``).
"""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from matches.audit.services import Actor
from matches.errors import Refused
from matches.models import Organisation, Series
from matches.names.display import name_key
from matches.organisations.services.acts import Act, organisation_act
from matches.organisations.services.naming import checked_name

MOST_SERIES = 200
"""So many an organisation has at the most: the choice of an event's series lists them all."""


def create_series(*, organisation: Organisation, actor: Actor, name: str) -> Series:
    """Make a series. Raises Refused at ``name``, also for the name of another series of the organisation."""
    with organisation_act("create_series", organisation=organisation, actor=actor) as act:
        if _standing(act).count() >= MOST_SERIES:
            text = _("The club already has %(most)d series. Remove one of them first.") % {"most": MOST_SERIES}
            raise Refused("too_many_series", text)
        series = Series.objects.create(organisation=act.organisation, name=_free_name(act, name))
        act.note(series=str(series.key))
    return series


def rename_series(*, series: Series, actor: Actor, name: str) -> Series:
    """Rename a series. Raises as ``create_series``, and Refused for one that has been removed."""
    with organisation_act("rename_series", organisation=series.organisation, actor=actor) as act:
        row = _current(act, series)
        row.name = _free_name(act, name, own=row)
        row.save(update_fields=["name"])
        act.note(series=str(row.key))
    return row


def remove_series(*, series: Series, actor: Actor) -> None:
    """Remove a series: its events stay, and are in none. Raises Refused for one that has been removed."""
    with organisation_act("remove_series", organisation=series.organisation, actor=actor) as act:
        row = _current(act, series)
        row.removed_at = act.at
        row.save(update_fields=["removed_at"])
        act.note(series=str(row.key))


def _standing(act: Act) -> QuerySet[Series]:
    return Series.objects.filter(organisation=act.organisation, removed_at__isnull=True)


def _current(act: Act, series: Series) -> Series:
    row = _standing(act).filter(pk=series.pk).first()
    if row is None:
        raise Refused("series_gone", _("This series has been removed. Reload the page."), conflict=True)
    return row


def _free_name(act: Act, name: str, own: Series | None = None) -> str:
    """The name as it is stored. No other series of the organisation has it, in whatever case or spacing."""
    name = checked_name(name, missing=_("Enter the name of the series."))
    others = [row.name for row in _standing(act) if row != own]
    if name_key(name) in map(name_key, others):
        raise Refused("series_known", _("The club already has a series with this name."), parameter="name")
    return name
