"""Asking an ASGI application without a server."""

from __future__ import annotations

import asyncio
from typing import Any

from matches.live.asgi_types import Application, Message, Scope


def scope_of(path: str, method: str = "GET", **headers: str) -> Scope:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "path": path, "method": method, "headers": named, "query_string": b""}


def asked(
    application: Application, path: str, method: str = "GET", **headers: str
) -> tuple[int, dict[bytes, bytes], bytes]:
    """Status, headers and body of the answer."""
    messages: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        messages.append(message)

    asyncio.run(application(scope_of(path, method, **headers), receive, send))
    body = b"".join(message.get("body", b"") for message in messages[1:])
    return messages[0]["status"], dict(messages[0]["headers"]), body


def answering(status: int = 200, content_type: bytes = b"text/html", act: Any = None) -> Application:
    """An application that gives one answer, after ``act``."""

    async def application(scope: Scope, receive: Any, send: Any) -> None:
        if act is not None:
            act(scope)
        await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", content_type)]})
        await send({"type": "http.response.body", "body": b"here"})

    return application
