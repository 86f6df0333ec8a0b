"""An address that goes on although it was told to wait is answered in front of Django, until the time is over.

A page that counts what an address sends answers 429 and says for how long (``Retry-After``). A person reads that, with
the form as it was typed. A program sends the next form, and each of them would cost a turn in Django, which is time
that other visitors wait: after ``PATIENCE`` such answers the address gets a short one from here, and not at once, so
that it cannot send the next one at once either. What it may send to other paths is not touched.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bankout_tournament.server.bodies import RefusedError
from bankout_tournament.server.refused_requests import refuse
from bankout_tournament.server.senders import group_of
from matches.live.asgi_types import Application, Message, Receive, Scope, Send
from rules_engine.whole_numbers import whole_number

PATHS = re.compile(r"/e/[^/]+/sign-up/")
"""Where a page counts by the address alone. Elsewhere others at the same address may have rights of their own."""
PATIENCE = 20
DELAY_SECONDS = 0.5
MOST_SECONDS = 86_400
MOST = 10_000
"""So many addresses are remembered; then the oldest are forgotten."""
WAIT = "Too many people are signing up from here. Wait {minutes} min and try again."


@dataclass(slots=True)
class Warned:
    """How often an address was told to wait at a path, and until when."""

    often: int = 0
    until: float = 0.0


class Floods:
    """``Floods(application)``: the application without what goes on although it was told to wait."""

    def __init__(
        self,
        application: Application,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.application, self.clock, self.sleep = application, clock, sleep
        self.warned: OrderedDict[tuple[str, str], Warned] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if scope["type"] != "http" or scope["method"] != "POST" or not client or not PATHS.fullmatch(scope["path"]):
            await self.application(scope, receive, send)
            return
        key = (group_of(client[0]), scope["path"])
        if left := self._left(key):
            refusal = RefusedError(429, "too_many", WAIT.format(minutes=-(-left // 60)), after=left)
            await self.sleep(DELAY_SECONDS)
            await refuse(refusal, scope, receive, send)
            return

        async def noting(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 429:
                self._note(key, dict(message["headers"]))
            await send(message)

        await self.application(scope, receive, noting)

    def _left(self, key: tuple[str, str]) -> int:
        """For how many seconds the address is still answered from here; 0 for none."""
        warned = self.warned.get(key)
        if warned is None or warned.often < PATIENCE:
            return 0
        left = warned.until - self.clock()
        if left <= 0:
            del self.warned[key]
        return max(0, int(left) + 1) if left > 0 else 0

    def _note(self, key: tuple[str, str], headers: Mapping[bytes, bytes]) -> None:
        seconds = {name.lower(): value for name, value in headers.items()}.get(b"retry-after", b"")
        wait = whole_number(seconds.decode("latin-1"), most=MOST_SECONDS)
        if wait is None:
            return
        now, warned = self.clock(), self.warned.setdefault(key, Warned())
        warned.often = warned.often + 1 if now < warned.until else 1
        warned.until = now + wait
        self.warned.move_to_end(key)
        while len(self.warned) > MOST:
            self.warned.popitem(last=False)
