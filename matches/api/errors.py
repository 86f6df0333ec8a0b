"""A refused act as an answer: 409 when someone was first, 422 when it cannot be; code, sentence, field, details."""

from __future__ import annotations

from typing import Any

from rest_framework.response import Response
from rest_framework.views import exception_handler

from matches.errors import Refused


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler with ``Refused`` added."""
    if isinstance(error, Refused):
        body = {"code": error.code, "detail": str(error.message), "field": error.field, "details": error.details}
        return Response(body, status=409 if error.conflict else 422)
    return exception_handler(error, context)
