"""A web process that systemd starts and asks to end: it says when it answers, and ends no connection under an act."""

from __future__ import annotations

import http.client
import signal
import socket
import subprocess
import sys
from pathlib import Path

from tests.bankout_tournament.running import free_port
from tests.bankout_tournament.starting import ROOT, environment
from tests.patience import PATIENCE


def test_an_idle_connection_is_answered_once_more_while_the_process_ends(tmp_path: Path) -> None:
    port = free_port()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(PATIENCE)
        process = subprocess.Popen(
            [sys.executable, "-m", "bankout_tournament.serve", "--port", str(port), "--drain", "15"],
            cwd=ROOT, env=environment(tmp_path, DEBUG="1", NOTIFY_SOCKET=str(tmp_path / "notify")),
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            assert systemd.recv(100) == b"READY=1"
            idle = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            assert _asked(idle).headers["Connection"] is None
            process.send_signal(signal.SIGTERM)
            assert systemd.recv(100) == b"STOPPING=1"
            assert _asked(idle).headers["Connection"] == "close"
            idle.close()
            assert process.wait(timeout=PATIENCE) == -signal.SIGTERM
        finally:
            process.kill()
            process.wait(timeout=PATIENCE)


def _asked(connection: http.client.HTTPConnection) -> http.client.HTTPResponse:
    connection.request("GET", "/healthz")
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200
    return answer
