"""The handler of requests: from the first middleware to the view, a request stays in one thread."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from asgiref.sync import AsyncToSync
from django.http import HttpRequest, HttpResponse
from django.urls import path
from pytest_django.fixtures import Settings

from bankout_tournament.server.handler import OneThread
from tests.loops import in_own_loop

threads: list[int] = []


def hello(request: HttpRequest) -> HttpResponse:
    threads.append(threading.get_ident())
    return HttpResponse("hello")


def broken(request: HttpRequest) -> HttpResponse:
    raise LookupError("on purpose")


urlpatterns = [path("hello/", hello), path("broken/", broken)]


async def answer(address: str) -> list[dict[str, Any]]:
    """What the handler sends for a request."""
    messages: list[dict[str, Any]] = []
    parts = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not parts:
            await asyncio.Event().wait()  # the client stays, and says nothing more
        return parts.pop()

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    scope = {
        "type": "http", "method": "GET", "path": address, "raw_path": address.encode(), "query_string": b"",
        "headers": [(b"host", b"localhost")], "http_version": "1.1", "scheme": "http", "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }  # fmt: skip
    await OneThread()(scope, receive, send)
    return messages


def test_a_request_goes_into_its_thread_and_never_back(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ROOT_URLCONF = __name__
    back: list[object] = []
    call = AsyncToSync.__call__

    def counted(self: Any, *args: Any, **kwargs: Any) -> Any:
        back.append(self)
        return call(self, *args, **kwargs)

    monkeypatch.setattr(AsyncToSync, "__call__", counted)
    threads.clear()
    start, body = in_own_loop(answer("/hello/"))
    assert (start["status"], body["body"]) == (200, b"hello")
    assert threads != [threading.get_ident()]
    assert back == []


def test_failures_are_answered_as_by_django(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    assert in_own_loop(answer("/nothing/"))[0]["status"] == 404
    assert in_own_loop(answer("/broken/"))[0]["status"] == 500
