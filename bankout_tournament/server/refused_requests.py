"""The answer to a request that does not get into Django: a page, the API's shape, or a sentence for a script."""

from __future__ import annotations

import asyncio
import json
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from bankout_tournament.server.bodies import RefusedError, drained
from matches.api.errors import failure_body
from matches.live.asgi_types import Receive, Scope, Send

API = "/api/"
LINGER_SECONDS = 5.0
LINGER_BYTES = 16 * 1024 * 1024
"""How long, and how much, a client may go on sending after it was refused. Nothing of it is kept."""
LINGERING = asyncio.BoundedSemaphore(20)
"""So many at once may. More are no mistakes of people, and are cut off."""


async def refuse(refusal: RefusedError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer, let the client finish what it is sending, and close the connection."""
    kind, text = _answer(refusal, scope)
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(text)).encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    if refusal.status in (429, 503):
        headers.append((b"retry-after", str(refusal.after).encode()))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": text, "more_body": True})
    if refusal.status != 408 and not LINGERING.locked():
        async with LINGERING:
            await drained(receive, seconds=LINGER_SECONDS, most=LINGER_BYTES)
    await send({"type": "http.response.body", "body": b""})


def _answer(refusal: RefusedError, scope: Scope) -> tuple[bytes, bytes]:
    headers = dict(scope["headers"])
    if scope["path"].startswith(API):
        return b"application/json", json.dumps(failure_body(refusal.code, refusal.why)).encode()
    if b"hx-request" in headers or b"application/json" in headers.get(b"accept", b""):
        return b"application/json", json.dumps({"error": refusal.why}).encode()
    return b"text/html; charset=utf-8", _page(refusal.status, refusal.why)


@lru_cache(maxsize=16)
def _page(status: int, why: str) -> bytes:
    """The page; it is the same for everybody, so that refusing costs nothing."""
    headings = {413: _("This is too large"), 408: _("This took too long"), 429: _("Wait a moment")}
    context = {"heading": headings.get(status, _("The server is busy")), "text": why}
    return render_to_string("errors/refused.html", context).encode()
