"""What a page that checks records asks first: whether the visitor asks too often, and whether there is room."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.throttles import ByAccountOrAddress
from rules_engine.turnstile import Busy, turnstile


class Visitors(ByAccountOrAddress):
    """Those who are not signed in; a hall may share one address."""

    scope = "check_page_visitors"
    rate = "240/min"
    signed_in = False


class Staff(ByAccountOrAddress):
    """Those who are signed in."""

    scope = "check_page_staff"
    rate = "600/min"
    signed_in = True


class NotNow(Exception):  # noqa: N818 - it is an answer, not a fault
    """A check that is not made now, with the status of the answer and the seconds after which to come back."""

    def __init__(self, message: str, status: int, after: int) -> None:
        super().__init__(message)
        self.message, self.status, self.after = message, status, after


@contextmanager
def checking(request: HttpRequest) -> Iterator[None]:
    """Check a record inside. Raises ``NotNow`` for who asks too often, and while many others wait."""
    for throttle in (Visitors(), Staff()):
        if not throttle.allow_request(request, None):  # type: ignore[arg-type]  # it reads the user and the address
            after = ceil(throttle.wait() or 60)
            message = ngettext(
                "Too many requests from here in the last minute. Try again in {seconds} second.",
                "Too many requests from here in the last minute. Try again in {seconds} seconds.",
                after,
            )
            raise NotNow(message.format(seconds=after), 429, after)
    try:
        with turnstile():
            yield
    except Busy as busy:
        message = _("The referee is busy with other requests. Try again in a few seconds.")
        raise NotNow(message, 503, busy.after) from busy
