"""Rate limits of the engine's API: it is open to everyone, and reading and judging records costs processor time."""

from __future__ import annotations

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class _ByAccountOrAddress(SimpleRateThrottle):
    """Counts requests by account, for visitors by the peer's address; never by a header, which can be forged."""

    signed_in: ClassVar[bool]

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        if bool(request.user and request.user.is_authenticated) is not self.signed_in:
            return None
        who = request.user.pk if self.signed_in else request.META.get("REMOTE_ADDR", "")
        return self.cache_format % {"scope": self.scope, "ident": who}


class Visitors(_ByAccountOrAddress):
    """The limit for visitors who are not signed in. A whole hall may share one address."""

    scope = "rules_visitors"
    rate = "120/min"
    signed_in = False


class Staff(_ByAccountOrAddress):
    """The limit for signed-in users: high enough for a program that checks all sheets of a day."""

    scope = "rules_staff"
    rate = "1200/min"
    signed_in = True


THROTTLES = [Visitors, Staff]
