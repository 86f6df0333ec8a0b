"""What each worker does again and again beside its jobs: it says that it lives, and sends the emails that are due."""

from __future__ import annotations

import os
import socket
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from post_office.mail import get_queued, send_queued_mail_until_done

from matches.models import WorkerSeen

EVERY_SECONDS = 30.0
GONE = timedelta(days=1)
"""A worker that has been silent for so long is forgotten: it was stopped."""


def worker_name() -> str:
    """This process on its machine."""
    return f"{socket.gethostname()[:80]} {os.getpid()}"


def note_alive(name: str, *, now: datetime | None = None) -> None:
    """Store that a worker lives, and forget those that have been silent for a day."""
    now = now or timezone.now()
    with transaction.atomic():
        if not WorkerSeen.objects.filter(name=name).update(beat_at=now):
            WorkerSeen.objects.create(name=name, began_at=now, beat_at=now)
        WorkerSeen.objects.filter(beat_at__lt=now - GONE).delete()


def send_letters_due() -> bool:
    """Send the emails whose time has come: those that could not be delivered at first, and those whose message was
    lost with the queue. Returns whether there were any. One process sends at a time.
    """
    if not get_queued().exists():
        return False
    send_queued_mail_until_done()
    return True
