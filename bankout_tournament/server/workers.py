"""The worker processes of ``serve --workers N``, and their parent: asked to end, they do as one process does.

The parent asks its workers to end (SIGTERM), or replaces one after the other (SIGHUP). One that is killed cannot, and
workers without a parent would hold the port, so that the next start fails: each ends with its parent.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing.process import BaseProcess
from typing import Any

from uvicorn.supervisors import Multiprocess

from bankout_tournament.server.draining import notify


class Workers(Multiprocess):
    """uvicorn's parent, which lets systemd know when all workers answer, and leaves the port as soon as they end."""

    ready = False

    def keep_subprocess_alive(self) -> None:
        super().keep_subprocess_alive()
        if not self.ready and not self.should_exit.is_set() and all(process.is_ready() for process in self.processes):
            self.ready = True
            notify("READY=1")

    def terminate_all(self) -> None:
        notify("STOPPING=1")
        super().terminate_all()
        # Else a proxy could still connect, and would wait for an answer that nobody gives.
        for listening in self.sockets:
            listening.close()


def application() -> Any:
    """The ASGI application, in a process that ends with its parent."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=[parent], name="parent", daemon=True).start()
    from bankout_tournament.asgi import application

    return application


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    # At once: the port must be free when the parent starts again, and a transaction is whole or did not happen.
    os.kill(os.getpid(), signal.SIGKILL)
