"""Start the web server: ``python -m bankout_tournament.serve --host 0.0.0.0 --port 8000``.

It is uvicorn with the limits of ``bankout_tournament.connections``. At the start it raises the limit on open files as
far as the system allows, and says how many listeners fit.
"""

from __future__ import annotations

import argparse
import os
import sys

import uvicorn

from bankout_tournament.open_files import capacity_for, raise_limit

ENOUGH = 5_000
"""The listeners of a large event. If fewer fit, the start says what would allow more."""
PROXIES = "127.0.0.1,::1"


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bankout_tournament.serve", description="Start the web server.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="the port (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="processes, for a site with PostgreSQL and Redis")
    parser.add_argument(
        "--forwarded-allow-ips",
        default=os.environ.get("FORWARDED_ALLOW_IPS", PROXIES),
        metavar="ADDRESSES",
        help="the proxies whose X-Forwarded-For names the visitor, separated by commas (default: %(default)s)",
    )
    return parser


def room(files: int, most: int) -> str:
    """The sentence that says how many listeners fit into so many open files."""
    capacity = capacity_for(files, most)
    text = f"  Room   {capacity.visitors:,} listeners at once"
    if capacity.visitors < min(ENOUGH, most - capacity.desk):
        text += f" (the system allows {files:,} open files; for more: ulimit -Hn, or LimitNOFILE= of systemd)"
    return text


def main() -> None:
    given = parser().parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bankout_tournament.settings")
    from django.conf import settings

    files = raise_limit()
    sys.stdout.write(room(files, settings.CONNECTIONS) + "\n")
    sys.stdout.flush()
    uvicorn.run(
        "bankout_tournament.asgi:application",
        host=given.host,
        port=given.port,
        workers=given.workers,
        http="bankout_tournament.connections:Connection",
        ws="none",
        access_log=False,
        log_level="warning",
        forwarded_allow_ips=given.forwarded_allow_ips,
        timeout_graceful_shutdown=2,
    )


if __name__ == "__main__":
    main()
