"""The supervisor's children: what happens once the simulation is compiled."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bankout_tournament import supervisor

_AFTER_COMPILING = """
import os, sys, tempfile, time
from bankout_tournament.supervisor import STEADY, Child, Supervisor

lock = os.open(tempfile.mktemp(), os.O_RDWR | os.O_CREAT)
supervisor = Supervisor(host="127.0.0.1", port=1, https_port=None, demo=False, lock=lock)
for name in ("web", "worker"):
    child = Child(name, ["sleep", "60"], lock)
    setattr(supervisor, name, child)
    child.start()
supervisor.compile = Child("", ["true"], lock)
supervisor.compile.start()
supervisor.compile.started -= float(sys.argv[1])
before = [supervisor.web.process.pid, supervisor.worker.process.pid]
end = time.monotonic() + 4
while time.monotonic() < end:
    supervisor._look_after_children()
    time.sleep(0.05)
    now = [child.process and child.process.pid for child in (supervisor.web, supervisor.worker)]
    if None not in now and now != before:
        break
print([old == new for old, new in zip(before, now)])
for child in (supervisor.web, supervisor.worker):
    child.process.kill()
"""


def after_compiling(seconds: float) -> subprocess.CompletedProcess[str]:
    code = [sys.executable, "-c", _AFTER_COMPILING, str(seconds)]
    return subprocess.run(code, capture_output=True, text=True, check=True, timeout=60)


def test_the_worker_is_started_again_once_numba_was_installed_or_the_kernel_compiled() -> None:
    """It may have loaded the kernel uncompiled. There is no message, because nothing went wrong."""
    done = after_compiling(60)
    assert done.stdout == "[True, False]\n"
    assert "has stopped" not in done.stderr


def test_the_worker_stays_where_everything_was_compiled_before() -> None:
    assert after_compiling(0).stdout == "[True, True]\n"


LISTENING = """
import socket, sys
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
sys.stdin.read()
"""


def test_another_program_on_the_port_is_named_without_waiting_for_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def wait(seconds: float) -> None:
        raise AssertionError("it waited")

    monkeypatch.setattr(supervisor.time, "sleep", wait)
    with subprocess.Popen([sys.executable, "-c", LISTENING], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        port = int(other.stdout.readline())
        problem = supervisor._port_problem("127.0.0.1", port, "--port 8001")
        other.communicate()
    assert f"Port {port} is in use by process {other.pid} (" in problem
