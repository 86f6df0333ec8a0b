"""Refuses a result that leaves out a round lost by penalty, unless the staff gives a reason."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.errors import Refused
from matches.models import Match
from matches.results.labels.round_losses import round_loss_text
from matches.results.queries.round_losses import contradicted
from matches.tables.score import Score


def check_round_losses(match: Match, score: Score, *, reason: str, by_player: bool) -> None:
    """Raise Refused if the score leaves out a round loss. The staff may store it with a reason."""
    if reason.strip() and not by_player:
        return
    left_out = contradicted(match, score)
    if not left_out:
        return
    remedy = _("If that is wrong, call a judge.") if by_player else _("To save another result, give a reason.")
    losses = [round_loss_text(loss, match.round.stage.event, staff=not by_player) for loss in left_out]
    raise Refused("round_loss", " ".join([*losses, remedy]), parameter="score", conflict=True)
