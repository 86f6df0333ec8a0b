"""How often the engine may be asked: reading and judging cost processor time, and anyone may ask."""

from __future__ import annotations

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class _ByAddress(SimpleRateThrottle):
    """Counted by account, and for visitors by the peer's address: never by a header that anyone may write."""

    logged_in: ClassVar[bool]

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        if bool(request.user and request.user.is_authenticated) is not self.logged_in:
            return None
        who = request.user.pk if self.logged_in else request.META.get("REMOTE_ADDR", "")
        return self.cache_format % {"scope": self.scope, "ident": who}


class Visitors(_ByAddress):
    """Those who have not logged in; a hall may share one address."""

    scope = "rules_visitors"
    rate = "120/min"
    logged_in = False


class Staff(_ByAddress):
    """Those who have: a program that checks a day's sheets is not held up."""

    scope = "rules_staff"
    rate = "1200/min"
    logged_in = True


THROTTLES = [Visitors, Staff]
