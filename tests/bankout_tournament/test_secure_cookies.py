"""Cookies of one host over HTTP and over HTTPS: neither sees nor replaces the other's."""

from __future__ import annotations

import pytest

from bankout_tournament.server.secure_cookies import SecureCookies
from bankout_tournament.server.signed_in import SignedIn
from matches.live.asgi_types import Headers, Message, Receive, Scope, Send
from tests.loops import in_own_loop


def exchange(scheme: str, cookie: bytes, *answers: bytes) -> tuple[bytes | None, list[bytes]]:
    """What the application reads of a request's cookies, and what a browser gets when it sets some."""
    read: list[bytes] = []
    sent: list[Message] = []

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        read.extend(value for name, value in scope["headers"] if name == b"cookie")
        headers = [(b"content-type", b"text/html"), *((b"Set-Cookie", answer) for answer in answers)]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    headers: Headers = [(b"host", b"192.168.1.5"), (b"cookie", cookie)]
    scope = {"type": "http", "scheme": scheme, "headers": headers}
    in_own_loop(SecureCookies(application)(scope, receive, send))
    assert scope["headers"] == headers
    assert (b"content-type", b"text/html") in sent[0]["headers"]
    return (read[0] if read else None), [value for name, value in sent[0]["headers"] if name == b"Set-Cookie"]


def test_over_http_nothing_changes() -> None:
    assert exchange("http", b"sessionid=a; theme=dark", b"sessionid=b; Path=/") == (
        b"sessionid=a; theme=dark",
        [b"sessionid=b; Path=/"],
    )


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (b"sessionid=plain; __Host-sessionid=own; __Host-csrftoken=x=y", b"sessionid=own; csrftoken=x=y"),
        (b"__Host-sessionid=own", b"sessionid=own"),
        (b"sessionid=plain", None),
        (b"", None),
        (b"; ;", None),
        (b"__Host-__Host-sessionid=x", b"__Host-sessionid=x"),
    ],
)
def test_over_https_only_what_https_has_set_is_believed(sent: bytes, read: bytes | None) -> None:
    assert exchange("https", sent)[0] == read


def test_over_https_each_cookie_is_set_for_https_alone() -> None:
    _read, answers = exchange("https", b"", b"sessionid=b; Path=/; HttpOnly", b"csrftoken=c; Path=/; Secure")
    assert answers == [
        b"__Host-sessionid=b; Path=/; HttpOnly; Secure",
        b"__Host-csrftoken=c; Path=/; Secure",
    ]


def test_people_who_are_signed_in_over_https_pass_the_visitors_as_well() -> None:
    known = SignedIn()
    known.remember("own")
    assert known.knows([(b"cookie", b"sessionid=plain; __Host-sessionid=own")])
    assert known.knows([(b"cookie", b"sessionid=own")])
    assert not known.knows([(b"cookie", b"sessionid=plain")])
