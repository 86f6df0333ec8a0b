"""Refuses acts on an event that is over: one that is finished or in the archive stays as it is until it is reopened.

What may still be done there is marked in ``matches.permissions.RIGHTS`` (``after_end``), and docs/organiser-guide.md
names it. The program itself (photos whose time is over, people who are forgotten) is not held up.
"""

from __future__ import annotations

from collections.abc import Set

from django.utils.translation import gettext as _

from matches.enums import Role
from matches.errors import Refused
from matches.models import Event
from matches.permissions import Right, can_organise


def check_not_over(event: Event, right: Right, roles: Set[Role]) -> None:
    """Raise Refused for a change that an event takes only before its end. ``roles`` are those of who asks, empty for
    players and visitors.
    """
    if right.after_end:
        return
    if event.finished_at is not None:
        raise Refused("event_finished", _finished_text(roles), conflict=True)
    if event.archived_at is not None:
        raise in_archive(roles)


def in_archive(roles: Set[Role]) -> Refused:
    """What an event of the archive answers somebody with these roles."""
    if can_organise(roles):
        text = _("This event is in the archive. Take it out of the archive first.")
    elif roles:
        text = _("This event is in the archive. Ask the organiser to take it out first.")
    else:
        text = _over_text()
    return Refused("event_archived", text, conflict=True)


def _finished_text(roles: Set[Role]) -> str:
    if can_organise(roles):
        return _("This event is finished. Reopen it first.")
    if roles:
        return _("This event is finished. Ask the organiser to reopen it first.")
    return _over_text()


def _over_text() -> str:
    return _("This event is over. If something has to change, ask the organiser.")
