"""Chromium and the hall's server for the tests of the modules and of the pages' looks."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread

import pytest
from playwright.sync_api import Page
from pytest_django.fixtures import Settings
from pytest_playwright import CreateContextCallback

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


@pytest.fixture
def server() -> Iterator[Server]:
    """A hall with the guide's pages; every test has its own."""
    made = Server()
    for page in guide.PAGES:
        made.hall.pages[f"/{page}"] = lambda page=page: guide.render(page)  # type: ignore[misc]
    made.hall.jobs = [{"state": "running", "done": 412, "total": 1000}]
    thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    yield made
    made.hall.streaming = False
    made.shutdown()
    made.server_close()


@pytest.fixture
def hall(server: Server) -> Hall:
    """The state of this test's server."""
    return server.hall


@pytest.fixture
def address(server: Server) -> str:
    """Where this test's server listens."""
    return f"http://127.0.0.1:{server.server_port}"


@pytest.fixture
def page(new_context: CreateContextCallback, address: str) -> Page:
    """A page that is opened by path, on this test's server."""
    page: Page = new_context(base_url=address).new_page()
    return page


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser's console had to say: refused styles, missing files, errors in modules."""
    said: list[str] = []
    page.on("console", lambda note: said.append(note.text) if note.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said
