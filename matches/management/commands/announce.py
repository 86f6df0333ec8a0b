"""``manage.py announce --host H --port N``: wait until the server answers, then print where it is."""

from __future__ import annotations

import io
import socket
import time
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from matches.https.files import authority_certificate, fingerprint
from matches.site_address import lan_address

PATIENCE = 600.0
CERTIFICATE_PATIENCE = 15.0
"""Seconds to wait for the certificate, which the first start makes when it answers already."""


class Command(BaseCommand):
    help = "Wait for the server and print its address and the demo's user names and passwords."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", required=True)
        parser.add_argument("--port", type=int, required=True)
        parser.add_argument("--https-port", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        port, https_port = options["port"], options["https_port"]
        self._wait(port)
        self.stdout.write(f"\n  Open   http://localhost:{port}/")
        open_to_all = options["host"] == "0.0.0.0"  # noqa: S104 - compared, not bound
        others = lan_address() if open_to_all else None
        if open_to_all:
            self.stdout.write(others_text(others, port))
            self.stdout.flush()
        if others is not None and https_port is not None:
            self.stdout.write(https_text(others, port, https_port, self._wait_for_certificate()))
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

    def _wait_for_certificate(self) -> str | None:
        end = time.monotonic() + CERTIFICATE_PATIENCE
        while (found := authority_certificate(settings.CERTIFICATES)) is None and time.monotonic() < end:
            time.sleep(0.05)
        return found


def others_text(address: str | None, port: int) -> str:
    """The line that says where the other devices find the tool."""
    if address is None:
        return "  Others no network yet: connect this machine to the hall's network, and the address will stand here"
    return f"  Others http://{address}:{port}/"


def https_text(address: str, port: int, https_port: int, certificate: str | None) -> str:
    """The lines about HTTPS: its address, the page that sets a device up with its code, and what to compare there."""
    page = f"http://{address}:{port}/https/"
    code = io.StringIO()
    segno.make(page, error="m", micro=False).terminal(code, border=2, compact=True)
    lines = [
        f"  HTTPS  https://{address}:{https_port}/",
        f"         to set up a device, once: {page}",
    ]
    if certificate is not None:
        number = fingerprint(certificate)
        lines += [f"         certificate SHA-256 {number[:47]}", f"                             {number[48:]}"]
    return "\n".join([*lines, "", *(f"         {line}" for line in code.getvalue().splitlines())])
