"""What the desk should know about the machine: room on the disk, the task queue, the shared cache."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from matches.enums import JobState
from matches.models import Event, Job

FULL_BELOW = 1_000_000
"""Fewer free bytes than this count as a full disk: one more change may not fit."""
LATE = timedelta(seconds=30)


@dataclass(frozen=True)
class Machine:
    """``free`` bytes on the fullest disk that the tool writes to, jobs that nothing has started, and the cache."""

    free: int
    late_jobs: int = 0
    cache_away: bool = False

    @property
    def disk_full(self) -> bool:
        return self.free < FULL_BELOW

    @property
    def disk_low(self) -> bool:
        enough: int = settings.DISK_WARNING_MB * 1_000_000
        return self.free < enough


def machine(event: Event) -> Machine:
    """Look at the machine: one query."""
    late = Job.objects.filter(event=event, state=JobState.WAITING, created_at__lt=timezone.now() - LATE)
    return Machine(free=_free(), late_jobs=late.count(), cache_away=getattr(cache, "away", False))


def _free() -> int:
    folders = [settings.DATA_DIR]
    if settings.EMBEDDED:
        folders.append(Path(settings.DATABASES["default"]["NAME"]).parent)
    return min(shutil.disk_usage(folder).free for folder in folders)
