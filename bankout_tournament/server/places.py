"""The places of a lane: few requests compute at once, and a slow one does not hold up the others.

Threads of one process take turns at the interpreter, and hinder one another: a result costs a web process with eight of
them about a quarter more than with two. So only ``AT_ONCE`` requests of a lane count at a time. One that is still there
after ``SLOW_SECONDS`` (it draws a paper, or waits for a lock) no longer counts: the next may enter, up to ``most`` in
all.
"""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from matches.live.asgi_types import Message, Send

AT_ONCE = 2
SLOW_SECONDS = 0.5
WAIT_SECONDS = 20.0


class NoPlaceError(Exception):
    """No place came free in ``WAIT_SECONDS``."""


class Lane:
    """A lane with at most ``most`` requests inside, of which ``AT_ONCE`` have not been there for long."""

    def __init__(self, most: int) -> None:
        at_once = min(AT_ONCE, most)
        self.places: set[Place] = set()
        self._quick = asyncio.Semaphore(at_once)
        self._room_for_slow = most - at_once

    async def enter(self, gone: asyncio.Future[Message] | None = None) -> Place | None:
        """Wait for a place. None when the client has left meanwhile: ``gone`` is done.

        Raises NoPlaceError when it takes too long.
        """
        if not self._quick.locked():
            await self._quick.acquire()
            return Place(self)
        turn = asyncio.ensure_future(self._quick.acquire())
        try:
            either: set[asyncio.Future[Any]] = {turn} if gone is None else {turn, gone}
            await asyncio.wait(either, timeout=WAIT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._give_up(turn)
            raise
        if turn.done():
            return Place(self)
        self._give_up(turn)
        if gone is not None and gone.done():
            return None
        raise NoPlaceError

    def _give_up(self, turn: asyncio.Future[Literal[True]]) -> None:
        if not turn.cancel():  # it had the place already
            self._quick.release()

    @property
    def inside(self) -> int:
        """How many requests are inside."""
        return len(self.places)

    def make_room(self) -> bool:
        """Let the next request in beside a slow one. False where as many slow ones are inside as may be."""
        if not self._room_for_slow:
            return False
        self._room_for_slow -= 1
        self._quick.release()
        return True

    def leave(self, place: Place) -> None:
        """Give a place back."""
        self.places.remove(place)
        if place.slow:
            self._room_for_slow += 1
        else:
            self._quick.release()


class Place:
    """A place in a lane, given back once."""

    def __init__(self, lane: Lane) -> None:
        self.lane, self.taken, self.slow = lane, True, False
        lane.places.add(self)
        self._timer = asyncio.get_running_loop().call_later(SLOW_SECONDS, self.becomes_slow)

    def becomes_slow(self) -> None:
        """Make room for the next request, or try again in a while if there is no room."""
        self.slow = self.slow or self.lane.make_room()
        if not self.slow:
            self._timer = asyncio.get_running_loop().call_later(SLOW_SECONDS, self.becomes_slow)

    def leave(self) -> None:
        if self.taken:
            self.taken = False
            self._timer.cancel()
            self.lane.leave(self)

    def leaving(self, send: Send) -> Send:
        """Give the place back before the last part of the response is sent."""

        async def passed_on(message: Message) -> None:
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                self.leave()
            await send(message)

        return passed_on
