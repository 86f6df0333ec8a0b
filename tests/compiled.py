"""Whether the compiled kernel is still to be compared; ``python -m tests.compiled`` ends with 0 then.

Installing a compiler and compiling take forty seconds of CPU, and from the same sources comes the same code. So a
comparison that passed is noted, outside the clone, under a name made of all that it depends on: the next run with the
same need not repeat it. The long form always does.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

from tests.forms import LONG

TOP = Path(__file__).parents[1]
CASES = TOP / "tests" / "rules_engine" / "bankout" / "kernel"
ENGINE = ("*.py", "record/**/*.py", "rules/**/*.py", "play/**/*.py", "bankout/**/*.py")
"""What the kernel can import of the engine: the other games are not part of it."""


def noted() -> Path:
    """The file that is there once this engine was compared, on this Python and with these versions."""
    digest = hashlib.sha256(sys.version.encode())
    engine = sorted(path for pattern in ENGINE for path in (TOP / "rules_engine").glob(pattern))
    for path in (*engine, TOP / "requirements" / "compiled.txt", CASES / "cases.py", CASES / "test_runs.py"):
        digest.update(path.read_bytes())
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "bankout-tests" / f"compared-{digest.hexdigest()[:32]}"


def note() -> None:
    noted().parent.mkdir(parents=True, exist_ok=True)
    noted().touch()


def is_wanted() -> bool:
    return LONG or not noted().exists()


if __name__ == "__main__":
    sys.exit(0 if is_wanted() else 1)
