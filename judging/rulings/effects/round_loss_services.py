"""Game rounds that are lost by a penalty: noted for the match, which ends when they decide it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from judging.models import Infraction, PenaltyEvent
from judging.policy.structs import ROUND_LOSS, Penalty
from judging.records.services import RecordWriter
from judging.rulings.effects.kind_services import Done, EffectKind, GivenBack, Outlook
from judging.rulings.effects.match_loss_services import (
    correct_loss,
    has_result,
    lost_text,
    open_match,
    opponent,
    table_of,
    waits_text,
)
from judging.rulings.effects.stored import FORMS, GaveBack, RoundLoss, read_effect, read_gave_back
from judging.rulings.queries.penalties import results_by_penalty, steps_to
from matches.audit.services import MOST_REASON
from matches.enums import DecidedBy, RoundStatus, Source
from matches.events.queries.games import shape_of
from matches.events.queries.kinds import kind_of
from matches.models import Entry, Match, Result
from matches.results.queries.round_losses import decided_by_losses, rounds_lost
from matches.results.services.results import check_correction, check_takes_results, report_result
from matches.results.services.takebacks import check_take_back, take_back_result
from matches.tables.round_losses import score_of_losses
from matches.tables.score import Score


class RoundLossKind(EffectKind):
    """The loss is noted for the match in which it counts. The match ends if its round losses decide it."""

    def is_of(self, penalty: Penalty) -> bool:
        return penalty.code == ROUND_LOSS

    def apply(self, writer: RecordWriter, infraction: Infraction, penalty: Penalty, statements: dict[str, Any]) -> Done:
        match = open_match(infraction)
        if match is None:
            return Done(RoundLoss(waits=True))
        score = decided_by_losses(match, match.seats.get(entry=infraction.entry_id).index)
        if score is None:
            return Done(RoundLoss(str(match.key)))
        result = report_result(
            match=match, score=score, actor=writer.change.actor, source=Source.JUDGE, reason=infraction.code
        )
        return Done(RoundLoss(str(match.key), result.version), result)

    def foretell(self, outlook: Outlook, penalty: Penalty) -> list[str]:
        match = outlook.counts_in
        if match is None:
            return [waits_text(outlook)]
        score = decided_by_losses(match, outlook.seat(match))
        return [_noted_text(outlook, match) if score is None else lost_text(outlook, match, score)]

    def check_give_back(self, writer: RecordWriter, infraction: Infraction, effect: RoundLoss, reason: str) -> None:
        result = _ended_by_losses(effect)
        if result is None:
            return
        check_takes_results(result.match, writer.change)
        if left := _left_score(infraction, result.match):
            check_correction(match=result.match, score=left, reason=reason, change=writer.change)
        else:
            check_take_back([result], reason=reason, change=writer.change)

    def give_back(self, writer: RecordWriter, infraction: Infraction, effect: RoundLoss, reason: str) -> GivenBack:
        """A match that penalties have ended is undecided again, or its score changes."""
        result = _ended_by_losses(effect)
        if result is None:
            return GivenBack(GaveBack(effect.kind))
        if score := _left_score(infraction, result.match):
            left = correct_loss(result.match, score, writer, reason)
            return GivenBack(GaveBack(effect.kind, effect.match, left.version), left)
        take_back_result(match=result.match, actor=writer.change.actor, reason=reason[:MOST_REASON])
        return GivenBack(GaveBack(effect.kind, effect.match))

    def explain(self, entry: Entry, effect: RoundLoss) -> list[str]:
        match = table_of(effect.match)
        return [] if match is None else [_given_back_text(effect, match)]

    def to_correct(self, effect: RoundLoss) -> Match | None:
        """The penalty is taken back first, so that the corrected result does not contradict it. A result that penalties
        decided is changed with it."""
        match = table_of(effect.match)
        if match is None or not has_result(match) or _ended_by_losses(effect) is not None:
            return None
        return match


def _ended_by_losses(effect: RoundLoss) -> Result | None:
    """The result by which round losses ended the match of this effect, if it stands and its round is open.

    In a closed round, and where a match loss has come on top, the result is corrected by hand afterwards.
    """
    if effect.match is None:
        return None
    open_rounds = results_by_penalty(effect.match).filter(match__round__status__in=RoundStatus.takes_results())
    result = open_rounds.filter(decided_by=DecidedBy.PENALTY).first()
    return result if result is not None and any(_is_of_round_loss(step, result) for step in steps_to(result)) else None


def _is_of_round_loss(step: PenaltyEvent, result: Result) -> bool:
    """Whether the step made the result by a round loss, or left it when it took one back."""
    if step.result_id == result.pk:
        return isinstance(read_effect(step.effect), RoundLoss)
    back = read_gave_back(step.effect)
    return back is not None and FORMS.get(back.what) is RoundLoss


def _left_score(infraction: Infraction, match: Match) -> Score | None:
    """What the match's round losses decide without this one; None if it is undecided then."""
    lost = list(rounds_lost(match))
    lost[match.seats.get(entry=infraction.entry_id).index] -= 1
    return score_of_losses(tuple(lost), shape_of(infraction.event))


def _noted_text(outlook: Outlook, match: Match) -> str:
    """The match goes on."""
    if not kind_of(match.round.stage).ends_with_loss:
        text = _("Table %(table)s: noted only. At a table of more than two, no opponent is awarded a round.")
    elif shape_of(outlook.event).unit != "rounds":
        text = _("Table %(table)s: what %(name)s scored in this game round does not count.")
    else:
        text = _("Table %(table)s: %(opponent)s is awarded a round.")
    return text % {"table": match.table, "name": outlook.name, "opponent": opponent(match, outlook.entry)}


def _given_back_text(effect: RoundLoss, match: Match) -> str:
    if _ended_by_losses(effect) is not None:
        text = _("Table %(table)s: the result decided by penalty no longer includes this round loss.")
    elif has_result(match):
        text = _("Table %(table)s has a result that includes the round. You will be taken there to correct it.")
    else:
        text = _("Table %(table)s: the opponent no longer gets the round.")
    return text % {"table": match.table}
