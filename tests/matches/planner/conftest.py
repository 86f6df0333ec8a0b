"""What the tests of the planner share."""

from __future__ import annotations

import pytest
from django.test import Client

from rules_engine.bankout.doors.planning import BankoutPlanning
from tests.factories import UserFactory


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sample of forty matches is as good for these tests, and played in a moment."""
    monkeypatch.setattr(BankoutPlanning, "sample_size", lambda *_given: 40)


@pytest.fixture
def organiser(client: Client) -> Client:
    client.force_login(UserFactory())
    return client
