"""Which settings of an event cannot change any more. What is locked in its stages, ``services.stages`` refuses."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.errors import Refused
from matches.events.declarations.catalogue import SETTINGS, all_settings
from matches.events.declarations.setting import Lock, SettingKind
from matches.models import Event, Round


def locks_in_force(event: Event) -> dict[str, Lock]:
    """Return the locks of the settings that cannot change now, by the setting's key."""
    statuses = set(Round.objects.filter(stage__event=event).values_list("status", flat=True).distinct())
    return {
        setting.key: setting.lock
        for setting in all_settings()
        if setting.lock is not None and statuses & setting.lock.statuses
    }


def check_locks(event: Event, changed: set[str]) -> None:
    """Raise Refused if the event is finished, or if a changed setting would affect a result or a running clock."""
    if event.finished_at is not None:
        raise Refused("event_finished", _("This event is finished. Reopen it before changing its settings."))
    locked = {key: lock for key, lock in locks_in_force(event).items() if key in changed}
    if locked:
        lock = next(iter(locked.values()))
        key = min((key for key, other in locked.items() if other is lock), key=_order)
        raise Refused(lock.code, lock.message, parameter=key)


def _order(key: str) -> tuple[bool, str]:
    """Game and rules change with the preset, which is named instead where it changed."""
    return SETTINGS[key].kind in (SettingKind.GAME, SettingKind.RULES), key
