"""What the API reads: JSON, and a list of players as plain CSV. Both bounded, so that no body fills the memory."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser, JSONParser

from matches.imports import MAX_BYTES


class TooBig(APIException):
    """413, in words."""

    status_code = 413
    default_code = "too_big"


def _bounded(stream: IO[bytes], most: int) -> bytes:
    body = stream.read(most + 1)
    if len(body) > most:
        raise TooBig(_("This is too big: %(most)d bytes at the most.") % {"most": most})
    return body


class Json(JSONParser):
    """JSON of at most ``DATA_UPLOAD_MAX_MEMORY_SIZE`` bytes, not nested beyond what can be read."""

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        body = _bounded(stream, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        try:
            return super().parse(io.BytesIO(body), media_type, parser_context)
        except RecursionError:
            raise ParseError(_("This JSON is nested too deeply.")) from None


class Csv(BaseParser):
    """A list of players, as its bytes: the reader tells the encoding."""

    media_type = "text/csv"

    def parse(  # type: ignore[override]  # bytes, not fields: only the view that names this parser gets them
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return _bounded(stream, MAX_BYTES)
