"""The queue in a folder: a message that is being written is not there yet."""

from __future__ import annotations

import os
from pathlib import Path
from queue import Empty

import pytest
from celery import current_app
from kombu import Connection

from bankout_tournament.cache_and_queue import broker


def test_a_message_is_taken_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address, options = broker("", tmp_path)
    assert current_app.conf.task_default_queue
    with Connection(address, transport_options=options) as connection, connection.channel() as channel:
        replace, looks = os.replace, []

        def look_first(part: Path, name: Path) -> None:
            with pytest.raises(Empty):
                channel._get("jobs")
            looks.append(name)
            replace(part, name)

        monkeypatch.setattr("bankout_tournament.file_queue.os.replace", look_first)
        channel._put("jobs", {"id": 7})
        assert len(looks) == 1
        assert channel._get("jobs") == {"id": 7}
        with pytest.raises(Empty):
            channel._get("jobs")
        assert not list((tmp_path / "queue").iterdir())
