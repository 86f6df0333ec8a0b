"""Run the web server and the worker until Ctrl-C; ``script/run`` ends by becoming this process.

A process that ends is started again. The two end with this one, however it ends: the system kills them when it is
killed (``PR_SET_PDEATHSIG``). Each is the leader of a session of its own, so Ctrl-C reaches only this process, which
then ends them within ``GRACE`` seconds. They inherit the lock of the data directory, so that a second start names
whatever is still running.
"""

from __future__ import annotations

import argparse
import ctypes
import errno
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from matches.jobs.data_lock import DataInUseError, run_lock_in, take_alone
from matches.jobs.processes import Process, listening_on, named, parent

STOPPING = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
GRACE = 2.2
"""Seconds that the processes have to end by themselves after Ctrl-C."""
STEADY = 10.0
"""A process that ran for so many seconds is started again after the shortest pause."""
PAUSES = (1.0, 2.0, 4.0, 8.0)
"""Seconds before a process is started again, when it ended soon after its start once, twice …"""
PREDECESSOR = 4.0
"""Seconds to wait for the processes of an earlier start that are about to end."""
PR_SET_PDEATHSIG = 1
_prctl = ctypes.CDLL(None).prctl


def web_command(host: str, *ports: str) -> list[str]:
    """The command line of the web server."""
    return [sys.executable, "-m", "bankout_tournament.serve", "--host", host, *ports]


def announce_command(host: str, *ports: str) -> list[str]:
    """The command line of what waits for the web server and prints where it is."""
    return [sys.executable, "-m", "bankout_tournament.announce", "--host", host, *ports]


def worker_command() -> list[str]:
    """The command line of the worker."""
    return [
        sys.executable, "-W", "ignore::UserWarning", "-m", "celery", "--quiet", "-A", "bankout_tournament", "worker",
        "--pool", "threads", "--concurrency", "2", "--loglevel", "WARNING",
        "--without-gossip", "--without-mingle", "--without-heartbeat",
    ]  # fmt: skip


def compile_command() -> list[str]:
    """The command line that installs and compiles the kernel of the simulation, behind everything else."""
    return ["nice", "script/compile"]


def manage_command(*words: str) -> list[str]:
    """The command line of one of Django's commands."""
    return [sys.executable, "manage.py", *words]


class Child:
    """A process that is started, and started again when it has ended. Of a ``silent`` one only errors are said."""

    def __init__(self, name: str, command: list[str], lock: int, *, silent: bool = False) -> None:
        self.name, self.command, self.lock = name, command, lock
        self.output = subprocess.DEVNULL if silent else None
        self.process: subprocess.Popen[bytes] | None = None
        self.started = self.due = 0.0
        self.failures = 0
        self.renewed = False

    def start(self, *, in_terminal: bool = False) -> None:
        """Start the process; with ``in_terminal`` it can ask questions there, and Ctrl-C reaches it as well."""
        self.started = time.monotonic()
        self.process = subprocess.Popen(  # noqa: S603 - our own command lines
            self.command,
            stdin=None if in_terminal else subprocess.DEVNULL,
            stdout=self.output,
            start_new_session=not in_terminal,
            pass_fds=[self.lock],
            preexec_fn=_end_with(os.getpid()),
        )

    def poll(self) -> int | None:
        """The status of the process if it has just ended, and then end whatever it left behind in its session."""
        if self.process is None or self.process.poll() is None:
            return None
        status = self.process.returncode
        self.send(signal.SIGKILL)
        self.process = None
        return status

    def restart_later(self) -> None:
        """Note when the process is to start again: soon if it ran for a while, else after longer and longer pauses."""
        now = time.monotonic()
        self.failures = 0 if now - self.started > STEADY else self.failures + 1
        self.due = now + PAUSES[min(max(self.failures - 1, 0), len(PAUSES) - 1)]

    def renew(self) -> None:
        """Have the process end once it has done what it is doing, to be started again without a word."""
        self.renewed = self.process is not None
        self.send(signal.SIGTERM)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the process and to those that it started."""
        if self.process is not None:
            try:
                os.killpg(self.process.pid, number)
            except ProcessLookupError:
                self.process.send_signal(number)  # it has not left our group, or has ended


def _end_with(parent: int) -> Callable[[], None]:
    """What a child does before it becomes its program: die when the parent does, and receive all signals."""

    def prepare() -> None:
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died before the line above
            os._exit(1)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())

    return prepare


class Supervisor:
    """The processes of one data directory, from the first start to Ctrl-C."""

    def __init__(self, *, host: str, port: int, https_port: int | None, demo: bool, lock: int) -> None:
        ports = ["--port", str(port), *(["--https-port", str(https_port)] if https_port else [])]
        self.prepare = Child("Preparing", manage_command("prepare", *(["--demo"] if demo else [])), lock)
        self.web = Child("The web server", web_command(host, *ports), lock)
        self.worker = Child("The process that prints and makes backups", worker_command(), lock, silent=True)
        self.announce = Child("", announce_command(host, *ports), lock)
        self.compile = Child("", compile_command(), lock)
        self.answered = False
        # Waited for, not handled, so that nothing happens in between. One that was to be ignored (nohup) stays ignored.
        self.stopping = {number for number in STOPPING if signal.getsignal(number) != signal.SIG_IGN}
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_BLOCK, self.stopping | {signal.SIGCHLD})

    def run(self) -> int:
        """Prepare the data, serve until Ctrl-C, and return the status to exit with."""
        self.prepare.start(in_terminal=True)
        while (status := self.prepare.poll()) is None:
            if self._stop_requested(None):
                return self._stop()
        if status:
            return status if status > 0 else 1
        for child in (self.worker, self.web, self.announce):
            child.start()
        while not self._stop_requested(self._seconds_to_next_start()):
            status = self._look_after_children()
            if status is not None:
                self._stop()
                return status
        return self._stop()

    def _look_after_children(self) -> int | None:
        """Start again what has ended. Return a status when there is no use in it: the web server refuses to start."""
        if self.announce.poll() == 0:
            self.answered = True
            if os.environ.get("NUMBA_DISABLE_JIT", "0") == "0":
                self.compile.start()
        if self.compile.poll() == 0 and time.monotonic() - self.compile.started > STEADY:
            self.worker.renew()  # it may have loaded the simulation as it was before
        for child in (self.web, self.worker):
            status = child.poll()
            if status is not None:
                if child is self.web and status > 0 and not self.answered:
                    return status
                child.restart_later()
                if not child.renewed:
                    _say(f"{child.name} has stopped ({_cause(status)}); it is being restarted.")
                child.renewed = False
            elif child.process is None and child.due <= time.monotonic():
                child.start()
        return None

    def _seconds_to_next_start(self) -> float | None:
        """How long there is nothing to do but wait for a signal; None is for as long as it takes."""
        pauses = [child.due - time.monotonic() for child in (self.web, self.worker) if child.process is None]
        return max(0.0, min(pauses)) if pauses else None

    def _stop_requested(self, seconds: float | None) -> bool:
        """Wait until a child ends, the seconds are over, or the tool is to stop; tell whether it is to stop."""
        watched = self.stopping | {signal.SIGCHLD}
        found = signal.sigwaitinfo(watched) if seconds is None else signal.sigtimedwait(watched, seconds)
        return found is not None and found.si_signo != signal.SIGCHLD

    def _stop(self) -> int:
        """Ask all processes to end; after ``GRACE`` seconds, or a second Ctrl-C, end the others by force."""
        children = [self.announce, self.compile, self.worker, self.web]
        if not sys.stdin.isatty():  # else Ctrl-C has reached it already, and it may be restoring the terminal
            children.append(self.prepare)
        for child in children:
            child.send(signal.SIGTERM)
        children.append(self.prepare)
        end, forced = time.monotonic() + GRACE, False
        while running := [child for child in children if child.process is not None and child.poll() is None]:
            again = self._stop_requested(1.0 if forced else max(0.0, end - time.monotonic()))
            if not forced and (again or time.monotonic() >= end):
                forced = True
                for child in running:
                    child.send(signal.SIGKILL)
        return 0


def _cause(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"status {status}"


def _say(message: str) -> None:
    """Print a message; a terminal that is gone does not stop the tool."""
    try:
        print(message, file=sys.stderr, flush=True)  # noqa: T201 - what the person who started it reads
    except OSError:
        sys.stderr = None  # print passes over it from now on


def _port_problem(host: str, port: int, other: str) -> str:
    """Why the port cannot be used, and the option that chooses another one; empty if it can.

    Only what an earlier start has left is waited for: nobody is to wait for another program, which will not end.
    """
    end = None
    while True:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    return f"Port {port} cannot be opened: {error.strerror}. Another port: script/run {other}"
            else:
                return ""
        if end is None:
            end = time.monotonic() + (PREDECESSOR if _ends_soon(listening_on(port)) else 0.0)
        if time.monotonic() >= end:
            break
        time.sleep(0.1)
    found = {_in_charge(process) for process in listening_on(port)}
    return f"Port {port} is in use by {_holders(sorted(found))} Another port: script/run {other}"


def _ends_soon(holders: list[Process]) -> bool:
    """Whether the processes may end by themselves: a web server of ours, or nobody who can be seen any more."""
    return not holders or any("bankout_tournament." in holder.command for holder in holders)


def _in_charge(process: Process) -> Process:
    """The process to end: a web server is started again as long as its supervisor runs."""
    above = parent(process)
    return above if above is not None and "bankout_tournament.supervisor" in above.command else process


def _holders(processes: list[Process]) -> str:
    """The processes, and how to end them."""
    ending = f" To end it: kill {' '.join(str(process.pid) for process in processes)}." if processes else ""
    return f"{named(processes)}.{ending}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bankout_tournament.supervisor")
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--https-port", type=int)
    parser.add_argument("--demo", action="store_true")
    options = parser.parse_args()
    folder = Path(os.environ["DATA_DIR"])
    try:
        lock = take_alone(run_lock_in(folder), patience=PREDECESSOR)
    except DataInUseError as error:
        _say(f"The data in {folder} is in use by {_holders(error.processes)} Other data: script/run --data DIR")
        return 1
    except OSError as error:
        _say(f"{folder} cannot be used: {error.strerror}. Other data: script/run --data DIR")
        return 1
    problem = _port_problem(options.host, options.port, "--port 8001")
    if not problem and options.https_port is not None:
        problem = _port_problem(options.host, options.https_port, "--lan --https-port 8444")
    if problem:
        _say(problem)
        return 1
    return Supervisor(
        host=options.host, port=options.port, https_port=options.https_port, demo=options.demo, lock=lock
    ).run()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:  # before there was anything to stop
        sys.exit(130)
