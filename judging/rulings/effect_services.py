"""What a penalty does to the match, and how it is given back: always through the services of ``matches``.

An effect is kept with the penalty's event as codes and keys, so that rescinding knows what to undo.
"""

from __future__ import annotations

from typing import Any

from judging.enums import ExtensionCause, PrizeDecision
from judging.extensions.services import give_time, table_time
from judging.models import Infraction
from judging.policy.extension import Extension, for_penalty
from judging.policy.structs import DISQUALIFICATION, MATCH_LOSS, ROUND_LOSS, Penalty
from judging.records.services import RecordWriter
from judging.rulings.loss_services import (
    DOUBLE_LOSS,
    Effect,
    check_match_back,
    give_back_match,
    lost_to_penalty,
    match_loss,
    open_match,
)
from judging.rulings.round_loss_services import check_round_back, give_back_round, round_loss
from matches.attendance.services import check_disqualification, check_return, disqualify_entry, return_entry
from matches.audit.services import MOST_REASON
from matches.clock.services import check_extension
from matches.enums import EntryStatus
from matches.models import Entry, Match
from matches.people.services import current_entry
from matches.results.services import check_correction


def carry_out(writer: RecordWriter, infraction: Infraction, penalty: Penalty, statements: dict[str, Any]) -> Effect:
    """Carry out the effect of a penalty that is in force; returns what it did, {} if it has no effect."""
    if penalty.effect is not None:
        return _time_penalty(writer, penalty)
    if penalty.code == ROUND_LOSS:
        return round_loss(writer, infraction, open_match(infraction))
    if penalty.code == MATCH_LOSS:
        return match_loss(writer, infraction, open_match(infraction))
    if penalty.code == DISQUALIFICATION:
        return _disqualify(writer, infraction, statements)
    return {}


def check_effect(writer: RecordWriter, infraction: Infraction, penalty: Penalty) -> None:
    """Raise Refused where ``carry_out`` could not act on the match."""
    if penalty.effect is not None and writer.match is not None:
        extension = _extension_for(writer, writer.match, penalty)
        if extension.seconds:
            check_extension(match=writer.match, seconds=extension.seconds)
    if penalty.code in (MATCH_LOSS, DISQUALIFICATION):
        _check_double_loss(writer, infraction)
    if penalty.code == DISQUALIFICATION:
        check_disqualification(current_entry(change=writer.change, entry=infraction.entry), reason=infraction.code)


def _check_double_loss(writer: RecordWriter, infraction: Infraction) -> None:
    against = lost_to_penalty(infraction.entry_id, infraction.match)
    if against is not None:
        check_correction(match=against.match, score=DOUBLE_LOSS, reason=infraction.code, change=writer.change)


def _time_penalty(writer: RecordWriter, penalty: Penalty) -> Effect:
    """The offender's turns get a time box for the rest of the match, the table gets time; unless time was called."""
    assert penalty.effect is not None  # noqa: S101 - asked by the caller
    effect: Effect = {"kind": "time_penalty", "turn_seconds": penalty.effect.turn_seconds}
    if writer.match is None:
        return {**effect, "waits": True}
    extension = _extension_for(writer, writer.match, penalty)
    if extension.seconds:
        give_time(writer, extension, cause=ExtensionCause.TIME_PENALTY)
    return {**effect, "seconds": extension.seconds, "recorded_only": extension.reason == "time_already_called"}


def _extension_for(writer: RecordWriter, match: Match, penalty: Penalty) -> Extension:
    assert penalty.effect is not None  # noqa: S101 - asked by the callers
    time = table_time(match, writer.at)
    return for_penalty(writer.policy, penalty.effect, left=time.left, given=time.given)


def _disqualify(writer: RecordWriter, infraction: Infraction, statements: dict[str, Any]) -> Effect:
    keeps = statements.get("prize_decision") == PrizeDecision.WITH_PRIZE
    match = open_match(infraction)
    counts = match is not None or lost_to_penalty(infraction.entry_id, infraction.match) is not None
    loss = match_loss(writer, infraction, match) if counts else {}
    disqualify_entry(
        actor=writer.change.actor,
        entry=infraction.entry,
        reason=infraction.code,
        keeps_place=keeps,
    )
    return {"kind": "disqualification", "keeps_place": keeps, "loss": loss}


def check_give_back(writer: RecordWriter, infraction: Infraction, effect: Effect, reason: str) -> None:
    """Raise Refused where ``give_back`` could not undo what a penalty took."""
    kind = effect.get("kind")
    if kind == "round_loss":
        check_round_back(writer, infraction, effect, reason)
    if kind == "match_loss":
        check_match_back(writer, infraction, effect, reason)
    if kind == "disqualification":
        entry = current_entry(change=writer.change, entry=infraction.entry)
        if entry.status == EntryStatus.DISQUALIFIED:
            check_return(writer.event, entry, reason=infraction.code)
        check_match_back(writer, infraction, effect.get("loss", {}), reason)


def give_back(writer: RecordWriter, infraction: Infraction, effect: Effect, reason: str) -> Effect:
    """Undo the effect of a penalty and return what was given back. Extra time for the table stays."""
    kind = effect.get("kind")
    if kind == "round_loss":
        return give_back_round(writer, infraction, effect, reason)
    if kind == "match_loss":
        return give_back_match(writer, infraction, effect, reason)
    if kind == "disqualification":
        entry = Entry.objects.get(pk=infraction.entry_id)
        if entry.status == EntryStatus.DISQUALIFIED:
            return_entry(actor=writer.change.actor, entry=entry, reason=reason[:MOST_REASON])
        loss = give_back_match(writer, infraction, effect.get("loss", {}), reason)
        return {"gave_back": "disqualification", "loss": loss}
    return {"gave_back": kind} if kind else {}
