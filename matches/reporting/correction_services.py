"""Corrects an old result and pairs the open round again, which was drawn from the wrong standings."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.audit.services import Actor, audited_change
from matches.clock.services import locked_round
from matches.enums import RoundStatus, Source
from matches.errors import Refused
from matches.models import Match, Round
from matches.results.services.results import check_correction, correct_result
from matches.rounds.services.attempts import check_untouched
from matches.rounds.services.rounds import check_round, redraw
from matches.tables.score import Score


def correct_and_pair_again(
    *, match: Match, score: Score, round: Round, actor: Actor, source: Source, reason: str, pot: int | None = None
) -> Round:
    """Correct the result of a Swiss match and pair ``round``, a later one, again with its seed. Return the new draft.

    Raises Refused where ``correct_result`` would, and for a round whose clock has started or where a table reported.
    """
    with audited_change("correct_and_pair_again", event_id=round.stage.event_id, actor=actor, reason=reason) as change:
        later = locked_round(change=change, round=round)
        if not later.stage.has_open_field or later.stage_id != match.round.stage_id:
            raise Refused("not_swiss", _("Only a later Swiss round of the same stage can be paired again."))
        if later.number <= match.round.number:
            raise Refused("round_not_later", _("Only a round after the corrected one can be paired again."))
        if later.status != RoundStatus.DRAFT:
            check_untouched(later)
        check_round(later.stage, later.number)
        check_correction(match=match, score=score, reason=reason, change=change)
        correct_result(match=match, score=score, actor=actor, source=source, reason=reason, pot=pot)
        draft = redraw(later, change, later.seed)
        change.touch("pairings", "results", "clock")
    return draft
