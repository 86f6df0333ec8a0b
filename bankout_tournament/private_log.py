"""Keeps players' personal links out of all logs, because with one, anyone can act as the player.

The links are removed from every log record when it is created, before any handler writes it. This covers Django's lines
on 404 and 500, uvicorn's access log, warnings and tracebacks.
"""

from __future__ import annotations

import logging
import re
from typing import Any

_SLASH = r"(?:/|%2F)"
_PART = r"(?:[^/\s\"'?#&<>,;)%\\]|%(?!2F)[0-9A-F]{2}|\\x[0-9A-F]{2})+"
"""Up to the next slash or the end of the word. Addresses may escape a sign as ``%41``, logs as ``\\x00``."""
_LINK = re.compile(
    rf"((?<!/e){_SLASH}p{_SLASH}|{_SLASH}stream{_SLASH}|{_SLASH}judge{_SLASH}mine{_SLASH}|\bLink[ +]"
    rf"|{_SLASH}login{_SLASH}reset{_SLASH}[\w-]+{_SLASH}|{_SLASH}account{_SLASH}email{_SLASH})(?!…){_PART}",
    re.IGNORECASE,
)


def without_links(text: str) -> str:
    """Return the text with … in place of the secret part of every personal link."""
    return _LINK.sub(r"\1…", text)


def secrets_of_links(text: str) -> set[str]:
    """The secret parts of the personal links in a text."""
    return {found[0].removeprefix(found[1]) for found in _LINK.finditer(text)}


class PrivateRecord(logging.LogRecord):
    """A record without personal links in its message, its arguments and its traceback."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # uvicorn's access log formats the arguments itself, so that the finished message is not enough.
        if isinstance(self.args, tuple):
            self.args = tuple(
                without_links(argument) if isinstance(argument, str) else argument for argument in self.args
            )
        if isinstance(self.msg, str):
            self.msg = without_links(self.msg)

    def getMessage(self) -> str:  # noqa: N802 - the name is the standard library's
        return without_links(super().getMessage())

    @property
    def exc_text(self) -> str | None:
        """The traceback, which the formatter stores here before it writes it."""
        return self._exc_text

    @exc_text.setter
    def exc_text(self, text: str | None) -> None:
        self._exc_text = None if text is None else without_links(text)


def keep_links_out_of_logs() -> None:
    """Make every record of this process a ``PrivateRecord``."""
    logging.setLogRecordFactory(PrivateRecord)
