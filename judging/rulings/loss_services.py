"""Matches that are lost by a penalty, and how such a loss is given back: always through the services of ``matches``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

from judging.models import Infraction, PenaltyEvent
from judging.records.services import RecordWriter
from matches.audit.services import MOST_REASON
from matches.brackets.services import correct_bracket_result
from matches.enums import DecidedBy, MatchKind, ResultStatus, RoundStatus, Source
from matches.errors import Refused
from matches.events.game_queries import shape_of
from matches.events.kind_queries import kind_of
from matches.models import Event, Match, Result
from matches.results.queries import score_of
from matches.results.services import check_correction, check_takes_results, correct_result, report_result
from matches.results.takeback_services import check_take_back, take_back_result
from matches.tables.outcome import Outcome
from matches.tables.score import ALL_LOST, Duel, Score

Effect = dict[str, Any]
"""What a penalty did, as codes and keys, kept with its event."""

DOUBLE_LOSS = Duel(winner=ALL_LOST, decided_by=DecidedBy.PENALTY)


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
    return Duel(rounds=(wins, 0) if winner == 0 else (0, wins), winner=winner, decided_by=DecidedBy.PENALTY)


def lost_to_penalty(entry: int, match: Match | None) -> Result | None:
    """The result of the opponent's match loss at this table, which this player's own loss makes a double loss.

    None unless the round still takes results and the player won the match by a penalty.
    """
    if (
        match is None
        or match.round.status not in RoundStatus.takes_results()
        or not kind_of(match.round.stage).ends_with_loss
    ):
        return None
    result = match.results.filter(status=ResultStatus.CONFIRMED, decided_by=DecidedBy.PENALTY).first()
    won = result is not None and result.lines.filter(seat__entry=entry, outcome=Outcome.WON).exists()
    return result if won else None


def correct_loss(match: Match, score: Score, writer: RecordWriter, reason: str) -> Result:
    terms: dict[str, Any] = {"match": match, "score": score, "reason": reason[:MOST_REASON]}
    terms |= {"actor": writer.change.actor, "source": Source.JUDGE}
    return correct_bracket_result(**terms) if match.round.stage.is_bracket else correct_result(**terms)


def match_loss(writer: RecordWriter, infraction: Infraction, match: Match | None) -> Effect:
    """Make the match a loss by penalty: the opponent wins it, unless the opponent has lost it by penalty as well."""
    against = lost_to_penalty(infraction.entry_id, infraction.match)
    if against is not None:
        both = correct_loss(against.match, DOUBLE_LOSS, writer, infraction.code)
        return {"kind": "match_loss", "match": str(against.match.key), "version": both.version}
    if match is None:
        return {"kind": "match_loss", "waits": True}
    if not kind_of(
        match.round.stage
    ).ends_with_loss:  # the others play on, and the loss is given with the result of the table
        return {"kind": "match_loss", "match": str(match.key), "with_result": True}
    seat = match.seats.get(entry=infraction.entry_id).index
    result = report_result(
        match=match,
        score=loss_score(writer.event, seat),
        actor=writer.change.actor,
        source=Source.JUDGE,
        reason=infraction.code,
    )
    return {"kind": "match_loss", "match": str(match.key), "version": result.version}


def _standing_loss(infraction: Infraction, effect: Effect) -> Result | None:
    """The result in which a match loss still counts; None after somebody corrected it.

    The loss of the other player at the table may have stored a later version, or its rescission.
    """
    versions = _versions_of_losses(infraction.event_id, effect["match"])
    stored = Result.objects.filter(match__key=effect["match"], status=ResultStatus.CONFIRMED, version__in=versions)
    lost = stored.filter(lines__seat__entry=infraction.entry_id, lines__outcome=Outcome.LOST)
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


def check_match_back(writer: RecordWriter, infraction: Infraction, effect: Effect, reason: str) -> None:
    """Whether a match loss can be taken back now: its round is open, and nothing rests on the result.

    Raises:
        Refused: if not, with what to do first.
    """
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


def give_back_match(writer: RecordWriter, infraction: Infraction, effect: Effect, reason: str) -> Effect:
    """Take a match loss back: a double loss becomes the other player’s loss, any other result is removed."""
    if "version" not in effect:
        return {}
    loss = _standing_loss(infraction, effect)
    if loss is None:
        return {"gave_back": "nothing", "match": effect["match"]}
    if other := _loss_of_the_other(infraction, loss):
        left = correct_loss(loss.match, other, writer, reason)
        return {"gave_back": "match_loss", "match": effect["match"], "version": left.version}
    take_back_result(match=loss.match, actor=writer.change.actor, reason=reason[:MOST_REASON])
    return {"gave_back": "match_loss", "match": effect["match"]}
