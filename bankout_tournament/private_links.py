"""Keeps players' personal links out of referrers and error reports: with one, anyone can act as the player.

``private_log`` keeps them out of logs.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView
from types import FrameType
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.safestring import SafeString, mark_safe
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter

from bankout_tournament.private_log import secrets_of_links, without_links


def strict_referrers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware around all others: from a personal link, valid or not, browsers name only the site.

    "no-referrer" would be too strict: a browser then sends "Origin: null" with the page's own form, which is refused as
    forged.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if secrets_of_links(request.path):
            response.headers["Referrer-Policy"] = "strict-origin"
        return response

    return respond


class PrivateReport(ExceptionReporter):
    """Django's report of an error, as it mails it to ADMINS, without personal links."""

    def get_traceback_text(self) -> SafeString:
        return mark_safe(self._clean(super().get_traceback_text()))  # noqa: S308 - plain text

    def get_traceback_html(self) -> SafeString:
        return mark_safe(self._clean(super().get_traceback_html()))  # noqa: S308 - Django has escaped it

    def _clean(self, report: str) -> str:
        """The report without the links, and without their secret parts where they stand alone."""
        path = self.request.get_full_path() if self.request is not None else ""
        for secret in secrets_of_links(path) | secrets_of_links(report):
            report = report.replace(secret, "…")
        return without_links(report)


class PrivateFrames(SafeExceptionReporterFilter):
    """Hides the values of local variables that are called a token, key or password."""

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: FrameType) -> ItemsView[str, Any]:
        found = super().get_traceback_frame_variables(request, tb_frame)
        return {name: self.cleanse_setting(name, value) for name, value in found}.items()
