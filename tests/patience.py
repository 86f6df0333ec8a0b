"""How long tests wait for what has to come.

The limits end a test that hangs. Tests poll for what they wait for, so a fast machine does not wait; where a busy one
reaches a limit, the second try decides (``script/test``).
"""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 120.0
# A page that answers at all answers within this, and an expectation that is wrong costs no more.
BROWSER_PATIENCE = 30.0


def wait_until(
    condition: Callable[[], object], problem: Callable[[], object] = lambda: "it did not happen", pause: float = 0.02
) -> None:
    """Return as soon as the condition is true; ``problem`` says what to show when it never is."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, problem()
        time.sleep(pause)
