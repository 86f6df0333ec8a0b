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

from tests.turns import changed_lately, has_turn, turn

LONG = os.environ.get("TEST_FORM") == "long"
"""Whether this is the long form (``script/test --long``)."""

SECOND_DATABASE = 20
"""The gate runs every twentieth test that touches the database on the second one, too, beside all that are marked
``database``: the first database has shown what they are about, and Django writes and reads rows in the same way."""

PROGRAMS = (
    "tests/bankout_tournament/",
    "tests/matches/jobs/",
    "tests/machines/",
    "tests/rules_engine/test_closed_pipe.py",
)
"""Where the tests are that start programs or play whole events."""

SECONDS = (
    "tests/judging/api/test_unknown_fields.py",
    "tests/judging/evidence/test_who_sees.py",
    "tests/judging/test_emails.py",
    "tests/matches/analysis/test_api.py",
    "tests/matches/api/test_conformance.py",
    "tests/matches/api/test_repeated.py",
    "tests/matches/desk/test_access.py",
    "tests/matches/forecast/test_cut_table.py",
    "tests/matches/forecast/test_real_events.py",
    "tests/matches/forecast/test_strength.py",
    "tests/test_digits.py",
)
"""Other files with a test that takes five seconds of CPU or more: in the end it would keep the others waiting."""


def in_form(*, gate: int, long: int) -> int:
    """How many examples, steps or records to try in this form."""
    return long if LONG else gate


def sample(step: int, cases: Iterable[Any]) -> list[Any]:
    """The cases of this form, as ``pytest.mark.sampled`` chooses them: in the gate the first and then every n-th."""
    return list(cases)[:: 1 if LONG else step]


class Choice:
    """Chooses the tests of a form, in the order of their collection.

    The long form has all. The gate leaves out what is marked ``long``, takes the first and then every n-th case of a
    test that is marked ``sampled(n)``, of the dear tests those whose turn it is (``tests.turns``), and on the second
    database what is marked ``database`` and a part of the others.
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
        if not has_turn(item, turn(), changed_lately()):
            return False
        if not self.second_database or item.get_closest_marker("database"):
            return True
        return self._nth("second database", SECOND_DATABASE)

    def _nth(self, name: str, step: int) -> bool:
        self.seen[name] += 1
        return self.seen[name] % step == 1 or step == 1


def spread(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in an order in which each worker begins with those of its kind, and then others, that take seconds.

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
    # A file's tests stay together: some share what the first of them makes.
    shares = [
        [*share, *(item for item in items if item.nodeid.startswith(SECONDS[worker::workers]))]
        for worker, share in enumerate(shares)
    ]
    long = {item for share in shares for item in share}
    quick = iter([item for item in items if item not in long])
    ordered: list[pytest.Item] = []
    for worker, share in enumerate(shares):
        stretch = (len(items) - len(ordered)) // (workers - worker)
        ordered += [*share, *islice(quick, max(0, stretch - len(share)))]
    return ordered


def _drives_a_browser(item: pytest.Item) -> bool:
    return item.get_closest_marker("browser") is not None
