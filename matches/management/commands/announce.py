"""``manage.py announce --host H --port N``: wait until the server answers, then print where it is."""

from __future__ import annotations

import socket
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from matches.site_address import lan_address

PATIENCE = 600.0


class Command(BaseCommand):
    help = "Wait for the server and print its address and the demo's user names and passwords."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", required=True)
        parser.add_argument("--port", type=int, required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        port = options["port"]
        self._wait(port)
        self.stdout.write(f"\n  Open   http://localhost:{port}/")
        others = lan_address() if options["host"] == "0.0.0.0" else None  # noqa: S104 - compared, not bound
        if others is not None:
            self.stdout.write(f"  Others http://{others}:{port}/")
        logins = Path(settings.DATA_DIR) / "demo-logins.txt"
        if logins.exists():
            # A phone opens the player's page, so it gets the address that phones reach.
            link = f"http://{others or 'localhost'}:{port}/p/"
            self.stdout.write("\n" + logins.read_text(encoding="utf-8").rstrip().replace(" /p/", f" {link}"))
        self.stdout.write(f"\n  Data   {settings.DATA_DIR}\n  Stop   Ctrl-C\n")
        self.stdout.flush()

    def _wait(self, port: int) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=1):
                    return
            except OSError:
                time.sleep(0.05)
        raise CommandError("The server did not start; what it printed above says why.")
