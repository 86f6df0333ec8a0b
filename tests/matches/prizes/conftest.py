from __future__ import annotations

import pytest

from matches.audit.services import Actor
from tests.factories import any_organiser


@pytest.fixture
def desk() -> Actor:
    return any_organiser()
