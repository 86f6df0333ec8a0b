"""Notes when an account signed in last, if the database takes it."""

from __future__ import annotations

import logging
from typing import Any

from django.contrib.auth.models import update_last_login
from django.contrib.auth.signals import user_logged_in
from django.db import DatabaseError

from matches.models import User
from matches.outages import outage_of

logger = logging.getLogger(__name__)


def note_last_login(sender: Any, user: User, **kwargs: Any) -> None:
    """Store the moment of the sign-in. It is no reason to refuse one: with a full disk it is not stored."""
    try:
        update_last_login(sender, user, **kwargs)
    except DatabaseError as error:
        outage = outage_of(error)
        if outage is None:
            raise
        logger.warning("the last sign-in could not be stored: %s", outage.value)


def replace_last_login() -> None:
    """Use ``note_last_login`` in place of Django's own receiver of the signal."""
    user_logged_in.disconnect(dispatch_uid="update_last_login")
    user_logged_in.connect(note_last_login, dispatch_uid="note_last_login")
