"""Django's entry for the database: SQLite in a file, or PostgreSQL with a pool of connections."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

SQLITE = "django.db.backends.sqlite3"
SCHEMES = ("sqlite", "postgres", "postgresql", "pgsql")
POOL = 16
WATCHING = 2
"""Connections of a web process beside those of requests: one looks for changes, one for the states of events."""
SMALLEST_POOL = WATCHING + 2
"""One request of a visitor and one of a person who is signed in must fit beside what watches."""


def database(url: str, *, file: Path, pool: int) -> dict[str, Any]:
    """The entry for an address; without one, the SQLite file. Raises ImproperlyConfigured."""
    # The default is a path, not a URL, because a folder may be called "Open #1", which a URL cannot express.
    config: dict[str, Any] = {"ENGINE": SQLITE, "NAME": str(file)}
    if url:
        if url.split(":")[0] not in SCHEMES:
            raise ImproperlyConfigured("DATABASE_URL begins with sqlite:/// or postgres://; it is neither.")
        config = dict(environ.Env.db_url_config(url))
    if config["ENGINE"] == SQLITE:
        return config | {"ENGINE": "bankout_tournament.sqlite", "OPTIONS": _sqlite_options()}
    if pool < SMALLEST_POOL:
        raise ImproperlyConfigured(
            f"DATABASE_POOL is {pool}, and must be at least {SMALLEST_POOL}: two connections watch for changes, one "
            f"serves visitors and one serves people who are signed in. Without it, {POOL} are used."
        )
    config.setdefault("OPTIONS", {})["pool"] = {
        "min_size": 1,
        "max_size": pool,
        # How long a request waits for a free connection. While PostgreSQL restarts, all requests wait that long.
        "timeout": 5,
        # Failed attempts are repeated at growing intervals; a new request starts over after this many seconds, so
        # that the pool connects soon after PostgreSQL is back.
        "reconnect_timeout": 2,
    }
    # A connection that broke when PostgreSQL restarted is replaced before a request gets it.
    config["CONN_HEALTH_CHECKS"] = True
    return config


def _sqlite_options() -> dict[str, Any]:
    return {
        # Writers queue at BEGIN instead of failing in the middle of a transaction.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # recursive_triggers: without it INSERT OR REPLACE deletes a row without running the triggers that guard it.
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
            "PRAGMA recursive_triggers=ON; PRAGMA cache_size=-20000; PRAGMA temp_store=MEMORY;"
        ),
    }


def connections_for_requests(config: dict[str, Any]) -> int | None:
    """How many connections requests can have at once in one process; None without a limit."""
    pool = config.get("OPTIONS", {}).get("pool")
    return pool["max_size"] - WATCHING if pool else None
