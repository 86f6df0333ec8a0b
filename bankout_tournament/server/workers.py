"""The worker processes of ``serve --workers N``: each ends with the process that started it.

uvicorn's parent ends its workers when it is asked to end. One that is killed cannot, and workers without a parent would
hold the port, so that the next start fails.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing.process import BaseProcess
from typing import Any


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
