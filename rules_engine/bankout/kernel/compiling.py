"""Compiles the kernel with numba where it is installed; without it the same functions run as they are.

Only worker processes and commands import this package, the web process never does: numba takes a second to import, and
the first call some time to compile. What was compiled is kept on disk, in a folder named after the sources: numba
itself only looks at the file of the function that is called, not at those of the functions that it calls.

``NUMBA_DISABLE_JIT=1`` leaves numba out.
"""

from __future__ import annotations

import hashlib
import os
import sysconfig
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])

Cells = list[int]
"""The numbers that the kernel works on: a list of whole numbers, or compiled an array of 64-bit ones."""

Worths = list[float]
"""Likewise, of floating-point numbers."""

COMPILED = find_spec("numba") is not None and not int(os.environ.get("NUMBA_DISABLE_JIT") or 0)


def sources() -> list[Path]:
    """The files that the compiled code is made from."""
    return sorted(Path(__file__).parent.glob("*.py"))


def cache_folder() -> Path:
    """Where compiled code of these sources is kept: below ``NUMBA_CACHE_DIR``, or else beside the installed packages.

    A site's data directory is named by ``NUMBA_CACHE_DIR`` (see settings).
    """
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.read_bytes())
    base = os.environ.get("NUMBA_CACHE_DIR") or str(Path(sysconfig.get_paths()["purelib"]).parent / "kernel-cache")
    return Path(base) / f"bankout-{digest.hexdigest()[:16]}"


def ready() -> bool:
    """Whether compiled code is at hand, so that nobody waits for a compiler."""
    return COMPILED and any(cache_folder().rglob("*.nbi"))


if COMPILED:
    import numba

    numba.config.CACHE_DIR = str(cache_folder())

    # No counting of references, which no array needs here, and no way in from Python but by the doors.
    _INSIDE = {"_nrt": False, "error_model": "numpy"}
    _WITHOUT_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

    def _once(dispatcher: Any) -> Any:
        """Have a function compiled once, and not again for each constant that it is called with."""
        template = dispatcher.get_call_template
        dispatcher.get_call_template = lambda args, kws: template(tuple(map(numba.types.unliteral, args)), kws)
        return dispatcher

    def compiled(function: Function) -> Function:
        """A function of the kernel, called by others of it."""
        made: Function = _once(numba.njit(**_INSIDE, **_WITHOUT_WRAPPERS)(function))
        return made

    def hot(function: Function) -> Function:
        """A function so often called that its code stands wherever it is called."""
        made: Function = _once(numba.njit(**_INSIDE, **_WITHOUT_WRAPPERS, forceinline=True)(function))
        return made

    def door(function: Function) -> Function:
        """A function of the kernel that is called from outside: kept on disk, and other threads run meanwhile."""
        made: Function = numba.njit(cache=True, nogil=True, **_INSIDE)(function)
        return made

    def cells(values: list[int]) -> Cells:
        """Numbers for the kernel to work on."""
        made: Any = np.array(values, dtype=np.int64)
        return made  # type: ignore[no-any-return]

    def room_for_worths(count: int) -> Worths:
        """So many floating-point zeros."""
        made: Any = np.zeros(count)
        return made  # type: ignore[no-any-return]

else:

    def compiled(function: Function) -> Function:
        """A function of the kernel, called by others of it."""
        return function

    def hot(function: Function) -> Function:
        """A function so often called that its code stands wherever it is called."""
        return function

    def door(function: Function) -> Function:
        """A function of the kernel that is called from outside."""
        return function

    def cells(values: list[int]) -> Cells:
        """Numbers for the kernel to work on."""
        return values

    def room_for_worths(count: int) -> Worths:
        """So many floating-point zeros."""
        return [0.0] * count
