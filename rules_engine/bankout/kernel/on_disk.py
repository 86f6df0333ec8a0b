"""Where compiled code is kept, and whether it is there; this module alone does not bring numba.

The folder is named after the sources: numba itself only looks at the file of the function that is called, not at those
of the functions that it calls. ``NUMBA_DISABLE_JIT=1`` leaves numba out.
"""

from __future__ import annotations

import hashlib
import os
import sys
import sysconfig
from functools import cache
from importlib.util import find_spec
from pathlib import Path

DOORS = ("play_matches", "trace_matches", "play_on")
"""The functions that are kept compiled."""
_CONSTANTS_FROM = ("cards.py", "ruleset.py", "counting.py", "twin_constants.py")


def sources() -> list[Path]:
    """The files that the compiled code is made from: the kernel's own, and those it takes constants from."""
    kernel = Path(__file__).parent
    return [*sorted(kernel.rglob("*.py")), *(kernel.parent / name for name in _CONSTANTS_FROM)]


def installed() -> bool:
    """Whether numba is there, and not left out. It may be installed while a process runs, so it is asked each time."""
    return not int(os.environ.get("NUMBA_DISABLE_JIT") or 0) and find_spec("numba") is not None


def cache_folder() -> Path:
    """Where compiled code of these sources is kept: below ``NUMBA_CACHE_DIR``, or else beside the installed packages.

    A site's data directory is named by ``NUMBA_CACHE_DIR`` (see settings).
    """
    base = os.environ.get("NUMBA_CACHE_DIR") or str(Path(sysconfig.get_paths()["purelib"]).parent / "kernel-cache")
    return Path(base) / f"bankout-{_digest()}"


@cache
def _digest() -> str:
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def ready() -> bool:
    """Whether the compiled code of every door is on disk, so that no request waits for the compiler."""
    if not installed():
        return False
    kept = [path.name for path in cache_folder().rglob("*.nbi")]
    return all(any(f".{door}-" in name for name in kept) for door in DOORS)


def usable() -> bool:
    """Whether this process can call the compiled code: not one that had loaded the kernel before numba was there."""
    loaded = sys.modules.get("rules_engine.bankout.kernel.compiling")
    return ready() and (loaded is None or bool(loaded.COMPILED))
