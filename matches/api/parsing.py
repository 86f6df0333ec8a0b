"""Parsers of the API: JSON, and a list of players as plain CSV. Django limits the size of the body
(``errors.TooBig``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, JSONParser


class Json(JSONParser):
    """Parses JSON and refuses JSON that is nested too deeply."""

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError(_("This JSON is nested too deeply.")) from None


class Csv(BaseParser):
    """Passes on the bytes of a list of players; the reader of lists detects the encoding."""

    media_type = "text/csv"

    def parse(  # type: ignore[override]  # bytes, not fields: only the view that names this parser gets them
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return stream.read()
