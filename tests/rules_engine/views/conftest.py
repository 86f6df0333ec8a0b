"""Each test starts with nothing asked, and may ask as often as it likes; ``test_limits`` sets limits of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from rules_engine.views import limits


@pytest.fixture(autouse=True)
def _asks_freely(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(limits.Visitors, "rate", "100000/min")
    cache.clear()
    yield
    cache.clear()
