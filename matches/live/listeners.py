"""One open stream: what it has not been sent yet. A client that takes nothing is owed the newest and no more."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from matches.live.packing import Message


class Delivery(NamedTuple):
    """A part along the stream: the versions that it shows at least, and the message. All who get it share the bytes."""

    versions: dict[str, int]
    message: Message


class Listener:
    """One stream: the parts that it hears of, and what it has not been sent yet.

    ``delivered`` are those of its parts whose changes come with the part itself (``delivery_views``), while the device
    with the number ``device`` is not a player's.
    """

    def __init__(self, parts: frozenset[str]) -> None:
        self.parts = parts
        self.delivered: frozenset[str] = frozenset()
        self.device: int | None = None
        self.news: dict[str, int] = {}
        self.delivery: Delivery | None = None
        self.ended = False
        self.until: asyncio.TimerHandle | None = None
        self.waiting: asyncio.Future[None] | None = None

    @property
    def versions_of(self) -> frozenset[str]:
        """The parts of which it is sent the version alone."""
        return self.parts - self.delivered if self.delivered else self.parts

    def tell(self, news: dict[str, int]) -> None:
        """Add to the news, and wake the stream. A part that waits and is older than the news is not sent any more."""
        self.news = {**self.news, **news} if self.news else news
        if self.delivery is not None and not self.delivery.versions.keys().isdisjoint(news):
            self.delivery = None
        self.wake()

    def deliver(self, delivery: Delivery) -> None:
        """Send this part in place of one that waits, and of the news of what it shows."""
        self.delivery = delivery
        if not delivery.versions.keys().isdisjoint(self.news):
            self.news = {part: version for part, version in self.news.items() if part not in delivery.versions}
        self.wake()

    def end(self) -> None:
        """End the stream."""
        self.ended = True
        self.wake()

    def end_after(self, seconds: float) -> None:
        """End the stream after so long."""
        self.until = asyncio.get_running_loop().call_later(seconds, self.end)

    def leave(self) -> None:
        """The stream is over."""
        if self.until is not None:
            self.until.cancel()

    def wake(self) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def wait(self, seconds: float) -> tuple[dict[str, int], Delivery | None]:
        """The news and the part: empty and None if nothing came in time, or the stream has ended."""
        if not self.news and self.delivery is None and not self.ended:
            loop = asyncio.get_running_loop()
            self.waiting = loop.create_future()
            late = loop.call_later(seconds, self.wake)
            try:
                await self.waiting
            finally:
                late.cancel()
        news, self.news = self.news, {}
        delivery, self.delivery = self.delivery, None
        return news, delivery
