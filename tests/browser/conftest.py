"""Real Chromium against the real server: uvicorn in a thread, on this worker's test database."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, ASGISendEvent, Scope

from tests.chromium import CHROMIUM, FLAGS
from tests.forms import LONG
from tests.patience import PATIENCE, wait_until

WORKING = pytest.mark.browser_context_args(service_workers="allow")
"""Marks the tests of what pages do without a network."""
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}


class OwnCopies:
    """The application, for a browser that keeps copies of pages of earlier tests, whose events are gone.

    A copy is as new only if this test has sent it: addresses and versions come again.
    """

    def __init__(self, application: ASGI3Application) -> None:
        self.application = application
        self.sent: set[tuple[str, bytes]] = set()

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        address = scope["path"] + "?" + scope["query_string"].decode()
        known = [
            (name, tag) for name, tag in scope["headers"] if name != b"if-none-match" or (address, tag) in self.sent
        ]

        async def noting(message: ASGISendEvent) -> None:
            if message["type"] == "http.response.start":
                self.sent |= {(address, tag) for name, tag in message["headers"] if name.lower() == b"etag"}
            await send(message)

        await self.application({**scope, "headers": known}, receive, noting)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(_uvicorn: tuple[uvicorn.Server, str]) -> dict[str, Any]:
    """``page.goto("/login/")`` asks this worker's server. Not built on the plugin's own arguments: those are shared
    with the tests that have other servers.

    The gate lets pages have their service worker in the tests that are about it (``WORKING``): to install it and have
    every file go through it costs more than most of the others do.
    """
    width, height = SIZES["desktop"]
    size = {"width": width, "height": height}
    worker = "allow" if LONG else "block"
    return {"base_url": _uvicorn[1], "viewport": size, "reduced_motion": "reduce", "service_workers": worker}


@pytest.fixture(scope="session")
def _uvicorn(django_db_setup: None) -> Iterator[tuple[uvicorn.Server, str]]:
    from bankout_tournament.asgi import application

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(OwnCopies(application), log_level="warning", timeout_graceful_shutdown=1, lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    wait_until(lambda: server.started, problem=lambda: "uvicorn did not start")
    yield server, f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(timeout=PATIENCE)


@pytest.fixture
def server(transactional_db: None, _uvicorn: tuple[uvicorn.Server, str]) -> Iterator[str]:
    """The address of the running tool; what the test stores is there for the browser."""
    running, address = _uvicorn
    running.config.app.sent.clear()
    yield address
    # The pages are closed or left by now; their last requests and streams must end before the database goes.
    state, loop = running.server_state, running.servers[0].get_loop()
    for connection in list(state.connections):
        loop.call_soon_threadsafe(connection.shutdown)  # the browser keeps idle ones
    wait_until(lambda: not (state.tasks or state.connections), problem=lambda: (state.tasks, state.connections))


@pytest.fixture(autouse=True)
def _no_surprises(request: pytest.FixtureRequest) -> Iterator[None]:
    """A page that logs an error, breaks the CSP or asks another host fails its test."""
    if "page" not in request.fixturenames:
        yield
        return
    base = request.getfixturevalue("server")  # before the page, so that it outlives it
    page = request.getfixturevalue("page")
    wrong: list[str] = []
    expected = request.node.get_closest_marker("expected_errors")
    allowed = tuple(expected.args) if expected else ()

    def note(text: str) -> None:
        if not any(part in text for part in allowed):
            wrong.append(text)

    page.on("pageerror", lambda error: note(f"script: {error}"))
    page.on("console", lambda m: note(f"console: {m.text}") if m.type == "error" else None)
    if LONG:  # in the gate no other host is found (tests.chromium), which is an error on the console
        page.on("request", lambda r: note(f"asked {r.url}") if not r.url.startswith((base, "data:", "blob:")) else None)
    yield
    assert wrong == []
