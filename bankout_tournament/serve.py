"""Start the web server: ``python -m bankout_tournament.serve --host 0.0.0.0 --port 8000``.

It is uvicorn with the limits of ``bankout_tournament.server.connections``. At the start it raises the limit on open
files as far as the system allows, and says how many listeners fit. With ``--https-port`` it answers over TLS as well
(``bankout_tournament.server.https_server``).
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.config import STARTUP_FAILURE

from bankout_tournament.server.draining import DRAIN_SECONDS, Server
from bankout_tournament.server.open_files import capacity_for, raise_limit
from bankout_tournament.server.workers import Workers

ENOUGH = 5_000
"""The listeners of a large event. If fewer fit, the start says what would allow more."""
APPLICATION = "bankout_tournament.asgi:application"
WORKER_APPLICATION = "bankout_tournament.server.workers:application"
HEALTH_SECONDS = 60
"""How long a worker may take to start, or not answer its parent. uvicorn's five are too few for a busy machine."""
PROXIES = "127.0.0.1,::1"


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bankout_tournament.serve", description="Start the web server.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="the port (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="processes, for a site with PostgreSQL and Redis")
    parser.add_argument(
        "--drain",
        type=int,
        default=DRAIN_SECONDS,
        metavar="SECONDS",
        help="how long requests that have begun are answered after SIGTERM (default: %(default)s)",
    )
    parser.add_argument(
        "--https-port", type=int, help="a second port for HTTPS with certificates of its own, for one worker"
    )
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
    terms = parser().parse_args()
    if terms.https_port is not None and terms.workers > 1:
        parser().error("--https-port needs --workers 1; more workers stand behind a proxy")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bankout_tournament.settings")
    from django.conf import settings

    files = raise_limit()
    sys.stdout.write(room(files, settings.CONNECTIONS) + "\n")
    sys.stdout.flush()
    options = {
        "host": terms.host,
        "port": terms.port,
        "http": "bankout_tournament.server.connections:Connection",
        "ws": "none",
        "access_log": False,
        "log_level": "warning",
        "forwarded_allow_ips": terms.forwarded_allow_ips,
        "timeout_graceful_shutdown": terms.drain,
    }
    if terms.https_port is None and terms.workers == 1:
        run_alone(options)
    elif terms.https_port is None:
        run_workers(terms.workers, options)
    else:
        run_with_https(terms.https_port, settings.CERTIFICATES, options)


def run_alone(options: dict[str, Any]) -> None:
    """Serve in this process."""
    server = Server(uvicorn.Config(APPLICATION, **options))
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises it again after it has ended
        server.run()
    if not server.started:
        sys.exit(STARTUP_FAILURE)


def run_workers(count: int, options: dict[str, Any]) -> None:
    """Serve in so many processes that this one starts."""
    config = uvicorn.Config(
        WORKER_APPLICATION, factory=True, workers=count, timeout_worker_healthcheck=HEALTH_SECONDS, **options
    )
    workers = Workers(config, sockets=[config.bind_socket()])
    workers.run()
    if not workers.ready:
        sys.exit(STARTUP_FAILURE)


def run_with_https(port: int, folder: Path, options: dict[str, Any]) -> None:
    """Serve over TLS as well, at this port, with the certificates in the folder."""
    from bankout_tournament.server.https_server import HttpsServer

    config = uvicorn.Config(APPLICATION, **options)
    config.load_app()
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises it again after it has ended
        HttpsServer(config, port=port, folder=folder).run()


if __name__ == "__main__":
    main()
