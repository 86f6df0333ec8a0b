"""Where compiled code is kept, and whether it is there; this module alone does not bring numba.

The folder is named after the sources: numba itself only looks at the file of the function that is called, not at those
of the functions that it calls. ``NUMBA_DISABLE_JIT=1`` leaves numba out.
"""

from __future__ import annotations

import hashlib
import os
import sysconfig
from importlib.util import find_spec
from pathlib import Path

COMPILED = find_spec("numba") is not None and not int(os.environ.get("NUMBA_DISABLE_JIT") or 0)

_CONSTANTS_FROM = (
    "cards.py", "ruleset.py", "odds/plan.py", "simulate/counted.py", "simulate/match.py", "simulate/reactions.py",
)  # fmt: skip


def sources() -> list[Path]:
    """The files that the compiled code is made from: the kernel's own, and those it takes constants from."""
    kernel = Path(__file__).parent
    return [*sorted(kernel.glob("*.py")), *(kernel.parent / name for name in _CONSTANTS_FROM)]


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
