"""The workers of a run are forked from one process that has imported everything.

A worker of pytest-xdist is a Python of its own, which imports the tool and all tests: seconds of CPU, as often as there
are workers. Here one process collects the tests (``python -m tests.fork_server SOCKET PYTEST-ARGUMENT ...``) and forks
a worker for each request on the socket. ``WORKER`` is what xdist starts in place of Python: it hands over its pipes and
waits for the end of the worker. Where the server is not there, it becomes an ordinary worker.

``script/test`` starts one ahead, which collects while lint and types leave a core free, and names its socket in
``AHEAD``. Otherwise, and on a second database, a run starts its own.
"""

from __future__ import annotations

import gc
import os
import select
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import pytest

AHEAD = "TEST_FORK_SERVER"
WORKER = """\
import os, socket, sys
link = socket.socket(socket.AF_UNIX)
try:
    link.connect(sys.argv[1])
    socket.send_fds(link, [b"-"], [0, 1, 2])
except OSError:
    os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
link.recv(1)
"""
MOST_WAITING = 64
"""Workers that may ask while the tests are collected."""
ONLY_COLLECT = ("--collect-only", "-qq", "-n", "0", "--junitxml=", "--capture=no")
"""What is added to the arguments of the run: the last of each kind counts. What Django logs to is not to be a captured
stream, which is closed by then."""


def give_forked_workers(config: pytest.Config, specs: Sequence[Any]) -> None:
    """Let the workers of this run be forked, by a server that is there or one that ends with the run."""
    folder = TemporaryDirectory(prefix="workers-")
    config.add_cleanup(folder.cleanup)
    ahead = "" if "DATABASE_URL" in os.environ else os.environ.get(AHEAD, "")
    script, address = Path(folder.name) / "worker.py", ahead or f"{folder.name}/socket"
    script.write_text(WORKER)
    for spec in specs:
        spec.python = shlex.join([sys.executable, "-IS", str(script), address])
    if ahead:
        return
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen(len(specs))  # workers that ask while the tests are collected wait
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.fork_server", str(listener.fileno()), *config.invocation_params.args],
            pass_fds=[listener.fileno()],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    config.add_cleanup(lambda: server.communicate())  # the end of its input ends it


def asked(listener: socket.socket) -> tuple[socket.socket, list[int]] | None:
    """In a forked worker what it was given: its link to who asked, and the pipes. In the server None, at its end."""
    workers: set[int] = set()
    while 0 not in (ready := select.select([listener, 0], [], [], 1.0)[0]):
        workers -= {pid for pid in workers if os.waitpid(pid, os.WNOHANG)[0]}
        if listener not in ready:
            continue
        link, _ = listener.accept()
        pipes = socket.recv_fds(link, 1, 3)[1]
        if not (pid := os.fork()):
            listener.close()
            return link, pipes
        workers.add(pid)
        link.close()
        for pipe in pipes:
            os.close(pipe)
    for pid in workers:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return None


def work(pipes: Sequence[int]) -> None:
    """Do as ``python -c`` with the line that execnet gives, which reads from there what a worker does."""
    for number, pipe in enumerate(pipes):
        os.dup2(pipe, number)
        os.close(pipe)
    sys.stdin, sys.stdout, sys.stderr = open(0, closefd=False), open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
    sys.modules["__main__"] = ModuleType("__main__")
    sys.argv = ["-c"]
    exec(eval(sys.stdin.readline()), vars(sys.modules["__main__"]))  # noqa: S102, S307 - execnet's own bootstrap


def main(listener: socket.socket, arguments: Sequence[str]) -> None:
    """Collect the tests, load what pages need, then fork workers."""
    pytest.main([*arguments, *ONLY_COLLECT])
    if (loaded := sys.modules.get("django.apps")) and loaded.apps.ready:
        from bankout_tournament.warm_up import warm_up

        warm_up()
    gc.collect()
    gc.freeze()
    given = asked(listener)
    if given:
        work(given[1])
        given[0].close()


def listening(at: str) -> socket.socket:
    """A socket that was inherited, or a new one at a path."""
    if at.isdigit():
        return socket.socket(fileno=int(at))
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(at)
    listener.listen(MOST_WAITING)
    return listener


if __name__ == "__main__":
    main(listening(sys.argv[1]), sys.argv[2:])
