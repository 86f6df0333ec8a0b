"""What all tests share: which of them need a database, how insert-only tables are emptied between them, connections
that must not be left open, and limits that end a wait in vain."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from unittest.mock import Mock

import pytest
from django.apps import apps
from django.db import connection, connections
from django.template import Template
from django.test import TransactionTestCase
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Page, Playwright, expect
from pytest_django import DjangoDbBlocker
from pytest_playwright import CreateContextCallback

from tests.emptying import empty_database, migrated_triggers
from tests.forms import LONG, Choice, in_form, spread
from tests.kept_page import KeptPages, patient
from tests.migrated import begin_with_a_copy
from tests.patience import BROWSER_PATIENCE
from tests.refusals import WriteWatch, watched_refusals
from tests.rendering import render_and_tell
from tests.rights import RightsWatch, watched_rights
from tests.sessions import SessionWatch, watched_sessions

# Playwright's own loop runs in the main thread after the first browser test of a worker, wherever that is; Django would
# refuse the database there although nothing is async.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# The kernel runs as it is written, wherever numba is installed; one test compiles it, in a process of its own.
os.environ["NUMBA_DISABLE_JIT"] = "1"

DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_serialized_rollback"}


# No example has a time limit. Where CI is set, every run tries the same examples.
settings.register_profile(
    "tests",
    deadline=None,
    derandomize="CI" in os.environ,
    max_examples=in_form(gate=40, long=200),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tests")
expect.set_options(timeout=BROWSER_PATIENCE * 1000)


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "only tests that touch the database: those marked database, and in the gate a twentieth of the others"
    parser.addoption("--second-database", action="store_true", help=words)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    second_database = config.getoption("--second-database")
    choice = Choice(LONG, second_database)
    chosen, left_out = [], []
    for item in items:
        wanted = (not second_database or _touches_database(item)) and choice.takes(item)
        (chosen if wanted else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = spread(chosen, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def pytest_collection_finish() -> None:
    """What stands after the collection stays until the end: the garbage collector need not look through it."""
    gc.collect()
    gc.freeze()


def _touches_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(fixtures & DATABASE_FIXTURES) or item.get_closest_marker("django_db") is not None


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The database that a worker begins with is a copy of one that was migrated (``tests.migrated``)."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_createdb() -> bool:
    return False


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: DjangoDbBlocker,
) -> None:
    with django_db_blocker.unblock():
        begin_with_a_copy(tmp_path_factory)


@pytest.fixture(autouse=True, scope="session")
def _clients_see_whole_pages(django_test_environment: None) -> None:
    """Until the test environment is taken down, which puts back what was there before it."""
    Template._render = render_and_tell


@pytest.fixture(autouse=True, scope="session")
def _emptied_after_transactional_tests() -> Iterator[None]:
    patch = pytest.MonkeyPatch()
    patch.setattr(TransactionTestCase, "_fixture_teardown", lambda case: empty_database())
    yield
    patch.undo()


@pytest.fixture
def subtests(subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.Subtests]:
    """pytest's own; a test that is given it and finds no case to try fails."""
    tried = Mock(wraps=subtests.test)
    monkeypatch.setattr(subtests, "test", tried)
    yield subtests
    assert tried.called, "there are no cases"


@pytest.fixture(autouse=True)
def refusals_watch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[WriteWatch | None]:
    """Every refusal of every test comes before the first write of its change."""
    if not _touches_database(request.node):
        yield None
        return
    with watched_refusals(monkeypatch) as watch:
        yield watch
    assert not watch.complaints


@pytest.fixture(scope="session")
def _session_watch(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[SessionWatch | None]:
    with ExitStack() as stack:
        with django_db_blocker.unblock():
            migrated_triggers()
            watch = stack.enter_context(watched_sessions())
        yield watch


@pytest.fixture(autouse=True)
def _no_session_is_left_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """On PostgreSQL, a test whose threads or processes stay connected to the database fails."""
    watch = request.getfixturevalue("_session_watch") if _touches_database(request.node) else None
    yield
    complaint = watch.complaint() if watch else ""
    assert not complaint, f"{request.node.nodeid} {complaint}"


@pytest.fixture(scope="session")
def _no_connection_before_the_loop() -> None:
    connections.close_all()


@pytest.fixture(scope="session")
def playwright(_no_connection_before_the_loop: None, playwright: Playwright) -> Iterator[Playwright]:
    """Playwright, which leaves its event loop running in the main thread until the last test is over.

    Django has other connections where a loop runs, so those of one side cannot be closed from the other: the main
    thread's connection is closed before the loop starts, and that of the tests after it before the loop ends.
    """
    yield playwright
    connections.close_all()


@pytest.fixture(autouse=True)
def rights_watch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[RightsWatch | None]:
    """Every change of every test is made by somebody who has the right to it, as ``docs/rights.md`` tells it."""
    if not _touches_database(request.node):
        yield None
        return
    with watched_rights(monkeypatch) as watch:
        yield watch
    assert not watch.complaints


def pytest_report_header() -> str:
    return f"database: {connection.vendor}; apps: {len(apps.get_app_configs())}"


@pytest.fixture
def new_context(new_context: CreateContextCallback) -> CreateContextCallback:
    """The plugin's contexts, with the patience of the tests."""
    return lambda **options: patient(new_context(**options))


@pytest.fixture(scope="session")
def _kept_pages(browser: Browser) -> KeptPages:
    return KeptPages(browser)


@pytest.fixture
def page(
    request: pytest.FixtureRequest,
    browser_context_args: dict[str, Any],
    _kept_pages: KeptPages,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Page]:
    """A page that is as new; in the long form it is new."""
    if LONG:
        yield request.getfixturevalue("new_context")().new_page()
        return
    marked = request.node.get_closest_marker("browser_context_args")
    kept = _kept_pages.get({**browser_context_args, **(marked.kwargs if marked else {})})
    with monkeypatch.context() as patch:
        yield kept.lend(patch)
    _kept_pages.take_back(kept)


@pytest.fixture(scope="session")
def base_url() -> None:
    """None: each browser test has a server of its own. (The plugin's own fixture is a method: deprecated.)"""
