"""The style sheet of the public pages: one file, joined from the sheets that they use.

A phone in a full hall waits for each file. The sheets stay apart in ``static/css``; this finder joins them whenever
they are collected, or asked for during development, so there is nothing to build and nothing that could be outdated.
"""

from __future__ import annotations

import builtins
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

SHEETS = {
    "css/public.css": (
        "reset", "tokens", "base", "frame", "layout", "forms", "table", "round", "bracket",
        "pages/public", "print",
    ),
}  # fmt: skip
"""The joined sheets with their parts, which stand in ``static/css``. The reset comes first: it orders the layers."""


def joined(parts: Iterable[str], folder: Path) -> str:
    """The text of several sheets, in order."""
    return "\n".join((folder / f"{part}.css").read_text(encoding="utf-8") for part in parts)


class JoinedSheets(BaseFinder):
    """Finds the joined sheets for ``collectstatic`` and for the server during development."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.folder = Path(settings.DATA_DIR) / "sheets"
        self.storage = FileSystemStorage(location=self.folder)

    def check(self, **kwargs: Any) -> builtins.list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if path not in SHEETS:
            return []
        found = str(self._write(path))
        return [found] if find_all else found

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        for path in SHEETS:
            self._write(path)
            yield path, self.storage

    def _write(self, path: str) -> Path:
        """Join the sheet again. Other processes may read it meanwhile, so it is put in place at once."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        text = joined(SHEETS[path], settings.BASE_DIR / "static" / "css")
        if not target.is_file() or target.read_text(encoding="utf-8") != text:
            handle, name = tempfile.mkstemp(dir=target.parent)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(target)
        return target
