"""Chromium and the hall's server for the tests of the modules and of the pages' looks."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from threading import Thread

import pytest
from playwright.sync_api import Page
from pytest_django.fixtures import Settings

from tests.chromium import CHROMIUM, FLAGS
from tests.static import guide
from tests.static.hall import Hall, Server


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    """Debian's Chromium, quiet."""
    return {"executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(autouse=True)
def _no_addresses(settings: Settings) -> None:
    """Components and base templates work without a single address of the product."""
    settings.ROOT_URLCONF = "tests.static.guide"


@pytest.fixture(scope="session")
def _server() -> Iterator[Server]:
    """One address for all tests: what a browser has loaded of it serves the next one."""
    made = Server()
    thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()


@functools.cache
def _rendered(page: str) -> str:
    """A page as it is unless a test says otherwise."""
    return guide.render(page)


@pytest.fixture
def server(_server: Server) -> Iterator[Server]:
    """A hall with the guide's pages; every test has its own."""
    _server.hall = hall = Hall()
    for page in guide.PAGES:
        hall.pages[f"/{page}"] = functools.partial(_rendered, page)
    hall.jobs = [{"state": "running", "done": 412, "total": 1000}]
    yield _server
    hall.streaming = False


@pytest.fixture
def hall(server: Server) -> Hall:
    """The state of this test's server."""
    return server.hall


@pytest.fixture
def address(server: Server) -> str:
    """Where the server listens."""
    return f"http://127.0.0.1:{server.server_port}"


@pytest.fixture
def browser_context_args(address: str) -> dict[str, object]:
    """A page is opened by path."""
    return {"base_url": address}


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser's console had to say: refused styles, missing files, errors in modules."""
    said: list[str] = []
    page.on("console", lambda note: said.append(note.text) if note.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said
