"""Game rounds that are lost by a penalty: noted for the match, which ends when they decide it."""

from __future__ import annotations

from judging.models import Infraction, PenaltyEvent
from judging.records.services import RecordWriter
from judging.rulings.loss_services import Effect, correct_loss
from matches.audit.services import MOST_REASON
from matches.enums import DecidedBy, ResultStatus, RoundStatus, Source
from matches.events.game_queries import shape_of
from matches.models import Event, Match, Result
from matches.results.round_loss_queries import decided_by_losses, rounds_lost
from matches.results.services import check_correction, check_takes_results, report_result
from matches.results.takeback_services import check_take_back, take_back_result
from matches.tables.round_losses import score_of_losses
from matches.tables.score import Score


def round_loss(writer: RecordWriter, infraction: Infraction, match: Match | None) -> Effect:
    """Note a round loss for the match in which it counts. The match ends if its round losses decide it."""
    if match is None:
        return {"kind": "round_loss", "waits": True}
    effect: Effect = {"kind": "round_loss", "match": str(match.key)}
    seat = match.seats.get(entry=infraction.entry_id).index
    score = decided_by_losses(match, seat)
    if score is None:
        return effect
    result = report_result(
        match=match, score=score, actor=writer.change.actor, source=Source.JUDGE, reason=infraction.code
    )
    return {**effect, "version": result.version}


def ended_by_losses(event: Event, effect: Effect) -> Result | None:
    """The result by which round losses ended the match of this effect, if it stands and its round is open.

    In a closed round, and where a match loss has come on top, the result is corrected by hand afterwards.
    """
    if effect.get("kind") != "round_loss" or "match" not in effect:
        return None
    rows = PenaltyEvent.objects.filter(event=event).exclude(effect={}).values_list("effect", flat=True)
    parts = [part for row in rows for part in (row, row.get("gave_back")) if isinstance(part, dict)]
    versions = {
        part["version"]
        for part in parts
        if "round_loss" in (part.get("kind"), part.get("gave_back")) and part.get("match") == effect["match"]
        if "version" in part
    }
    result = Result.objects.filter(
        match__key=effect["match"],
        status=ResultStatus.CONFIRMED,
        decided_by=DecidedBy.PENALTY,
        version__in=versions,
        match__round__status__in=RoundStatus.takes_results(),
    )
    return result.select_related("match__round__stage__event").first()


def _left_score(infraction: Infraction, match: Match) -> Score | None:
    """What the match's round losses decide without this one; None if it is undecided then."""
    lost = list(rounds_lost(match))
    lost[match.seats.get(entry=infraction.entry_id).index] -= 1
    return score_of_losses(tuple(lost), shape_of(infraction.event))


def check_round_back(writer: RecordWriter, infraction: Infraction, effect: Effect, reason: str) -> None:
    """Raise Refused where ``give_back_round`` could not undo what the round loss did to the match."""
    result = ended_by_losses(infraction.event, effect)
    if result is None:
        return
    check_takes_results(result.match)
    if left := _left_score(infraction, result.match):
        check_correction(match=result.match, score=left, reason=reason, change=writer.change)
    else:
        check_take_back([result], reason=reason, change=writer.change)


def give_back_round(writer: RecordWriter, infraction: Infraction, effect: Effect, reason: str) -> Effect:
    """Take back what a round loss did to a match that penalties have ended: it is undecided again, or its score
    changes."""
    result = ended_by_losses(infraction.event, effect)
    if result is None:
        return {"gave_back": "round_loss"}
    back: Effect = {"gave_back": "round_loss", "match": effect["match"]}
    if left := _left_score(infraction, result.match):
        return {**back, "version": correct_loss(result.match, left, writer, reason).version}
    take_back_result(match=result.match, actor=writer.change.actor, reason=reason[:MOST_REASON])
    return back
