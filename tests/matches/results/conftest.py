"""A table with its players, for the tests about results."""

from __future__ import annotations

import pytest

from tests.matches.results.tables import Table, table_of


@pytest.fixture
def table() -> Table:
    return table_of()
