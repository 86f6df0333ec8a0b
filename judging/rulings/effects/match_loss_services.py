"""Matches that are lost by a penalty, and how such a loss is given back: always through the services of ``matches``."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from judging.models import Infraction
from judging.policy.structs import MATCH_LOSS, Penalty
from judging.records.services import RecordWriter
from judging.rulings.effects.kind_services import Done, EffectKind, GivenBack, Outlook
from judging.rulings.effects.stored import NOTHING, GaveBack, MatchLoss
from judging.rulings.queries.penalties import results_by_penalty
from matches.audit.services import MOST_REASON
from matches.brackets.services.rounds import correct_bracket_result
from matches.enums import DecidedBy, MatchKind, ResultStatus, RoundStatus, Source
from matches.errors import Refused
from matches.events.queries.games import shape_of
from matches.events.queries.kinds import kind_of
from matches.models import Entry, Event, Match, Result, Seat
from matches.names.labels import listed
from matches.results.labels.results import score_text
from matches.results.queries.results import score_of
from matches.results.queries.tables import letter
from matches.results.services.results import check_correction, check_takes_results, correct_result, report_result
from matches.results.services.takebacks import check_take_back, take_back_result
from matches.tables.outcome import Outcome
from matches.tables.score import ALL_LOST, Duel, Score

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


class MatchLossKind(EffectKind):
    """The opponent wins the match, unless the opponent has lost it by penalty as well.

    At a table of more than two the others play on, and the loss is given with their result.
    """

    def is_of(self, penalty: Penalty) -> bool:
        return penalty.code == MATCH_LOSS

    def check(self, writer: RecordWriter, infraction: Infraction, penalty: Penalty) -> None:
        against = lost_to_penalty(infraction.entry_id, infraction.match)
        if against is not None:
            check_correction(match=against.match, score=DOUBLE_LOSS, reason=infraction.code, change=writer.change)

    def apply(self, writer: RecordWriter, infraction: Infraction, penalty: Penalty, statements: dict[str, Any]) -> Done:
        against = lost_to_penalty(infraction.entry_id, infraction.match)
        if against is not None:
            return _lost(correct_loss(against.match, DOUBLE_LOSS, writer, infraction.code))
        match = open_match(infraction)
        if match is None:
            return Done(MatchLoss(waits=True))
        if not kind_of(match.round.stage).ends_with_loss:
            return Done(MatchLoss(str(match.key), with_result=True))
        seat = match.seats.get(entry=infraction.entry_id).index
        result = report_result(
            match=match,
            score=loss_score(writer.event, seat),
            actor=writer.change.actor,
            source=Source.JUDGE,
            reason=infraction.code,
        )
        return _lost(result)

    def foretell(self, outlook: Outlook, penalty: Penalty) -> list[str]:
        if outlook.doubles and outlook.match is not None:
            params = {"table": outlook.match.table}
            return [_("Table %(table)s becomes a double loss: both players lose the match.") % params]
        match = outlook.counts_in
        if match is None:
            return [waits_text(outlook)]
        seat = outlook.seat(match)
        if kind_of(match.round.stage).ends_with_loss:
            return [lost_text(outlook, match, loss_score(outlook.event, seat))]
        text = _(
            "Table %(table)s: %(name)s is assigned a loss, entered with the result as %(mark)s. The "
            "others continue to play."
        )
        return [text % {"table": match.table, "name": outlook.name, "mark": f"l{letter(seat)}"}]

    def check_give_back(self, writer: RecordWriter, infraction: Infraction, effect: MatchLoss, reason: str) -> None:
        """The round of the loss is open, and nothing rests on its result."""
        loss = _standing_loss(infraction, effect)
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
        check_takes_results(match, writer.change)
        if other := _loss_of_the_other(infraction, loss):
            check_correction(match=match, score=other, reason=reason, change=writer.change)
            return
        check_take_back([loss], reason=reason, change=writer.change)

    def give_back(self, writer: RecordWriter, infraction: Infraction, effect: MatchLoss, reason: str) -> GivenBack:
        """A double loss becomes the other player’s loss, any other result is removed."""
        if effect.version is None:
            return GivenBack()
        loss = _standing_loss(infraction, effect)
        if loss is None:
            return GivenBack(GaveBack(NOTHING, effect.match))
        if other := _loss_of_the_other(infraction, loss):
            left = correct_loss(loss.match, other, writer, reason)
            return GivenBack(GaveBack(effect.kind, effect.match, left.version), left)
        take_back_result(match=loss.match, actor=writer.change.actor, reason=reason[:MOST_REASON])
        return GivenBack(GaveBack(effect.kind, effect.match))

    def explain(self, entry: Entry, effect: MatchLoss) -> list[str]:
        match = table_of(effect.match) if effect.version is not None else None
        return [] if match is None else [_("Table %(table)s is undecided again.") % {"table": match.table}]

    def to_correct(self, effect: MatchLoss) -> Match | None:
        """A loss in a closed round has to be corrected before the penalty is taken back."""
        match = table_of(effect.match)
        if match is None or match.round.status != RoundStatus.CLOSED or not has_result(match):
            return None
        return match


def _lost(result: Result) -> Done:
    return Done(MatchLoss(str(result.match.key), result.version), result)


def _standing_loss(infraction: Infraction, effect: MatchLoss) -> Result | None:
    """The result in which a match loss still counts; None after somebody corrected it, or if it made none.

    The loss of the other player at the table may have stored a later version, or its rescission.
    """
    if effect.version is None or effect.match is None:
        return None
    stored = results_by_penalty(effect.match)
    return stored.filter(lines__seat__entry=infraction.entry_id, lines__outcome=Outcome.LOST).first()


def _loss_of_the_other(infraction: Infraction, loss: Result) -> Score | None:
    """What stays of a double loss when this player's part is taken back: the other player's loss."""
    if score_of(loss) != DOUBLE_LOSS:
        return None
    other = loss.match.seats.exclude(entry=infraction.entry_id).get()
    return loss_score(infraction.event, other.index)


def table_of(key: str | None) -> Match | None:
    """The match with this key."""
    return Match.objects.filter(key=key).select_related("round__stage__event").first() if key is not None else None


def has_result(match: Match) -> bool:
    return match.results.filter(status=ResultStatus.CONFIRMED).exists()


def waits_text(outlook: Outlook) -> str:
    """Where a loss has no match yet to count in."""
    return _("%(name)s has no undecided match. The loss will apply to their next match.") % {"name": outlook.name}


def lost_text(outlook: Outlook, match: Match, score: Score) -> str:
    """The match ends with this score, won by the opponent."""
    params = {"table": match.table, "opponent": opponent(match, outlook.entry)}
    if not shape_of(outlook.event).wins_needed:
        return _("Table %(table)s: %(opponent)s wins the match.") % params
    params["score"] = score_text(score, outlook.event)
    return _("Table %(table)s becomes %(score)s: %(opponent)s wins the match.") % params


def opponent(match: Match, entry: Entry) -> str:
    """The names of all others at the player's table."""
    others = Seat.objects.filter(match=match).exclude(entry=entry).select_related("entry__player")
    return listed(seat.entry.unique_name for seat in others)
