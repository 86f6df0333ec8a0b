"""What a penalty does to the match, and how it is given back: always through the services of ``matches``.

An effect is kept with the penalty's event as codes and keys, so that rescinding knows what to undo.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

from judging.enums import ExtensionCause, PrizeDecision
from judging.floor.extension_services import give_time, table_time
from judging.models import Infraction, PenaltyEvent
from judging.policy.extension import Extension, for_penalty
from judging.policy.structs import DISQUALIFICATION, MATCH_LOSS, ROUND_LOSS, Penalty
from judging.records.services import RecordWriter
from matches.audit.services import MOST_REASON
from matches.brackets.services import correct_bracket_result
from matches.enums import DecidedBy, EntryStatus, MatchKind, ResultStatus, RoundStatus, SeatOutcome, Source
from matches.errors import Refused
from matches.events.game_queries import shape_of
from matches.models import Entry, Event, Match, Result
from matches.people.attendance_services import check_disqualification, check_return, disqualify_entry, return_entry
from matches.people.services import current_entry
from matches.results.queries import score_of
from matches.results.services import check_correction, check_takes_results, correct_result, report_result
from matches.results.takeback_services import check_take_back, take_back_result
from matches.rounds.clock_services import check_extension
from matches.scores import ALL_LOST, Score

Effect = dict[str, Any]

DOUBLE_LOSS = Score(winner=ALL_LOST, decided_by=DecidedBy.PENALTY)


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
    if penalty.code in (MATCH_LOSS, DISQUALIFICATION):
        _check_double_loss(writer, infraction)
    if penalty.code == DISQUALIFICATION:
        check_disqualification(current_entry(change=writer.change, entry=infraction.entry), reason=infraction.code)


def _check_double_loss(writer: RecordWriter, infraction: Infraction) -> None:
    against = lost_to_penalty(infraction.entry_id, infraction.match)
    if against is not None:
        check_correction(match=against.match, score=DOUBLE_LOSS, reason=infraction.code, change=writer.change)


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


def lost_to_penalty(entry: int, match: Match | None) -> Result | None:
    """The result of the opponent's match loss at this table, which this player's own loss makes a double loss.

    None unless the round still takes results and the player won the match by a penalty.
    """
    if match is None or match.round.status not in RoundStatus.takes_results():
        return None
    result = match.results.filter(status=ResultStatus.CONFIRMED, decided_by=DecidedBy.PENALTY).first()
    won = result is not None and result.lines.filter(seat__entry=entry, outcome=SeatOutcome.WIN).exists()
    return result if won else None


def _correct(match: Match, score: Score, writer: RecordWriter, reason: str) -> Result:
    terms: dict[str, Any] = {"match": match, "score": score, "reason": reason[:MOST_REASON]}
    terms |= {"actor": writer.change.actor, "source": Source.JUDGE}
    return correct_bracket_result(**terms) if match.round.stage.is_bracket else correct_result(**terms)


def match_loss(writer: RecordWriter, infraction: Infraction, match: Match | None) -> Effect:
    """Make the match a loss by penalty: the opponent wins it, unless the opponent has lost it by penalty as well."""
    against = lost_to_penalty(infraction.entry_id, infraction.match)
    if against is not None:
        both = _correct(against.match, DOUBLE_LOSS, writer, infraction.code)
        return {"kind": "match_loss", "match": str(against.match.key), "version": both.version}
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
    if kind == "match_loss":
        _check_match_back(writer, infraction, effect, reason)
    if kind == "disqualification":
        entry = current_entry(change=writer.change, entry=infraction.entry)
        if entry.status == EntryStatus.DISQUALIFIED:
            check_return(writer.event, entry, reason=infraction.code)
        _check_match_back(writer, infraction, effect.get("loss", {}), reason)


def give_back(writer: RecordWriter, infraction: Infraction, effect: Effect, reason: str) -> Effect:
    """Undo the effect of a penalty and return what was given back. Extra time for the table stays."""
    kind = effect.get("kind")
    if kind == "match_loss":
        return _give_back_match(writer, infraction, effect, reason)
    if kind == "disqualification":
        entry = Entry.objects.get(pk=infraction.entry_id)
        if entry.status == EntryStatus.DISQUALIFIED:
            return_entry(actor=writer.change.actor, entry=entry, reason=reason[:MOST_REASON])
        loss = _give_back_match(writer, infraction, effect.get("loss", {}), reason)
        return {"gave_back": "disqualification", "loss": loss}
    return {"gave_back": kind} if kind else {}


def _standing_loss(infraction: Infraction, effect: Effect) -> Result | None:
    """The result in which a match loss still counts; None after somebody corrected it.

    The loss of the other player at the table may have stored a later version, or its rescission.
    """
    versions = _versions_of_losses(infraction.event_id, effect["match"])
    stored = Result.objects.filter(match__key=effect["match"], status=ResultStatus.CONFIRMED, version__in=versions)
    lost = stored.filter(lines__seat__entry=infraction.entry_id, lines__outcome=SeatOutcome.LOSS)
    return lost.select_related("match__round__stage__event").first()


def _versions_of_losses(event: int, match: str) -> set[int]:
    """The versions of the match's result that penalties stored, or left behind when one was taken back."""
    effects = PenaltyEvent.objects.filter(event=event).exclude(effect={}).values_list("effect", flat=True)
    return {version for effect in effects for version in _versions_in(effect, match)}


def _versions_in(effect: Effect, match: str) -> Iterator[int]:
    if effect.get("match") == match and "version" in effect:
        yield effect["version"]
    for part in effect.values():
        if isinstance(part, dict):
            yield from _versions_in(part, match)


def _check_match_back(writer: RecordWriter, infraction: Infraction, effect: Effect, reason: str) -> None:
    loss = _standing_loss(infraction, effect) if "version" in effect else None
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
    if other := _loss_of_the_other(infraction, loss):
        check_correction(match=match, score=other, reason=reason, change=writer.change)
        return
    check_take_back([loss], reason=reason, change=writer.change)


def _loss_of_the_other(infraction: Infraction, loss: Result) -> Score | None:
    """What stays of a double loss when this player's part is taken back: the other player's loss."""
    if score_of(loss) != DOUBLE_LOSS:
        return None
    other = loss.match.seats.exclude(entry=infraction.entry_id).get()
    return loss_score(infraction.event, other.index)


def _give_back_match(writer: RecordWriter, infraction: Infraction, effect: Effect, reason: str) -> Effect:
    if "version" not in effect:
        return {}
    loss = _standing_loss(infraction, effect)
    if loss is None:
        return {"gave_back": "nothing", "match": effect["match"]}
    if other := _loss_of_the_other(infraction, loss):
        left = _correct(loss.match, other, writer, reason)
        return {"gave_back": "match_loss", "match": effect["match"], "version": left.version}
    take_back_result(match=loss.match, actor=writer.change.actor, reason=reason[:MOST_REASON])
    return {"gave_back": "match_loss", "match": effect["match"]}
