"""The queue in a folder, of an installation without Redis: Kombu's, with messages that are there whole or not at all.

Kombu writes a message under its final name. A worker that looks at that moment takes an empty file: the message is
lost, and the worker ends. Here the name is given when the message is written.
"""

from __future__ import annotations

import json
import os
import time
import uuid
from pathlib import Path
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem


class Channel(filesystem.Channel):
    """Puts messages into the folder; they are taken in the order of their names."""

    def _put(self, queue: Any, payload: Any, **kwargs: Any) -> None:  # type: ignore[override] # as Kombu
        folder, name = Path(self.data_folder_out), f"{round(time.monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        part = folder / f"{name}.part"
        try:
            part.write_text(json.dumps(payload), encoding="utf-8")
            os.replace(part, folder / name)
        except OSError as error:
            raise ChannelError(f"cannot put a message into {folder}") from error


class Transport(filesystem.Transport):
    Channel = Channel


def use() -> None:
    """Let ``filesystem://`` be this queue in the process."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"
