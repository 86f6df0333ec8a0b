"""When a device becomes a player's, what it watches must come without chances."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from django.db import Error, transaction

from matches.audit.services import raise_versions
from matches.live.devices import COOKIE, device_in, part_of
from matches.live.queries import PLAYER_COOKIE
from matches.models import Event

logger = logging.getLogger(__name__)


def end_streams(*, cookies: Mapping[str, str]) -> None:
    """End the streams of a device that is about to become a player's, by the cookies of its request.

    Where the database does not let itself be written to, the page is more important: the streams end by themselves.
    """
    device = device_in(cookies.get(COOKIE, ""))
    if device is None or PLAYER_COOKIE in cookies:
        return
    try:
        with transaction.atomic():
            events = Event.objects.filter(slug__in=device.slugs).values_list("pk", flat=True)
            raise_versions({(event, part_of(device.number)) for event in events})
    except Error as error:
        logger.warning("the streams of a device could not be ended: %s", error)
