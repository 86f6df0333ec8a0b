"""What the start prints once the server answers: the addresses, the certificate's number and a code."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from bankout_tournament.announce import https_text, others_text
from matches.https.files import authority_certificate, fingerprint
from matches.https.machine import names_of
from matches.https.renewal import renew


def test_the_terminal_shows_both_addresses_the_number_and_a_code(tmp_path: Path) -> None:
    renew(tmp_path, names_of("laptop", []), datetime.now(UTC))
    certificate = authority_certificate(tmp_path) or ""
    text = https_text("192.168.1.5", 8000, 8443, certificate)
    assert "https://192.168.1.5:8443/" in text
    assert "http://192.168.1.5:8000/https/" in text
    assert (
        fingerprint(certificate)
        == "".join(line.split()[-1] for line in text.splitlines()[2:4])[:47] + ":" + (text.splitlines()[3].split()[-1])
    )
    assert sum("█" in line for line in text.splitlines()) > 12
    assert max(map(len, text.splitlines())) < 80
    assert "SHA-256" not in https_text("192.168.1.5", 8000, 8443, None)


def test_without_a_network_the_terminal_says_what_to_do() -> None:
    assert "no network yet" in others_text(None, 8000)
    assert "http" not in others_text(None, 8000)
    assert others_text("192.168.1.5", 8000).strip() == "Others http://192.168.1.5:8000/"


def test_it_needs_nothing_that_takes_long_to_load() -> None:
    """It starts beside the server and the worker, which load Django at that moment."""
    program = "import sys, bankout_tournament.announce; sys.exit(bool({'django', 'celery'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
