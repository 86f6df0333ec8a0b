"""Keeps the cookies of pages over HTTPS apart from those over plain HTTP, where one machine serves both.

A browser has one set of cookies for a host, whatever the port and the scheme. Without a difference, a session that
began over HTTPS would go out in plain as well; with ``Secure`` alone, a page over plain HTTP could not replace a cookie
that HTTPS has set, and signing in there would fail. So over HTTPS each cookie is ``Secure`` and its name begins with
``__Host-``: plain pages neither see nor touch it, and what was set in plain is not believed over HTTPS. Django sees the
usual names.
"""

from __future__ import annotations

from matches.live.asgi_types import Application, Headers, Message, Receive, Scope, Send

PREFIX = b"__Host-"
"""With it, browsers demand Secure, the path / and no domain, as Django's cookies have them."""


class SecureCookies:
    """``SecureCookies(application)``: the application with names of its own for the cookies of HTTPS."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope.get("scheme") != "https":
            await self.application(scope, receive, send)
            return

        async def renamed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [_secured(*header) for header in message.get("headers", [])]}
            await send(message)

        await self.application({**scope, "headers": usual_names(scope["headers"])}, receive, renamed)


def usual_names(headers: Headers) -> Headers:
    """The request's headers with the cookies that HTTPS has set, under the names that Django knows, and no others."""
    found = []
    for name, value in headers:
        kept = value
        if name == b"cookie":
            cookies = [cookie.strip() for cookie in value.split(b";")]
            kept = b"; ".join(cookie.removeprefix(PREFIX) for cookie in cookies if cookie.startswith(PREFIX))
        if kept or name != b"cookie":
            found.append((name, kept))
    return found


def _secured(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    if name.lower() != b"set-cookie":
        return name, value
    words = {word.strip().lower() for word in value.split(b";")}
    return name, PREFIX + value + (b"" if b"secure" in words else b"; Secure")
