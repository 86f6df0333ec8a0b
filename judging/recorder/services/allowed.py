"""Whether the rules allow what is tapped, with the reason why not."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.recorder.queries.recorded import RecordedMatch
from matches.errors import Refused
from rules_engine.table import Barred

_DRAW = "draw"
"""How the acts of a turn name a draw, whatever card comes."""


def check_allowed(now: RecordedMatch, token: str) -> None:
    """Raises Refused for a token that the rules do not allow now."""
    acts = now.standing.acts
    act = now.game.language.unsuited(token)
    if token == now.game.language.time_token or any(allowed.token == act for allowed in acts.allowed):
        return
    barred = _listed_reason(now, act)
    kind = next((kind for kind in acts.kinds if kind.entries(token)), None)
    if barred is None and kind is not None and acts.seat is not None:
        barred = now.game.barred(now.standing.state, acts.seat, token)
        if barred is None and kind.allowed and not kind.listed:
            return
    if barred is not None:
        raise Refused("barred", str(now.with_names(barred.reason)), parameter="token", details=[barred.rule])
    if acts.seat is None:
        raise Refused("round_over", _("The round is over. Start the next one."), parameter="token")
    raise Refused("barred", _("This is not possible now."), parameter="token")


def _listed_reason(now: RecordedMatch, act: str) -> Barred | None:
    named = (act, _DRAW) if act in now.game.language.draw_keys else (act,)
    return next((barred for barred in now.standing.acts.barred if barred.token in named), None)
