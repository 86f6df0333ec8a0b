"""Parsers of the API: JSON, and a list of players as plain CSV. Django limits the size of the body
(``errors.TooBig``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, JSONParser


class Json(JSONParser):
    """Parses JSON, and refuses what is nested too deeply and lone surrogates."""

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        try:
            parsed: dict[str, Any] = super().parse(stream, media_type, parser_context)
            json.dumps(parsed, ensure_ascii=False).encode()
        except RecursionError:
            raise ParseError(_("This JSON is nested too deeply.")) from None
        except UnicodeEncodeError:  # an answer that repeats it could not be sent
            message = _("This is not valid JSON: it contains an unpaired surrogate (\\uD800 to \\uDFFF).")
            raise ParseError(message) from None
        return parsed


class Csv(BaseParser):
    """Passes on the bytes of a list of players; the reader of lists detects the encoding."""

    media_type = "text/csv"

    def parse(  # type: ignore[override]  # bytes, not fields: only the view that names this parser gets them
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return stream.read()
