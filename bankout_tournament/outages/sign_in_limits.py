"""Counts failed sign-ins in the database, and in the cache while the database takes no writes (``AXES_HANDLER``).

Signing in must not fail because the attempt cannot be recorded, and guessing passwords must not become free of limits.
"""

from __future__ import annotations

import logging
from typing import Any

from axes.handlers.cache import AxesCacheHandler
from axes.handlers.database import AxesDatabaseHandler
from django.db import DatabaseError

from matches.outages import outage_of

logger = logging.getLogger(__name__)


class SignInLimits(AxesDatabaseHandler):
    """axes's handler for the database, with the one for the cache in reserve."""

    def __init__(self) -> None:
        super().__init__()
        self.reserve = AxesCacheHandler()

    def get_failures(self, request: Any, credentials: dict[str, Any] | None = None) -> int:
        in_database: int = super().get_failures(request, credentials)
        in_reserve: int = self.reserve.get_failures(request, credentials)
        return max(in_database, in_reserve)

    def user_login_failed(self, sender: Any, credentials: dict[str, Any], request: Any = None, **kwargs: Any) -> None:
        try:
            super().user_login_failed(sender, credentials, request, **kwargs)
        except DatabaseError as error:
            _must_be_outage(error)
            self.reserve.user_login_failed(sender, credentials, request, **kwargs)

    def user_logged_in(self, sender: Any, request: Any, user: Any, **kwargs: Any) -> None:
        self.reserve.user_logged_in(sender, request, user, **kwargs)
        try:
            super().user_logged_in(sender, request, user, **kwargs)
        except DatabaseError as error:
            _must_be_outage(error)

    def user_logged_out(self, sender: Any, request: Any, user: Any, **kwargs: Any) -> None:
        try:
            super().user_logged_out(sender, request, user, **kwargs)
        except DatabaseError as error:
            _must_be_outage(error)


def _must_be_outage(error: DatabaseError) -> None:
    """Log an outage in one line; raise any other failure again."""
    outage = outage_of(error)
    if outage is None:
        raise error
    logger.warning("a sign-in could not be recorded: %s", outage.value)
