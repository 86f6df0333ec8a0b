"""The seats of many matches with who sits there, read so that no number of tables is too many.

Django's own ``prefetch_related("seats__entry")`` asks for the entries behind all seats in one expression with a part
for each seat, which SQLite refuses from a thousand on.
"""

from __future__ import annotations

from django.db.models import Prefetch

from matches.models import Seat


def seats_with(related: str = "entry", *, path: str = "seats") -> Prefetch[str]:
    """The seats at ``path`` in their order, joined with ``related`` (``entry`` or ``entry__player``): one query."""
    return Prefetch(path, Seat.objects.select_related(related).order_by("index"))
