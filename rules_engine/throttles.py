"""How the rate limits of the engine count who asks; pages and API have their own limits."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework.throttling import SimpleRateThrottle


class ByAccountOrAddress(SimpleRateThrottle):
    """Counts requests by account, for visitors by the peer's address; never by a header, which can be forged."""

    signed_in: ClassVar[bool]

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        if bool(request.user and request.user.is_authenticated) is not self.signed_in:
            return None
        who = request.user.pk if self.signed_in else request.META.get("REMOTE_ADDR", "")
        return self.cache_format % {"scope": self.scope, "ident": who}
