"""The worker processes of the web server end with the one that started them, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from matches.jobs.data_lock import lock_beside
from matches.jobs.processes import listening_on, with_open
from tests.bankout_tournament.running import free_port, processes_on
from tests.bankout_tournament.starting import ROOT, environment
from tests.patience import wait_until


def test_workers_whose_parent_is_killed_leave_the_port(tmp_path: Path) -> None:
    port, workers = free_port(), 2
    command = [sys.executable, "-m", "bankout_tournament.serve", "--port", str(port), "--workers", str(workers)]
    log, data = tmp_path / "log", lock_beside(tmp_path / "event.sqlite3")
    env = environment(tmp_path, DEBUG="1")  # without collected static files
    with log.open("wb") as out:
        parent = subprocess.Popen(command, cwd=ROOT, env=env, stdout=out, stderr=out)
    try:
        wait_until(lambda: len(with_open(data)) == workers and listening_on(port), problem=log.read_text)
    finally:
        parent.kill()
        parent.wait()
    try:
        wait_until(lambda: not listening_on(port) and not processes_on(tmp_path), problem=lambda: listening_on(port))
    finally:
        for pid in processes_on(tmp_path):
            os.kill(pid, signal.SIGKILL)
