"""The seats of many matches with who sits there, read so that no number of tables is too many.

Django's own ``prefetch_related("seats__entry")`` asks for the entries behind all seats in one expression with a part
for each seat, which SQLite refuses from a thousand on.
"""

from __future__ import annotations

from django.db.models import Prefetch

from matches.kept_queries import KeptQuery
from matches.models import Match, Seat


def seats_with(related: str = "entry", *, path: str = "seats") -> Prefetch[str]:
    """The seats at ``path`` in their order, joined with ``related`` (``entry`` or ``entry__player``): one query."""
    return Prefetch(path, Seat.objects.select_related(related).order_by("index"))


def seats_of(match: Match) -> list[Seat]:
    """The seats of one match with their entries, in their order: one query."""
    return _OF_MATCH.all(match.pk)


_OF_MATCH = KeptQuery(lambda match: Seat.objects.select_related("entry").filter(match=match).order_by("index"))
