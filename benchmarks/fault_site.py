"""A real site in a scratch directory whose parts can be killed, and are started again as systemd does.

``python -m benchmarks.faults`` uses it. Data and PostgreSQL lie on a small disk in memory where this process may mount
one (root), so that it can be filled; the ledger and what the processes write to their terminals lie beside it.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from benchmarks.hall import ROOT

RESTART_AFTER = 1.0
"""Seconds until systemd starts again what has ended (deploy/systemd: RestartSec=1)."""
LOOK_EVERY = 0.05
PATIENCE = 300.0
"""Seconds after which what has to come counts as never coming."""
DISK_MB = {"sqlite": 64, "postgresql": 160}
JOB_LOST_SECONDS = 5
"""In place of a minute: a run of a hundred faults does not wait a minute for each lost job."""


class NeverCameError(Exception):
    """What had to come by itself did not."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def moved_clock(folder: Path) -> Path | None:
    """The library that moves the clock of a process, compiled here; None without a compiler."""
    compiler, library = shutil.which("cc"), folder / "moved_clock.so"
    if compiler is None:
        return None
    words = [
        compiler,
        "-O2",
        "-shared",
        "-fPIC",
        "-o",
        str(library),
        str(ROOT / "benchmarks" / "moved_clock.c"),
        "-ldl",
    ]
    return library if subprocess.run(words, check=False).returncode == 0 else None


class Service:
    """One process of the site, in a group of its own, so that all of it is killed at once as systemd would."""

    def __init__(
        self, name: str, command: list[str], environment: Mapping[str, str], log: Path, user: str | None = None
    ) -> None:
        self.name, self.command, self.environment, self.log, self.user = name, command, environment, log, user
        self.process: subprocess.Popen[bytes] | None = None
        self.ended_at: float | None = None
        self.held = False
        self.starts = 0

    def start(self) -> None:
        own = {"user": self.user, "group": self.user, "extra_groups": []} if self.user else {}
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                self.command, cwd=ROOT if not self.user else "/", env=dict(self.environment), stdin=subprocess.DEVNULL,
                stdout=out, stderr=out, start_new_session=True, **own,  # type: ignore[call-overload] # by keyword
            )  # fmt: skip
        self.ended_at = None
        self.starts += 1

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.pid, number)
            self.process.wait(timeout=PATIENCE)

    def look(self) -> None:
        """Start it again if it has ended a while ago."""
        if self.process is None or self.held or self.process.poll() is None:
            return
        now = time.monotonic()
        if self.ended_at is None:
            self.ended_at = now
        elif now - self.ended_at >= RESTART_AFTER:
            self.start()


class Site:
    """The web process, the worker, and with PostgreSQL that and Redis."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder, self.database = folder, database
        self.disk, self.mounted = folder / "disk", False
        self.data = self.disk / "data"
        self.port = free_port()
        self.services: dict[str, Service] = {}
        self.settings: dict[str, str] = {}
        self.over = threading.Event()
        self.keeper = threading.Thread(target=self._keep, name="keeper", daemon=True)
        self.clock: Path | None = None

    # Beginning and end ---------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Make the disk and start what holds the data; afterwards the database can be migrated."""
        self.folder.chmod(0o755)  # PostgreSQL runs as another user where this process is root
        self.disk.mkdir()
        size = f"size={DISK_MB[self.database]}m"
        mount = ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(self.disk)]
        self.mounted = os.getuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0
        self.disk.chmod(0o755)
        self.data.mkdir(mode=0o700)
        self.clock = moved_clock(self.folder)
        self.move_clock(0)
        self.settings = {"DATA_DIR": str(self.data), "JOB_LOST_SECONDS": str(JOB_LOST_SECONDS), "LOG_LEVEL": "WARNING"}
        if self.database == "postgresql":
            self._prepare_services()
        self.keeper.start()

    def _prepare_services(self) -> None:
        user = "postgres" if os.getuid() == 0 else None
        binaries = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))[-1]
        cluster, port = self.disk / "postgresql", free_port()
        cluster.mkdir(mode=0o700)
        if user:
            shutil.chown(cluster, user, user)
        made = [
            str(binaries / "initdb"), "-D", str(cluster), "-U", "postgres", "-A", "trust", "-E", "UTF8",
            "--locale=C.UTF-8", "--no-sync", "--no-instructions", "--wal-segsize=1",
        ]  # fmt: skip
        subprocess.run(made, check=True, capture_output=True, user=user, cwd="/")
        options = {
            "unix_socket_directories": str(cluster), "listen_addresses": "", "max_wal_size": "32MB",
            "min_wal_size": "8MB", "max_connections": "60", "shared_buffers": "32MB",
        }  # fmt: skip
        more = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        self._add("postgresql", [str(binaries / "postgres"), "-D", str(cluster), *more], {}, user)
        redis = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._add("redis", [*redis, "--dir", str(self.folder)], {})
        self.settings |= {
            "DATABASE_URL": f"postgres://postgres@/postgres?host={cluster}",
            "REDIS_URL": f"redis://127.0.0.1:{port}/0",
        }
        ready = [str(binaries / "pg_isready"), "-q", "-h", str(cluster)]
        self.wait_until(lambda: subprocess.run(ready, check=False).returncode == 0, "PostgreSQL does not start")

    def start(self) -> None:
        """Start the web process and the worker on data that is migrated, with the command lines of ``script/run``."""
        from bankout_tournament.supervisor import worker_command

        serve = [sys.executable, "-m", "bankout_tournament.serve", "--port", str(self.port)]
        self._add("web", serve, self._environment())
        self._add("worker", worker_command(), self._environment())

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        environment = {**kept, **self.settings, "DJANGO_SETTINGS_MODULE": "benchmarks.fault_settings"}
        if self.clock is not None:
            environment |= {"LD_PRELOAD": str(self.clock), "CLOCK_MOVED_BY": str(self.folder / "clock")}
        return environment

    def _add(self, name: str, command: list[str], environment: dict[str, str], user: str | None = None) -> None:
        path = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        service = Service(name, command, environment or path, self.folder / f"{name}.log", user)
        service.start()
        self.services[name] = service

    def _keep(self) -> None:
        while not self.over.wait(LOOK_EVERY):
            for service in list(self.services.values()):
                service.look()

    def end(self) -> None:
        self.over.set()
        if self.keeper.is_alive():
            self.keeper.join()
        for name in ("web", "worker", "redis", "postgresql"):
            if name in self.services:
                self.services[name].kill(signal.SIGINT if name == "postgresql" else signal.SIGKILL)
        if self.mounted:  # lazily: this process may still hold the database open
            subprocess.run(["umount", "--lazy", str(self.disk)], check=True)

    # Faults --------------------------------------------------------------------------------------------------------

    def kill(self, name: str) -> None:
        self.services[name].kill()

    def kill_backends(self) -> None:
        """Kill every process that serves a connection of PostgreSQL, which then restarts itself as after a crash."""
        for pid in _children(self.services["postgresql"].pid):
            if "postgres: postgres postgres" in _command(pid):
                _kill(pid)

    def kill_cluster(self) -> None:
        """Kill the postmaster and all that it has started; the next start recovers from the log."""
        service = self.services["postgresql"]
        children = _children(service.pid)
        service.kill()
        for pid in children:
            _kill(pid)

    def fill_disk(self) -> None:
        with (self.disk / "fill").open("wb", buffering=0) as file:
            try:
                while file.write(b"x" * 4096):
                    pass
            except OSError:
                return

    def free_disk(self) -> None:
        (self.disk / "fill").unlink(missing_ok=True)

    def move_clock(self, seconds: int) -> None:
        """Set the clock of web process and worker so many seconds ahead."""
        with os.fdopen(os.open(self.folder / "clock", os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
            file.write(struct.pack("l", seconds))

    # Waiting -------------------------------------------------------------------------------------------------------

    def wait_until(self, condition, problem: str) -> None:  # type: ignore[no-untyped-def] # of anything
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                raise NeverCameError(problem)
            time.sleep(LOOK_EVERY)

    def logs(self) -> str:
        """The last that each process has written."""
        files = sorted(self.folder.glob("*.log"))
        return "\n".join(f"== {file.stem}\n{file.read_text(errors='replace')[-3000:]}" for file in files)


def _children(parent: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(status.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(status.parent.name))
        except OSError:
            continue
    return found


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
