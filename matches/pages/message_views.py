"""Messages on pages: a message can offer to undo what it reports."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.session import SessionStorage
from django.http import HttpRequest

KEEPING = "X-Keeping"
"""The header of a request that a service worker makes to keep a page for later; nobody reads its answer now."""


class PageMessage(Message):
    """A message with the address that undoes what it reports, or "" if it cannot be undone.

    The ``extra_tags`` of a refusal are its code.
    """

    def __init__(self, level: int, message: str, *, extra_tags: str = "", undo_url: str = "") -> None:
        super().__init__(level, message, extra_tags)
        self.undo_url = undo_url


class PageMessageStorage(SessionStorage):
    """Messages in the session, each with its undo address (``MESSAGE_STORAGE``)."""

    def __iter__(self) -> Iterator[Any]:
        """The messages to show. A page that is only kept shows none: they are for the page that the user sees next."""
        return iter(()) if KEEPING in self.request.headers else super().__iter__()

    def add_message(self, message: PageMessage) -> None:
        """Queue a message for the next page that shows messages."""
        self.added_new = True
        self._queued_messages.append(message)  # type: ignore[attr-defined]

    def serialize_messages(self, messages: Iterable[Message]) -> str:
        """The messages as JSON, for the session."""
        return json.dumps(
            [
                {
                    "level": row.level,
                    "text": str(row.message),
                    "tags": row.extra_tags or "",
                    "undo_url": getattr(row, "undo_url", ""),
                }
                for row in messages
            ]
        )

    def deserialize_messages(self, data: Any) -> list[PageMessage]:
        """The messages of a session; those that another version of the program stored are skipped."""
        rows = json.loads(data) if isinstance(data, str) else []
        kept = [row for row in rows if isinstance(row, dict)]
        return [
            PageMessage(row["level"], row["text"], extra_tags=row.get("tags", ""), undo_url=row["undo_url"])
            for row in kept
        ]


def report_success(request: HttpRequest, text: str, *, undo_url: str = "") -> None:
    """Tell the user what was done; with ``undo_url``, beside a button that posts there to undo it."""
    storage = messages.get_messages(request)
    if not isinstance(storage, PageMessageStorage):
        raise TypeError("MESSAGE_STORAGE must be a PageMessageStorage")
    storage.add_message(PageMessage(messages.SUCCESS, text, undo_url=undo_url))
