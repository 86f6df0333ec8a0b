"""What the site says of itself: version, database, task queue, workers, and the settings that matter."""

from __future__ import annotations

import platform
import tomllib
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

import django
from django.conf import settings
from django.core.cache import cache as shared_cache
from django.db import connection
from django.utils import timezone

from matches.enums import JobState
from matches.models import Job, WorkerSeen

SILENT = timedelta(seconds=120)
"""A worker says every half minute that it lives."""
LATE = timedelta(seconds=30)


@cache
def version() -> str:
    """The version of the program, as its project file states it."""
    file = settings.BASE_DIR / "pyproject.toml"
    return str(tomllib.loads(file.read_text(encoding="utf-8"))["project"]["version"]) if file.is_file() else ""


def versions() -> dict[str, str]:
    """The program, and what it runs on."""
    return {"Python": platform.python_version(), "Django": django.get_version(), connection.display_name: _database()}


def _database() -> str:
    return ".".join(map(str, connection.get_database_version()))


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker; ``is_alive`` if it has said so lately."""

    name: str
    began_at: datetime
    beat_at: datetime
    is_alive: bool


@dataclass(frozen=True, slots=True)
class Health:
    """What works. ``oldest`` is when the job was asked for that has waited longest; ``late`` for longer than usual."""

    workers: list[Worker]
    oldest: datetime | None
    late: bool
    cache_away: bool

    @property
    def alive(self) -> int:
        """How many workers live."""
        return sum(worker.is_alive for worker in self.workers)


def health(now: datetime | None = None) -> Health:
    """Look at the workers and at what waits for them: two queries."""
    now = now or timezone.now()
    workers = [
        Worker(row.name, row.began_at, row.beat_at, now - row.beat_at < SILENT)
        for row in WorkerSeen.objects.order_by("-beat_at")[:50]
    ]
    waiting = Job.objects.filter(state=JobState.WAITING).order_by("pk").values_list("created_at", flat=True)
    oldest = waiting.first()
    late = oldest is not None and now - oldest > LATE
    return Health(workers, oldest, late, bool(getattr(shared_cache, "away", False)))


def stated_settings() -> dict[str, str]:
    """The settings that matter to who runs the site, without secrets."""
    return {
        "DATA_DIR": str(settings.DATA_DIR),
        "SITE_URL": settings.SITE_URL,
        "ALLOWED_HOSTS": ", ".join(settings.ALLOWED_HOSTS),
        "BEHIND_TLS": _yes(settings.BEHIND_TLS),
        "DEBUG": _yes(settings.DEBUG),
        "EMAIL_URL": str(getattr(settings, "EMAIL_HOST", "")) if settings.SENDS_EMAIL else "",
        "EMAIL_FROM": settings.DEFAULT_FROM_EMAIL if settings.SENDS_EMAIL else "",
        "RETENTION_DAYS": str(settings.RETENTION_DAYS),
        "DISK_WARNING_MB": str(settings.DISK_WARNING_MB),
        "SHARED_JOBS_AT_ONCE": str(settings.SHARED_JOBS_AT_ONCE),
        "TIME_ZONE": settings.TIME_ZONE,
    }


def _yes(value: bool) -> str:
    return "on" if value else "off"
