"""Fixtures of the tests about the audit log."""

from __future__ import annotations

import pytest

from matches.models import Event
from tests.factories import EventFactory


@pytest.fixture
def event() -> Event:
    return EventFactory()
