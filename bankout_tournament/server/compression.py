"""Compresses what Django sends: a draft of 1,024 tables is 2.6 MB of text, and a tenth of that compressed.

Public pages are kept compressed (``matches.live.cached_views``) and pass through; event streams never come here.

Is that safe where a page holds a secret (BREACH)? An attacker would have to make a signed-in browser ask for many
pages with text of the attacker's choice in them. Session cookies are ``SameSite=Lax``, so that what another site
starts in a page carries none; CSRF tokens are masked anew in each answer; and Django's middleware adds random bytes,
which hide the length. What is shown once after a POST (an API token, a personal link) is not compressed.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from matches.live.encodings import accepts_gzip

TEXTS = ("text/", "application/json", "application/javascript", "application/xml", "image/svg+xml")


class CompressTexts(GZipMiddleware):
    """Django's middleware, for texts that were asked for by GET; papers and photos are compressed in themselves."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress the answer where that makes it smaller."""
        is_text = response.headers.get("Content-Type", "").startswith(TEXTS) and not response.streaming
        if request.method != "GET" or not is_text or not accepts_gzip(request.headers.get("accept-encoding", "")):
            return response
        return super().process_response(request, response)
