"""Fixtures of the tests about the audit log."""

from __future__ import annotations

import pytest

from matches.models import Event
from matches.permissions import Right
from matches.plugins import Plugin, registry
from tests.factories import EventFactory


@pytest.fixture
def event() -> Event:
    return EventFactory()


@pytest.fixture(autouse=True)
def _rights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody may make the changes of these tests."""
    right = Right(lambda roles: True, players=True)
    acts = ["try_out", "try_again", "outer", "inner", "other"]
    monkeypatch.setitem(registry.by_app, "tests", Plugin(rights=dict.fromkeys(acts, right)))
