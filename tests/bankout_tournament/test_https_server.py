"""The server of HTTPS: it takes a new certificate while it runs, says what is wrong once, and shares no port."""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bankout_tournament import serve
from bankout_tournament.server import https_server
from bankout_tournament.server.https_server import CertificateWatch, tls_context
from matches.https.files import AUTHORITY
from matches.https.machine import names_of
from matches.https.renewal import renew
from matches.site_address import lan_address
from tests.bankout_tournament.running import free_port
from tests.bankout_tournament.starting import ROOT, environment
from tests.loops import in_own_loop
from tests.matches.https.handshake import device, shake_hands
from tests.patience import PATIENCE


def test_a_certificate_made_again_is_served_without_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    context = tls_context()
    watch = CertificateWatch(tmp_path, context, plain_port=8000, port=8443)
    assert in_own_loop(watch.look())
    trusted = device((tmp_path / AUTHORITY).read_text())
    first = shake_hands(trusted, context, "127.0.0.1")
    assert first is not None
    assert in_own_loop(watch.look())
    assert shake_hands(trusted, context, "127.0.0.1") == first

    renew(tmp_path, names_of("laptop", ["203.0.113.7"]), datetime.now(UTC))  # as if it had another address before
    monkeypatch.setattr(https_server, "RENEW_SECONDS", 0.0)
    assert in_own_loop(watch.look())
    assert shake_hands(trusted, context, "127.0.0.1") != first
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(trusted, context, "203.0.113.7")


def test_a_folder_that_cannot_be_used_is_said_once_and_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "https"
    folder.write_text("a file")
    watch = CertificateWatch(folder, tls_context(), plain_port=8000, port=8443)
    assert not in_own_loop(watch.look())
    assert not in_own_loop(watch.look())
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"the certificates in {folder} cannot be used: File exists" in said
    folder.unlink()
    assert in_own_loop(watch.look())


def test_a_new_authority_is_said_because_devices_must_trust_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    renew(tmp_path, names_of("laptop", []), datetime.now(UTC))
    (tmp_path / AUTHORITY).write_text("nothing")
    assert in_own_loop(CertificateWatch(tmp_path, tls_context(), plain_port=8000, port=8443).look())
    assert "Devices must trust it" in capsys.readouterr().err


def test_an_address_in_another_network_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    watch = CertificateWatch(tmp_path, tls_context(), plain_port=8000, port=8443)
    watch.tell_address()
    assert capsys.readouterr().err == ""
    watch.address = "203.0.113.7"
    watch.tell_address()
    watch.tell_address()
    here = lan_address()
    said = f"This machine has a new address: http://{here}:8000/ and https://{here}:8443/\n" if here else ""
    assert capsys.readouterr().err == said


def test_a_port_for_https_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = ["bankout_tournament.supervisor", "--host", "127.0.0.1", "--port", str(free_port())]
        done = subprocess.run(
            [sys.executable, "-m", *command, "--https-port", port],
            cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert f"Port {port} is in use by process {os.getpid()}" in done.stderr
    assert "script/run --lan --https-port" in done.stderr
    assert "Traceback" not in done.stderr


def test_more_workers_do_not_share_the_port(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["serve", "--https-port", "8443", "--workers", "2"])
    with pytest.raises(SystemExit):
        serve.main()
    assert "--https-port needs --workers 1" in capsys.readouterr().err
