"""A number for each request: in the answer's ``X-Request-ID``, in every line that is logged meanwhile, and on the page
that says that something went wrong.
"""

from __future__ import annotations

import logging
import re
import secrets
import time

import structlog

from bankout_tournament.private_log import without_links
from matches.live.asgi_types import Application, Message, Receive, Scope, Send

HEADER = b"x-request-id"
OF_PROXY = re.compile(rb"[0-9a-f]{8,32}")
"""What a proxy may name a request; anything else is not taken over."""

logger = logging.getLogger("bankout_tournament.requests")


def request_number() -> str:
    """The number of the request that is being answered; "" outside of one."""
    number = structlog.contextvars.get_contextvars().get("request_id", "")
    return number if isinstance(number, str) else ""


class NumberedRequests:
    """``NumberedRequests(application)``: gives each request its number, and logs it when it was answered (INFO)."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        number, began, status = _number_of(scope), time.perf_counter(), 0

        async def numbered(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message["headers"], (HEADER, number.encode())]}
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=number):
            try:
                await self.application(scope, receive, numbered)
            finally:
                if logger.isEnabledFor(logging.INFO):
                    _log(scope, status, time.perf_counter() - began)


def _number_of(scope: Scope) -> str:
    number = next((bytes(value) for name, value in scope["headers"] if name == HEADER), b"")
    return number.decode() if OF_PROXY.fullmatch(number) else secrets.token_hex(6)


def _log(scope: Scope, status: int, seconds: float) -> None:
    """The path without the secrets of links; the query may name people and is left out."""
    seen = {"method": scope["method"], "path": without_links(scope["path"]), "status": status}
    seen["ms"] = round(seconds * 1000)
    logger.info("%(method)s %(path)s: %(status)s in %(ms)s ms", seen, extra=seen)


class WithNumber(logging.Filter):
    """Gives each record ``request``: the number of its request in brackets, or nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        number = request_number()
        record.request = f" [{number}]" if number else ""
        return True
