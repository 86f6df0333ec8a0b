"""The two forms of the suite: the gate, which runs before every landing, and the long form.

A test whose worth grows with its length says both lengths in one place: ``LONG`` or ``in_form(gate=…, long=…)``. A
parametrised test whose cases take the same way through the code is ``sampled``: the gate takes every n-th of them.
Every kind of check has a short form in the gate.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest

LONG = os.environ.get("TEST_FORM") == "long"
"""Whether this is the long form (``script/test --long``)."""

SECOND_DATABASE = 15
"""The gate runs every fifteenth of all tests of pages on the second database: the first has shown what is on them."""
SECOND_SERVICES = 8
"""Of each other file it runs the first test and then every eighth: Django writes and reads their rows in the same way.
What is about the database itself is run whole: files in ``OF_DATABASES``, tests that commit, and those that are marked
``database``."""

SAME_EVERYWHERE = (
    *("views", "pages", "page", "api", "access", "labels", "forms", "next_steps", "sheets"),
    *("rights", "rights_sweep", "private_links", "private_log", "driver", "forecasts", "query_counts"),
)
"""How the names of files end whose tests read what is the same on every database, or reckon most of their time."""

OF_DATABASES = (
    *("concurrency", "parallel", "insert_only", "chain_head", "sessions", "failures", "outages", "redis_away"),
    *("worker", "models", "round_acts", "kept", "submission_services", "import_services", "verify_services"),
    *("verification", "privacy"),
)
"""How the names of files end whose tests differ from database to database, or show that one is used well: locks,
constraints, triggers, savepoints, keys that are there already, queries into JSON."""

PROGRAMS = (
    "tests/bankout_tournament/",
    "tests/matches/jobs/",
    "tests/machines/",
    "tests/rules_engine/test_closed_pipe.py",
)
"""Where the tests are that start programs or play whole events."""


def in_form(*, gate: int, long: int) -> int:
    """How many examples, steps or records to try in this form."""
    return long if LONG else gate


def sample(step: int, cases: Iterable[Any]) -> list[Any]:
    """The cases of this form, as ``pytest.mark.sampled`` chooses them: in the gate the first and then every n-th."""
    return list(cases)[:: 1 if LONG else step]


class Choice:
    """Chooses the tests of a form, in the order of their collection.

    The long form has all. The gate leaves out what is marked ``long``, takes the first and then every n-th case of a
    test that is marked ``sampled(n)``, and on the second database of a module, or of all that is about pages.
    """

    def __init__(self, long: bool, second_database: bool = False) -> None:
        self.long = long
        self.second_database = second_database
        self.seen: Counter[str] = Counter()

    def takes(self, item: pytest.Item) -> bool:
        """Whether this form has the test; to be asked once for each test."""
        if self.long:
            return True
        if item.get_closest_marker("long"):
            return False
        sampled = item.get_closest_marker("sampled")
        if sampled and not self._nth(item.nodeid.split("[")[0], sampled.args[0]):
            return False
        module = item.nodeid.split("::")[0]
        if not self.second_database or item.get_closest_marker("database"):
            return True
        if _name(module).endswith(OF_DATABASES):
            return True
        if about_pages(module):
            return self._nth("pages", SECOND_DATABASE)
        return _commits(item) or self._nth(module, SECOND_SERVICES)

    def _nth(self, name: str, step: int) -> bool:
        self.seen[name] += 1
        return self.seen[name] % step == 1 or step == 1


def _commits(item: pytest.Item) -> bool:
    """Whether a test's changes are committed, so that threads and other processes see them."""
    database = item.get_closest_marker("django_db")
    return database is not None and bool(database.kwargs.get("transaction"))


def about_pages(module: str) -> bool:
    """Whether a file of tests reads pages, the API or logs, or tries who may what: the same on every database."""
    folders = module.split("/")[:-1]
    return bool({"views", "pages", "api", "papers", "paper"} & set(folders)) or _name(module).endswith(SAME_EVERYWHERE)


def _name(module: str) -> str:
    return module.rsplit("/", 1)[-1].removeprefix("test_").removesuffix(".py")


def spread(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in an order in which each worker begins with those of its kind that take seconds.

    A worker is given a stretch of the list and takes over from the others when it is through. What is long and begins
    last keeps everybody waiting. Half of the workers begin with the tests in a browser and the others with those of
    programs: to start either costs a worker seconds, and four browsers on two cores are in each other's way.
    """
    browsers = [item for item in items if _drives_a_browser(item)]
    programs = [item for item in items if item.nodeid.startswith(PROGRAMS) and not _drives_a_browser(item)]
    if workers == 1:
        shares = [browsers + programs]
    else:
        half = workers // 2
        shares = [browsers[worker::half] for worker in range(half)]
        shares += [programs[worker :: workers - half] for worker in range(workers - half)]
    long = set(browsers + programs)
    quick = iter([item for item in items if item not in long])
    ordered: list[pytest.Item] = []
    for worker, share in enumerate(shares):
        stretch = (len(items) - len(ordered)) // (workers - worker)
        ordered += [*share, *islice(quick, max(0, stretch - len(share)))]
    return ordered


def _drives_a_browser(item: pytest.Item) -> bool:
    return item.get_closest_marker("browser") is not None
