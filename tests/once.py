"""What many tests begin with a copy of is made once in a run, by the worker that needs it first (as xdist advises)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """The folder that ``make`` fills, empty at first; who comes meanwhile waits. Nobody writes to it afterwards."""
    own = factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    folder, made = shared / f"once-{name}", shared / f"once-{name}.made"
    with FileLock(shared / f"once-{name}.lock"):
        if not made.exists():
            shutil.rmtree(folder, ignore_errors=True)  # what a worker left whose attempt failed
            folder.mkdir()
            make(folder)
            made.touch()
    return folder
