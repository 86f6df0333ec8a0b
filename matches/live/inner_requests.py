"""A request that the server makes of itself, at a layer of its own ASGI applications."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from matches.live.asgi_types import Application, Message, Receive, Scope


class InnerAnswer(NamedTuple):
    """A whole answer, as the application sent it."""

    messages: list[Message]

    @property
    def status(self) -> int:
        return int(self.messages[0]["status"])

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.messages[1:])

    def header(self, name: bytes) -> bytes:
        """A response header, or empty bytes without one."""
        return header_in(self.messages[0], name)


def header_in(message: Scope | Message, name: bytes) -> bytes:
    """A header of a request or response, or empty bytes without one."""
    return next((bytes(value) for key, value in message["headers"] if key.lower() == name), b"")


async def inner_answer(application: Application, scope: Scope) -> InnerAnswer:
    """What the application answers to a request without a body."""
    messages: list[Message] = []

    async def collect(message: Message) -> None:
        messages.append(message)

    await application(scope, _no_body(), collect)
    return InnerAnswer(messages)


def _no_body() -> Receive:
    """Receive a request without a body, and keep the connection open until it is answered."""
    sent = False

    async def receive() -> Message:
        nonlocal sent
        if sent:
            await asyncio.Event().wait()
        sent = True
        return {"type": "http.request", "body": b"", "more_body": False}

    return receive
