"""What pages were made of goes soon after they were made.

Rows that were fetched together hold each other, so they stay until Python looks for garbage. It does so after many new
objects (``bankout_tournament``): a few pages of a large event, of which each process made a new one with every
change, lay in memory side by side, and other objects between them kept that memory from being used again.
"""

from __future__ import annotations

import asyncio
import gc

SECONDS = 1.0
"""Between a request and the look, so that one look serves all requests of that time."""
YOUNG = 1
"""Only what is new is looked at: streams that are open and what was loaded at the start are not."""


class Garbage:
    """The looks of a process."""

    def __init__(self) -> None:
        self.next: asyncio.TimerHandle | None = None

    def look_soon(self) -> None:
        """Django has answered a request: look in a moment, once for all requests until then."""
        if self.next is None:
            self.next = asyncio.get_running_loop().call_later(SECONDS, self._look)

    def _look(self) -> None:
        self.next = None
        gc.collect(YOUNG)
