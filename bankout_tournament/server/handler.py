"""Django's handler, with the whole of a request in one thread.

Django's own passes a request to and fro between its thread and the event loop where a middleware is an ordinary
function and the next one could be a coroutine. No view here is a coroutine, so that each such step only makes two
threads wait for each other.
"""

from __future__ import annotations

import django
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class OneThread(ASGIHandler):
    """The ASGI application of Django, with middleware and views as ordinary functions."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request in its thread."""
        response: HttpResponseBase = await sync_to_async(self.get_response, thread_sensitive=True)(request)
        return response


def one_thread_application() -> OneThread:
    """Set Django up, as ``get_asgi_application`` does."""
    django.setup(set_prefix=False)
    return OneThread()
