"""Gives every failure one shape: a stable code, a sentence that says what to do, and the problems by field.

400: the request cannot be read. 401: not signed in. 403: no permission. 404: does not exist, or is not visible to the
client. 409: someone was first. 413: too big. 422: not possible now. 429: too many requests. A bug (500), an outage of
the database (503) and a full disk (507) get the same shape in ``bankout_tournament.outages.failures``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import (
    APIException,
    ErrorDetail,
    MethodNotAllowed,
    NotAcceptable,
    NotAuthenticated,
    NotFound,
    ParseError,
    PermissionDenied,
    ValidationError,
)
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import exception_handler

from matches.errors import Refused

PLAIN: dict[type[APIException], Any] = {
    NotAuthenticated: gettext_lazy("Sign in, or send a token."),
    MethodNotAllowed: gettext_lazy("This address does not take this method. The Allow header lists those it takes."),
    NotAcceptable: gettext_lazy("No format that you accept can be sent. Accept application/json."),
}
"""What is said instead of the framework's own words, by the kind of failure."""


class TooBig(APIException):
    """A body of more than ``DATA_UPLOAD_MAX_MEMORY_SIZE`` bytes."""

    status_code = 413
    default_code = "too_big"


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Handle exceptions as DRF does, with ``Refused`` added and one shape of body for all."""
    if isinstance(error, Refused):
        return refusal(error, context["view"])
    error = _with_plain_message(error)
    response = exception_handler(error, context)
    if response is None or not isinstance(error, APIException):
        return response
    if isinstance(error, ValidationError):
        response.data = _of_fields(error)
    else:
        code = error.get_codes()
        detail = str(PLAIN.get(type(error), error.detail))
        response.data = failure_body(code if isinstance(code, str) else error.default_code, detail)
    return response


def refusal(refused: Refused, view: Any, **more: Any) -> Response:
    """Answer a refused change: 403 without the right to it, 409 if someone was first, else 422. ``more`` adds keys to
    the body.

    ``view`` maps the service's parameter to a field of the request (``ApiView.request_field``).
    """
    message = str(refused.message)
    field = view.request_field(refused.parameter) if refused.parameter else None
    errors = {field: [message]} if field else {}
    body = failure_body(refused.code, message, field=field, details=refused.details, errors=errors)
    return Response({**body, **more}, status=refused.status)


def failure_body(
    code: str,
    detail: str,
    *,
    field: str | None = None,
    details: list[str] | None = None,
    errors: dict[str, list[str]] | None = None,
) -> dict[str, Any]:
    """The body of every failure."""
    return {"code": code, "detail": detail, "field": field, "details": details or [], "errors": errors or {}}


def _with_plain_message(error: Exception) -> Exception:
    """Replace messages of Django and the JSON parser by ones that help the author of a client."""
    if isinstance(error, Http404):
        return NotFound(_("There is nothing with this number or key here, or it is not published."))
    if isinstance(error, DjangoPermissionDenied):
        return PermissionDenied(_("Your role at this event does not allow this."))
    if isinstance(error, RequestDataTooBig):
        return TooBig(_("This is too big: at most %(most)d bytes.") % {"most": settings.DATA_UPLOAD_MAX_MEMORY_SIZE})
    if isinstance(error, ParseError) and str(error.detail).startswith("JSON parse error"):
        return ParseError(_("This is not valid JSON: %(why)s.") % {"why": str(error.detail).partition(" - ")[2]})
    return error


def _of_fields(error: ValidationError) -> dict[str, Any]:
    found: dict[str, list[str]] = {}
    for path, message in _flat(error.detail):
        found.setdefault(path, []).append(message)
    general = found.pop("", [])
    first = next(iter(found), None)
    detail = general[0] if general else _("Some fields cannot be read; `errors` lists them.")
    return failure_body("invalid", detail, field=first, details=general[1:], errors=found)


def _flat(detail: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield nested problems as a path such as ``numbers.0`` and a sentence; an empty path is the whole request."""
    if isinstance(detail, ErrorDetail | str):
        yield path, str(detail)
    elif isinstance(detail, dict):
        for key, inner in detail.items():
            own = "" if key == api_settings.NON_FIELD_ERRORS_KEY else str(key)
            yield from _flat(inner, ".".join(part for part in (path, own) if part))
    else:
        for index, inner in enumerate(detail):
            nested = not isinstance(inner, ErrorDetail | str)
            yield from _flat(inner, f"{path}.{index}" if nested and inner else path)
