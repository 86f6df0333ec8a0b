"""Each test starts with nothing asked, as far as the throttles know."""

from __future__ import annotations

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_asked() -> None:
    cache.clear()
