"""What the players at a table are told about their call."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from judging.calls.queries import CallNow, call_now, calls_now
from judging.enums import CallState
from matches.models import Match
from matches.page_plugins import PlayerState


def call_states_for_players(matches: Sequence[Match]) -> dict[int, PlayerState]:
    """The open calls at players' tables, by match."""
    return {
        match_id: PlayerState("judge" if call.state == CallState.CLAIMED else "call", _notice(call))
        for match_id, call in calls_now(matches).items()
    }


def call_notice(match: Match) -> str:
    """The state of the table's open call as a sentence; "" without one."""
    call = call_now(match)
    return "" if call is None else _notice(call)


def _notice(call: CallNow) -> str:
    if call.state == CallState.CLAIMED:
        return _("A judge is coming to your table.")
    if call.state == CallState.ESCALATED:
        return _("The head judge has been called to your table.")
    return _("A judge has been called. Raise your hand as well.")
