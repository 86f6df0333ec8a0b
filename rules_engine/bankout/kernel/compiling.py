"""Compiles the kernel with numba where it is installed; without it the same functions run as they are.

Only worker processes and commands import this package, the web process never does: numba takes a second to import, and
the first call some time to compile. What was compiled is kept on disk (``on_disk``).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from rules_engine.bankout.kernel.on_disk import cache_folder, installed

COMPILED = installed()

Function = TypeVar("Function", bound=Callable[..., Any])

Cells = list[int]
"""The numbers that the kernel works on: a list of whole numbers, or compiled an array of 64-bit ones."""

Worths = list[float]
"""Likewise, of floating-point numbers."""

if COMPILED:
    # The last level takes nearly twice as long to compile, and what it makes is no quicker here.
    os.environ.setdefault("NUMBA_OPT", "2")
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
