"""What a request was answered with goes soon afterwards, although its parts hold each other."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import Any

import pytest

from bankout_tournament.server import garbage
from bankout_tournament.server.lanes import Lanes
from tests.bankout_tournament.test_lanes import Client
from tests.loops import in_own_loop
from tests.patience import PATIENCE


class Row:
    """A row that was fetched with others: each holds the next."""

    def __init__(self) -> None:
        self.others = [self]


async def gone(kept: list[weakref.ref[Row]]) -> None:
    while any(row() is not None for row in kept):
        await asyncio.sleep(0.01)


@pytest.mark.usefixtures("rarely")
def test_rows_of_an_answer_go_without_a_thousand_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "SECONDS", 0.0)
    kept: list[weakref.ref[Row]] = []

    async def answer(_scope: Any, _receive: Any, send: Any) -> None:
        kept.append(weakref.ref(Row()))
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def run() -> None:
        lanes = Lanes(answer)
        for _ in range(3):
            assert await Client(lanes).status() == 200
        assert len(kept) == 3
        await asyncio.wait_for(gone(kept), PATIENCE)

    in_own_loop(run())


@pytest.fixture
def rarely() -> Any:
    """As at a start: Python looks for garbage after many new objects."""
    before = gc.get_threshold()
    gc.set_threshold(50_000_000, 20, 20)
    yield
    gc.set_threshold(*before)
