"""``python -m bankout_tournament.announce --host H --port N``: wait until the server answers, then print where it is.

It starts beside the server and the worker, and needs nothing that takes long to load: no Django.
"""

from __future__ import annotations

import argparse
import io
import os
import socket
import sys
import time
from pathlib import Path

import segno

from matches.https.files import CERTIFICATES_FOLDER, authority_certificate, fingerprint
from matches.site_address import lan_address

PATIENCE = 600.0
CERTIFICATE_PATIENCE = 15.0
"""Seconds to wait for the certificate, which the first start makes when it answers already."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bankout_tournament.announce")
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--https-port", type=int)
    options = parser.parse_args()
    if not _answers(options.port):
        sys.stderr.write("The server did not start; what it printed above says why.\n")
        return 1
    announce(Path(os.environ["DATA_DIR"]), options.host, options.port, options.https_port)
    return 0


def announce(data: Path, host: str, port: int, https_port: int | None) -> None:
    """Print the tool's addresses and the demo's user names and passwords."""
    _say(f"\n  Open   http://localhost:{port}/")
    open_to_all = host == "0.0.0.0"  # noqa: S104 - compared, not bound
    others = lan_address() if open_to_all else None
    if open_to_all:
        _say(others_text(others, port))
    if others is not None and https_port is not None:
        _say(https_text(others, port, https_port, _certificate(data / CERTIFICATES_FOLDER)))
    logins = data / "demo-logins.txt"
    if logins.exists():
        # A phone opens the player's page, so it gets the address that phones reach.
        link = f"http://{others or 'localhost'}:{port}/p/"
        _say("\n" + logins.read_text(encoding="utf-8").rstrip().replace(" /p/", f" {link}"))
    _say(f"\n  Data   {data}\n  Stop   Ctrl-C")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _answers(port: int) -> bool:
    """Wait until the server accepts connections; whether it does."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                return True
        except OSError:
            time.sleep(0.05)
    return False


def _certificate(folder: Path) -> str | None:
    """The authority's certificate, once it is made."""
    end = time.monotonic() + CERTIFICATE_PATIENCE
    while (found := authority_certificate(folder)) is None and time.monotonic() < end:
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


if __name__ == "__main__":
    sys.exit(main())
