"""What a penalty does to the match, and how it is given back: always through the services of ``matches``.

An effect is kept with the penalty's event as codes and keys, so that rescinding knows what to undo.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from judging.enums import ExtensionCause, PrizeDecision
from judging.floor.extension_services import give_time, table_time
from judging.models import Infraction
from judging.policy.extension import Extension, for_penalty
from judging.policy.structs import DISQUALIFICATION, MATCH_LOSS, ROUND_LOSS, Penalty
from judging.records.services import RecordWriter
from matches.audit.services import MOST_REASON
from matches.enums import DecidedBy, EntryStatus, MatchKind, ResultStatus, RoundStatus, Source
from matches.errors import Refused
from matches.events.game_queries import shape_of
from matches.models import Entry, Event, Match, Result
from matches.people.attendance_services import check_disqualification, check_return, disqualify_entry, return_entry
from matches.people.services import current_entry
from matches.results.services import check_takes_results, report_result
from matches.results.takeback_services import check_take_back, take_back_result
from matches.rounds.clock_services import check_extension
from matches.scores import Score

Effect = dict[str, Any]


def carry_out(writer: RecordWriter, infraction: Infraction, penalty: Penalty, statements: dict[str, Any]) -> Effect:
    """Carry out the effect of a penalty that is in force; returns what it did, {} if it has no effect."""
    if penalty.effect is not None:
        return _time_penalty(writer, penalty)
    if penalty.code == ROUND_LOSS:
        match = open_match(infraction)
        return {"kind": "round_loss", "match": str(match.key)} if match else {"kind": "round_loss", "waits": True}
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
    if penalty.code == DISQUALIFICATION:
        check_disqualification(current_entry(change=writer.change, entry=infraction.entry), reason=infraction.code)


def open_match(infraction: Infraction) -> Match | None:
    """Return the match in which a loss counts: the infraction's if it is undecided, else the player's current one.

    None if the player has no undecided match; the loss then waits for the next one.
    """
    return loss_match(infraction.entry_id, infraction.match_id)


def loss_match(entry: int, match: int | None) -> Match | None:
    """Return the match in which a loss of the player counts, for a fault at ``match``; both are keys."""
    undecided = (
        Match.objects.filter(
            kind=MatchKind.PLAYED,
            seats__entry=entry,
            round__status__in=RoundStatus.takes_results(),
        )
        .exclude(results__status=ResultStatus.CONFIRMED)
        .select_related("round__stage__event")
    )
    here = undecided.filter(pk=match).first() if match is not None else None
    return here or undecided.order_by("-round__number").first()


def loss_score(event: Event, seat: int) -> Score:
    """The score of a match that the player on this seat loses by penalty."""
    winner = 1 - seat
    wins = shape_of(event).wins_needed or 0
    return Score(rounds=(wins, 0) if winner == 0 else (0, wins), winner=winner, decided_by=DecidedBy.PENALTY)


def match_loss(writer: RecordWriter, infraction: Infraction, match: Match | None) -> Effect:
    """The opponent wins the match, decided by penalty."""
    if match is None:
        return {"kind": "match_loss", "waits": True}
    seat = match.seats.get(entry=infraction.entry_id).index
    result = report_result(
        match=match,
        score=loss_score(writer.event, seat),
        actor=writer.change.actor,
        source=Source.JUDGE,
        reason=infraction.code,
    )
    return {"kind": "match_loss", "match": str(match.key), "version": result.version}


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
    loss = match_loss(writer, infraction, match) if match else {}
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
    if kind == "match_loss":
        _check_match_back(writer, effect, reason)
    if kind == "disqualification":
        entry = current_entry(change=writer.change, entry=infraction.entry)
        if entry.status == EntryStatus.DISQUALIFIED:
            check_return(writer.event, entry, reason=infraction.code)
        _check_match_back(writer, effect.get("loss", {}), reason)


def give_back(writer: RecordWriter, infraction: Infraction, effect: Effect, reason: str) -> Effect:
    """Undo the effect of a penalty and return what was given back. Extra time for the table stays."""
    kind = effect.get("kind")
    if kind == "match_loss":
        return _give_back_match(writer, effect, reason)
    if kind == "disqualification":
        entry = Entry.objects.get(pk=infraction.entry_id)
        if entry.status == EntryStatus.DISQUALIFIED:
            return_entry(actor=writer.change.actor, entry=entry, reason=reason[:MOST_REASON])
        return {"gave_back": "disqualification", "loss": _give_back_match(writer, effect.get("loss", {}), reason)}
    return {"gave_back": kind} if kind else {}


def _standing_loss(effect: Effect) -> Result | None:
    """The result that a match loss stored, if it still stands; None after it was corrected."""
    return (
        Result.objects.filter(match__key=effect["match"], status=ResultStatus.CONFIRMED, version=effect["version"])
        .select_related("match__round__stage__event")
        .first()
    )


def _check_match_back(writer: RecordWriter, effect: Effect, reason: str) -> None:
    loss = _standing_loss(effect) if "version" in effect else None
    if loss is None:
        return
    match = loss.match
    if match.round.status == RoundStatus.CLOSED:
        raise Refused(
            "loss_in_closed_round",
            _("Round %(round)s is closed with this loss. Correct the result of table %(table)s first.")
            % {"round": match.round.number, "table": match.table},
            conflict=True,
        )
    check_takes_results(match)
    check_take_back([loss], reason=reason, change=writer.change)


def _give_back_match(writer: RecordWriter, effect: Effect, reason: str) -> Effect:
    if "version" not in effect:
        return {}
    loss = _standing_loss(effect)
    if loss is None:
        return {"gave_back": "nothing", "match": effect["match"]}
    take_back_result(match=loss.match, actor=writer.change.actor, reason=reason[:MOST_REASON])
    return {"gave_back": "match_loss", "match": effect["match"]}
