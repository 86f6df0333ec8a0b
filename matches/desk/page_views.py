"""What the desk's pages share: the frame with round and clock, and the addresses of rounds."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from matches.live.queries import Versions
from matches.models import Event, Round
from matches.pages.access_views import Roles
from matches.pages.component_views import round_context
from matches.pages.frame_views import staff_context


def desk_page_context(
    event: Event, roles: Roles, section: str, round_: Round | None, versions: Versions
) -> dict[str, Any]:
    """The frame of a staff page: rail, board with round and clock, and the versions that its parts show.

    Read ``versions`` before anything else, so that no part claims a newer version than it shows.
    """
    return desk_board(event, round_) | staff_context(event, roles, section) | {"versions": versions}


def desk_board(event: Event, round_: Round | None) -> dict[str, Any]:
    """The top bar of a staff page. A draft is named there, too."""
    context = round_context(event, round_) | {"event": event}
    context["clock_url"] += "?desk"
    return context if round_ is None else context | {"round_url": round_url(event, round_)}


def round_url(event: Event, round_: Round) -> str:
    """The round's page at the desk."""
    return reverse("matches:round", args=[event.slug, round_.stage.order, round_.number])
