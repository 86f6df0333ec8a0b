"""Answers requests that failed: 503 or 507 with words for an outage, 500 for a bug, on pages and in the API.
On pages also 404.

Django calls ``server_error`` (``handler500``) for every exception that neither a view nor the API handles, also for
those of the middleware, the sessions included.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from bankout_tournament.outages.write_watch import may_have_stored
from bankout_tournament.watching.request_numbers import request_number
from matches.api.errors import failure_body
from matches.outages import Outage, outage_of
from matches.pages.access_views import form_page
from matches.pages.outage_labels import OUTAGES, stored_text

API = "/api/"
READS = ("GET", "HEAD", "OPTIONS")


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer for the exception that is being handled. Nothing here touches the database."""
    error = sys.exc_info()[1]
    outage = outage_of(error)
    stored = None if request.method in READS else may_have_stored(request, error)
    response = _bug(request, stored) if outage is None else _outage(request, outage, stored)
    response.headers["Cache-Control"] = "no-store"
    return response


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a page that does not exist (``handler404``), with the sentence that the view has for the person."""
    context = {"reason": _sentence_of(exception)}
    return HttpResponse(render_to_string("404.html", context, request), status=404)


def _sentence_of(exception: Exception) -> str:
    """What a view has written for the person; "" for what Django says of an address or of a query."""
    words = exception.args[0] if exception.args else ""
    return words if isinstance(words, str) and not words.endswith("matches the given query.") else ""


def form_expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token is not valid any more (``CSRF_FAILURE_VIEW``): the person has signed in again since.

    A script gets its sentence and a code, so that it can fetch a new token; a page leads back to the form.
    """
    if request.headers.get("HX-Request") or "application/json" in request.headers.get("Accept", ""):
        sentence = _("This form is no longer valid. Reload the page and send it again.")
        return JsonResponse({"error": sentence, "code": "form_expired"}, status=403)
    context = {"back_url": form_page(request)}
    return HttpResponse(render_to_string("403_csrf.html", context, request), status=403)


def _outage(request: HttpRequest, outage: Outage, stored: bool | None) -> HttpResponse:
    label = OUTAGES[outage]
    after = label.retry_after
    if after is not None:  # varied, so that the phones of a hall do not all come back in the same second
        after += random.randint(0, 3)
    words = " ".join(filter(None, (str(label.text), stored_text(stored))))
    context = {"heading": label.heading, "text": words}
    if request.method in READS:
        context["reload_after"] = after
    else:
        context["maybe_stored"] = stored
        context["fields"] = _fields_to_send_again(request)
    response = _answer(request, "errors/outage.html", context, code=outage.value, status=label.status)
    if after is not None:
        response.headers["Retry-After"] = str(after)
    return response


def _bug(request: HttpRequest, stored: bool | None) -> HttpResponse:
    heading = _("Something went wrong")
    context = {"heading": heading, "stored": stored_text(stored), "request_number": request_number()}
    return _answer(request, "500.html", context, code="failed", status=500)


def _answer(request: HttpRequest, template: str, context: dict[str, Any], *, code: str, status: int) -> HttpResponse:
    """A page; for programs the API's shape; for the scripts of pages the sentence that they show."""
    sentence = " ".join(filter(None, (f"{context['heading']}.", context.get("text"), context.get("stored"))))
    if request.path.startswith(API):
        return JsonResponse(failure_body(code, sentence), status=status)
    if request.headers.get("HX-Request") or "application/json" in request.headers.get("Accept", ""):
        return JsonResponse({"error": sentence}, status=status)
    return HttpResponse(render_to_string(template, context), status=status)


def _fields_to_send_again(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields of a form, for a button that sends it again; empty if it has a password or a file."""
    try:
        sent = request.POST
        if request.FILES or any("password" in name for name in sent):
            return []
    except (OSError, RequestDataTooBig):  # the body was not read to its end
        return []
    return [(name, value) for name, values in sent.lists() for value in values if isinstance(value, str)]
