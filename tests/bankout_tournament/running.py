"""script/run in a process of its own, as a person starts it, and the processes that it starts."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

from tests.bankout_tournament.starting import ROOT, environment
from tests.patience import PATIENCE, wait_until

PLAIN = {"ORGANISER": "olga", "ORGANISER_PASSWORD": "correct horse battery"}
ROLES = {"web": "bankout_tournament.serve", "worker": "celery"}
"""What serves, and the word by which its command line is known."""
LOOK_EVERY = 0.2
"""Seconds between two looks through all processes of the machine."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def processes_on(folder: Path) -> dict[int, str]:
    """Every running process whose data directory is the folder, with its command line."""
    wanted = f"DATA_DIR={folder}".encode()
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (process / "environ").read_bytes().split(b"\0"):
                found[int(process.name)] = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
    return found


class Tool:
    """script/run with what it says in a file."""

    def __init__(self, folder: Path, log: Path, *more: str, port: int | None = None, **given: str) -> None:
        self.folder, self.port, self.log = folder, port or free_port(), log
        with log.open("wb") as out:
            self.process = subprocess.Popen(
                ["script/run", "--empty", "--port", str(self.port), "--data", str(folder), *more],
                cwd=ROOT,
                env=environment(folder, **given),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                # Tests in the background of a shell ignore Ctrl-C, under nohup SIGHUP: the tool would inherit that.
                preexec_fn=lambda: [signal.signal(number, signal.SIG_DFL) for number in (signal.SIGINT, signal.SIGHUP)],
            )

    @property
    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def wait_until_announced(self) -> None:
        def announced() -> bool:
            assert self.process.poll() is None, self.said
            return "Stop   Ctrl-C" in self.said

        wait_until(announced, problem=lambda: self.said)
        # What it said last, it said by a process of its own that ends a moment later.
        wait_until(lambda: len(self.children()) == len(ROLES), problem=self.children, pause=LOOK_EVERY)

    def children(self) -> list[int]:
        return [pid for pid in processes_on(self.folder) if pid != self.process.pid]

    def pid_of(self, role: str) -> int | None:
        """The process that serves in a role now."""
        found = [pid for pid, command in processes_on(self.folder).items() if ROLES[role] in command]
        return found[0] if len(found) == 1 else None

    def wait_until_replaced(self, before: dict[str, int]) -> None:
        """Wait until other processes serve in these roles, and pages are answered."""
        for role, pid in before.items():
            wait_until(
                lambda role=role, pid=pid: self.pid_of(role) not in (None, pid),
                problem=lambda: self.said,
                pause=LOOK_EVERY,
            )
        wait_until(self.answers, problem=lambda: self.said)

    def answers(self) -> bool:
        try:
            return self.get("/login/")[0] == 200
        except OSError:
            return False

    def get(self, path: str) -> tuple[int, str]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> float:
        """Ask it to end; the seconds that it took."""
        begin = time.monotonic()
        self.process.send_signal(with_signal)
        self.process.wait(timeout=PATIENCE)
        return time.monotonic() - begin

    def end(self) -> None:
        """Whatever happened in the test: this tool's own processes only."""
        for pid in [self.process.pid] * (self.process.poll() is None) + self.children():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.process.wait(timeout=PATIENCE)
