"""A call for a judge in words, for the player who waits."""

from __future__ import annotations

from django.utils.translation import gettext as _

from judging.calls.queries import call_now
from judging.enums import CallState
from matches.models import Match
from matches.plugins import PlayerState


def call_state_for_player(match: Match) -> PlayerState | None:
    """The open call at the player's table; None without one."""
    call = call_now(match)
    if call is None:
        return None
    if call.judge and call.state == CallState.CLAIMED:
        return PlayerState("judge", _("A judge is on the way."))
    return PlayerState("call", _("A judge has been called. Please raise your hand as well."))
