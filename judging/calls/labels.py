"""What the players at a table are told about their call."""

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
    return PlayerState("judge" if call.state == CallState.CLAIMED else "call", call_notice(match))


def call_notice(match: Match) -> str:
    """The state of the table's open call as a sentence; "" without one."""
    call = call_now(match)
    if call is None:
        return ""
    if call.state == CallState.CLAIMED:
        return _("A judge is coming to your table.")
    if call.state == CallState.ESCALATED:
        return _("The head judge has been asked to your table.")
    return _("A judge has been called. Please raise your hand as well.")
