"""Name the processes of this machine that have a file open or listen on a port, as ``/proc`` lists them.

Only the processes of the same user are seen, unless the user is root.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
LISTENING = "0A"
"""The state in the fourth column of ``/proc/net/tcp``."""
SHOWN = 100
"""Characters of a command line that a message shows."""


class Process(NamedTuple):
    """A running process, for a message."""

    pid: int
    command: str

    def __str__(self) -> str:
        return f"process {self.pid} ({self.command})"


def named(processes: list[Process], *, otherwise: str = "a process of another user") -> str:
    """The processes in one phrase; ``otherwise`` when there are none to see."""
    return ", ".join(str(process) for process in processes) or otherwise


def with_open(path: Path) -> list[Process]:
    """The processes that have the file open, without the one that asks."""
    try:
        wanted = path.stat()
    except OSError:
        return []
    return list(_holding(lambda opened: os.path.samestat(os.stat(opened), wanted)))


def listening_on(port: int) -> list[Process]:
    """The processes that accept TCP connections on the port, at any address."""
    sockets = {f"socket:[{inode}]" for inode in _listening_sockets(port)}
    return list(_holding(lambda opened: os.readlink(opened) in sockets)) if sockets else []


def parent(process: Process) -> Process | None:
    """The process that started this one; None if either has ended."""
    with suppress(OSError):
        # The second field is the name in parentheses, which may contain anything.
        after_name = (PROC / str(process.pid) / "stat").read_text().rpartition(")")[2].split()
        pid = int(after_name[1])
        return Process(pid, _command(PROC / str(pid)))
    return None


def _listening_sockets(port: int) -> Iterator[str]:
    """Yield the inode of each socket that listens on the port."""
    for table in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in (PROC / "net" / table).read_text().splitlines()[1:]:
                columns = line.split()
                if columns[3] == LISTENING and int(columns[1].rpartition(":")[2], 16) == port:
                    yield columns[9]


def _holding(wanted: Callable[[str], bool]) -> Iterator[Process]:
    """Yield each other process that has an open file of which ``wanted`` is true."""
    for folder in sorted(PROC.glob("[0-9]*"), key=lambda folder: int(folder.name)):
        if int(folder.name) != os.getpid() and _has_open(folder, wanted):
            yield Process(int(folder.name), _command(folder))


def _has_open(folder: Path, wanted: Callable[[str], bool]) -> bool:
    """Ask about each open file of a process; one that is closed meanwhile or may not be read is passed over."""
    with suppress(OSError):
        for name in os.listdir(folder / "fd"):
            with suppress(OSError):
                if wanted(f"{folder}/fd/{name}"):
                    return True
    return False


def _command(folder: Path) -> str:
    """The command line of a process, shortened."""
    words = ""
    with suppress(OSError):
        words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    return words if len(words) <= SHOWN else f"{words[:SHOWN]} …"
