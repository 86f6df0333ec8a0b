"""The notices about the machine in words, as the desk shows them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.desk.notice_queries import Machine


@dataclass(frozen=True)
class Notice:
    """A sentence and how urgent it is: ``error``, ``warning`` or ``info``."""

    level: str
    text: str


def notices(machine: Machine) -> list[Notice]:
    """What the desk should know, most urgent first."""
    found = []
    if machine.disk_full:
        text = _("The disk is full. Pages can be read, but nothing can be saved until someone frees up space.")
        found.append(Notice("error", text))
    elif machine.disk_low:
        text = _("The server’s disk has only %(free)s MB left. Free up space: once it is full, nothing can be saved.")
        found.append(Notice("warning", text % {"free": machine.free // 1_000_000}))
    if machine.late_jobs:
        text = ngettext(
            "%(count)s document is waiting because the task queue is not responding. It is created as soon as "
            "a worker runs.",
            (
                "%(count)s documents are waiting because the task queue is not responding. They are created as "
                "soon as a worker runs."
            ),
            machine.late_jobs,
        )
        found.append(Notice("warning", text % {"count": machine.late_jobs}))
    if machine.cache_away:
        found.append(
            Notice("info", _("The shared cache (Redis) is not responding. Everything works, but more slowly."))
        )
    return found
