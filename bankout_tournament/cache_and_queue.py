"""Django's entry for the cache and Celery's for its broker: Redis, or this process's memory and a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def cache(redis: str) -> dict[str, Any]:
    """The entry for the cache; without the address of a Redis, each process has its own."""
    if not redis:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 5_000}}
    return {
        "BACKEND": "bankout_tournament.outages.redis_cache.FailOpenRedisCache",
        "LOCATION": redis,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }


def broker(redis: str, folder: Path) -> tuple[str, dict[str, Any]]:
    """The broker's address and options; without the address of a Redis, tasks go through the folder."""
    if redis:
        # A request that queues a task does not wait long for a queue that does not answer (matches.jobs.services).
        return redis, {"socket_connect_timeout": 1, "socket_timeout": 5}
    queue, control = folder / "queue", folder / "control"
    for part in (queue, control):
        part.mkdir(parents=True, exist_ok=True)
    options = {
        "data_folder_in": str(queue),
        "data_folder_out": str(queue),
        "control_folder": str(control),
        "polling_interval": 0.05,
    }
    return "filesystem://localhost/", options
