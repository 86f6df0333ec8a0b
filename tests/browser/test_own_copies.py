"""A browser that lives longer than a test asks whether its copies are as new; those of other tests are not."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from tests.browser.conftest import OwnCopies

TAG = b'"3-7"'


def asked(copies: OwnCopies, *headers: tuple[bytes, bytes], path: str = "/e/one/live/") -> list[tuple[bytes, bytes]]:
    """The headers with which the application is asked."""
    scope: Any = {"type": "http", "path": path, "query_string": b"", "headers": headers}
    seen: Any = copies.application
    with suppress(StopIteration):
        copies(scope, None, _nowhere).send(None)  # type: ignore[arg-type]
    return list(seen.headers)


async def _nowhere(message: object) -> None:
    """Nobody reads it."""


class Application:
    """Answers with a tag."""

    headers: list[tuple[bytes, bytes]]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.headers = scope["headers"]
        await send({"type": "http.response.start", "status": 200, "headers": [(b"ETag", TAG)]})


def test_only_a_tag_that_this_test_was_sent_from_there_is_asked_about() -> None:
    copies, others = OwnCopies(Application()), (b"accept", b"*/*")
    mine = (b"if-none-match", TAG)
    assert asked(copies, others, mine) == [others]
    assert asked(copies, others, mine) == [others, mine]
    assert asked(copies, mine, path="/e/two/live/") == []
    copies.sent.clear()  # the next test
    assert asked(copies, mine) == []
