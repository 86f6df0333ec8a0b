"""The frame of the desk's pages: rail, round and clock; the address of a round."""

from __future__ import annotations

from django.urls import reverse

from matches.course.queries import current_round
from matches.frame.board_views import BoardContext, round_context
from matches.live.queries import Versions
from matches.models import Event, Round
from matches.pages.access_views import Roles
from matches.pages.frame_views import StaffContext, staff_context


class DeskContext(BoardContext, StaffContext):
    """What a staff page of an event shows around its content. ``versions`` are those that its parts show, if it has
    parts that are fetched again.
    """

    versions: Versions | None


def desk_page_context(
    event: Event, roles: Roles, section: str, round_: Round | None, versions: Versions | None = None
) -> DeskContext:
    """The frame of a staff page: rail, board with round and clock, and the versions that its parts show.

    Read ``versions`` before anything else, so that no part claims a newer version than it shows.
    """
    return {**desk_board(event, round_), **staff_context(event, roles, section), "versions": versions}


def desk_board(event: Event, round_: Round | None) -> BoardContext:
    """The top bar of a staff page. A draft is named there, too."""
    board: BoardContext = {
        **round_context(event, round_),
        "event": event,
        "round_url": round_url(event, round_) if round_ else "",
    }
    board["clock_url"] += "?desk"
    return board


def round_url(event: Event, round_: Round) -> str:
    """The round's page at the desk."""
    return reverse("matches:round", args=[event.slug, round_.stage.order, round_.number])


def desk_context(event: Event, roles: Roles, current: str) -> DeskContext:
    """What a staff page of an event shows around its content: rail, top bar with round and clock."""
    return desk_page_context(event, roles, current, current_round(event))
