"""What a penalty does to the match, and how it is given back: always through the services of ``matches``.

An effect is kept with the penalty's event as codes and keys, so that rescinding knows what to undo.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from judging.enums import ExtensionCause, PrizeDecision
from judging.floor.extension_services import give_time, table_time
from judging.models import Infraction
from judging.policy.extension import for_penalty
from judging.policy.structs import DISQUALIFICATION, MATCH_LOSS, ROUND_LOSS, Penalty
from judging.records.services import Log
from matches.enums import DecidedBy, MatchKind, ResultStatus, RoundStatus, Source
from matches.errors import Refused
from matches.events.game_queries import shape_of
from matches.models import Entry, Match, Result
from matches.people.attendance_services import disqualify_entry, return_entry
from matches.results.services import report_result, take_back_result
from matches.scores import Score

Effect = dict[str, Any]


def carry_out(log: Log, infraction: Infraction, penalty: Penalty, statements: dict[str, Any]) -> Effect:
    """Let a penalty that is in force act on the match; {} where there is nothing to do."""
    if penalty.effect is not None:
        return _time_penalty(log, penalty)
    if penalty.code == ROUND_LOSS:
        match = open_match(infraction)
        return {"kind": "round_loss", "match": str(match.key)} if match else {"kind": "round_loss", "waits": True}
    if penalty.code == MATCH_LOSS:
        return match_loss(log, infraction, open_match(infraction))
    if penalty.code == DISQUALIFICATION:
        return _disqualify(log, infraction, statements)
    return {}


def open_match(infraction: Infraction) -> Match | None:
    """Where a loss counts: the match of the infraction if it is still undecided, else the player's match of now.

    None when the player has no undecided match: then the loss waits for the next one.
    """
    undecided = (
        Match.objects.filter(
            kind=MatchKind.PLAYED,
            seats__entry=infraction.entry_id,
            round__status__in=RoundStatus.takes_results(),
        )
        .exclude(results__status=ResultStatus.CONFIRMED)
        .select_related("round__stage__event")
    )
    return undecided.filter(records__pk=infraction.pk).first() or undecided.order_by("-round__number").first()


def match_loss(log: Log, infraction: Infraction, match: Match | None) -> Effect:
    """The opponent wins the match, decided by penalty."""
    if match is None:
        return {"kind": "match_loss", "waits": True}
    seat = match.seats.get(entry=infraction.entry_id).index
    winner = 1 - seat
    wins = shape_of(log.event).wins_needed or 0
    rounds = (wins, 0) if winner == 0 else (0, wins)
    result = report_result(
        match=match,
        score=Score(rounds=rounds, winner=winner, decided_by=DecidedBy.PENALTY),
        actor=log.act.actor,
        source=Source.JUDGE,
        reason=infraction.code,
    )
    return {"kind": "match_loss", "match": str(match.key), "version": result.version}


def _time_penalty(log: Log, penalty: Penalty) -> Effect:
    """The offender's turns get a time box for the rest of the match, the table gets time; unless time was called."""
    assert penalty.effect is not None  # noqa: S101 - asked by the caller
    effect: Effect = {"kind": "time_penalty", "turn_seconds": penalty.effect.turn_seconds}
    if log.match is None:
        return {**effect, "waits": True}
    time = table_time(log.match, log.at)
    extension = for_penalty(log.policy, penalty.effect, left=time.left, given=time.given)
    if extension.seconds:
        give_time(log, extension, cause=ExtensionCause.TIME_PENALTY)
    return {**effect, "seconds": extension.seconds, "recorded_only": extension.reason == "time_already_called"}


def _disqualify(log: Log, infraction: Infraction, statements: dict[str, Any]) -> Effect:
    keeps = statements.get("prize_decision") == PrizeDecision.WITH_PRIZE
    match = open_match(infraction)
    loss = match_loss(log, infraction, match) if match else {}
    disqualify_entry(
        event_id=log.event.pk,
        actor=log.act.actor,
        entry_id=infraction.entry_id,
        reason=infraction.code,
        keeps_place=keeps,
    )
    return {"kind": "disqualification", "keeps_place": keeps, "loss": loss}


def give_back(log: Log, infraction: Infraction, effect: Effect, reason: str) -> Effect:
    """Undo what a penalty took; answers what was given back. Time that a table got stays."""
    kind = effect.get("kind")
    if kind == "match_loss":
        return _give_back_match(log, effect, reason)
    if kind == "disqualification":
        entry = Entry.objects.get(pk=infraction.entry_id)
        if entry.status == "disqualified":
            return_entry(event_id=log.event.pk, actor=log.act.actor, entry_id=entry.pk, reason=reason)
        return {"gave_back": "disqualification", "loss": _give_back_match(log, effect.get("loss", {}), reason)}
    return {"gave_back": kind} if kind else {}


def _give_back_match(log: Log, effect: Effect, reason: str) -> Effect:
    if "version" not in effect:
        return {}
    match = Match.objects.select_related("round__stage__event").get(key=effect["match"])
    standing = Result.objects.filter(match=match, status=ResultStatus.CONFIRMED).first()
    if standing is None or standing.version != effect["version"]:
        return {"gave_back": "nothing", "match": effect["match"]}  # it was corrected since: that result stands
    if match.round.status == RoundStatus.CLOSED:
        raise Refused(
            "loss_in_closed_round",
            _("Round %(round)s is closed with this loss. Correct the result of table %(table)s first.")
            % {"round": match.round.number, "table": match.table},
            conflict=True,
        )
    take_back_result(match=match, actor=log.act.actor, reason=reason[:300])
    return {"gave_back": "match_loss", "match": effect["match"]}
