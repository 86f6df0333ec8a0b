"""What a penalty will do, in sentences: shown before a judge confirms it, and before the head judge takes it back."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from judging.durations import duration
from judging.extensions.services import table_time
from judging.policy import Policy
from judging.policy.extension import for_penalty
from judging.policy.structs import DISQUALIFICATION, MATCH_LOSS, ROUND_LOSS, Penalty
from judging.rulings.loss_services import loss_match, loss_score, lost_to_penalty
from judging.rulings.round_loss_services import ended_by_losses
from matches.enums import ResultStatus, RoundStatus, StageKind
from matches.events.game_queries import shape_of
from matches.events.kind_queries import kind_of, kind_of_event
from matches.models import Entry, Event, Match, Result, Seat
from matches.names.labels import listed
from matches.people.queries import first_stage_is_over, last_public_round
from matches.results.labels import score_text
from matches.results.round_loss_queries import decided_by_losses
from matches.results.table_queries import letter
from matches.tables.score import Score


class Consequences:
    """What penalties of a player would do now. ``match`` is the table of the fault, or None.

    The match in which a loss counts is looked up once, for all penalties that a page offers.
    """

    def __init__(self, event: Event, entry: Entry, match: Match | None, policy: Policy) -> None:
        self.event, self.entry, self.match, self.policy = event, entry, match, policy
        self.name = entry.unique_name
        self.counts_in = loss_match(entry.pk, match.pk if match is not None else None)
        self.doubles = lost_to_penalty(entry.pk, match) is not None

    def of(self, code: str) -> list[str]:
        """The sentences for one penalty, the match first; [] for a penalty without an effect."""
        penalty = self.policy.penalty(code)
        if penalty.effect is not None:
            return self._time(penalty)
        if code == ROUND_LOSS:
            return [self._round_loss()]
        if code == MATCH_LOSS:
            return [self._match_loss()]
        if code == DISQUALIFICATION:
            return [*([self._match_loss()] if self.counts_in or self.doubles else []), self._leaves()]
        return []

    def irreversible(self, code: str) -> str:
        """Why a penalty cannot be undone completely; "" for one that can."""
        if code != DISQUALIFICATION:
            return ""
        return _("This cannot be undone: a round paired without %(name)s is not replayed, even after an appeal.") % {
            "name": self.name
        }

    def _waits(self) -> str:
        return _("%(name)s has no undecided match. The loss will apply to their next match.") % {"name": self.name}

    def _round_loss(self) -> str:
        match = self.counts_in
        if match is None:
            return self._waits()
        score = decided_by_losses(match, self._seat(match))
        if score is not None:
            return self._lost(match, score)
        if not kind_of(match.round.stage).ends_with_loss:
            return _("Table %(table)s: noted only. At a table of more than two, no opponent is awarded a round.") % {
                "table": match.table
            }
        if shape_of(self.event).unit != "rounds":
            params = {"table": match.table, "name": self.name}
            return _("Table %(table)s: what %(name)s scored in this game round does not count.") % params
        params = {"table": match.table, "opponent": _opponent(match, self.entry)}
        return _("Table %(table)s: %(opponent)s is awarded a round.") % params

    def _seat(self, match: Match) -> int:
        return next(seat.index for seat in match.seats.all() if seat.entry_id == self.entry.pk)

    def _lost(self, match: Match, score: Score) -> str:
        """The match ends with this score, won by the opponent."""
        params = {"table": match.table, "opponent": _opponent(match, self.entry)}
        if not shape_of(self.event).wins_needed:
            return _("Table %(table)s: %(opponent)s wins the match.") % params
        params["score"] = score_text(score, self.event)
        return _("Table %(table)s becomes %(score)s: %(opponent)s wins the match.") % params

    def _match_loss(self) -> str:
        if self.doubles and self.match is not None:
            return _("Table %(table)s becomes a double loss: both players lose the match.") % {
                "table": self.match.table
            }
        match = self.counts_in
        if match is None:
            return self._waits()
        if not kind_of(match.round.stage).ends_with_loss:
            params = {"table": match.table, "name": self.name, "mark": f"l{letter(self._seat(match))}"}
            return (
                _(
                    "Table %(table)s: %(name)s is assigned a loss, entered with the result as %(mark)s. The "
                    "others continue to play."
                )
                % params
            )
        return self._lost(match, loss_score(self.event, self._seat(match)))

    def _leaves(self) -> str:
        if first_stage_is_over(self.event) and not kind_of_event(self.event).ends_with_loss:
            return _("%(name)s is out of the event. Their seat at later tables stays empty.") % {"name": self.name}
        if first_stage_is_over(self.event) or _is_bracket(self.event):
            return _("%(name)s is out of the event. Their opponents win later matches by walkover.") % {
                "name": self.name
            }
        params = {"name": self.name, "round": last_public_round(self.event) + 1}
        return _("%(name)s is no longer paired from round %(round)s on.") % params

    def _time(self, penalty: Penalty) -> list[str]:
        assert penalty.effect is not None  # noqa: S101 - asked by the caller
        box = {"name": self.name, "seconds": penalty.effect.turn_seconds}
        text = _("%(name)s has %(seconds)s s per turn until the end of the match.") % box
        if self.match is None:
            return [text]
        time = table_time(self.match, timezone.now())
        extra = for_penalty(self.policy, penalty.effect, left=time.left, given=time.given)
        if not extra.seconds:
            return [text]
        params = {"table": self.match.table, "time": duration(extra.seconds)}
        return [text, _("Table %(table)s gets %(time)s of extra time.") % params]


def _opponent(match: Match, entry: Entry) -> str:
    others = Seat.objects.filter(match=match).exclude(entry=entry).select_related("entry__player")
    return listed(seat.entry.unique_name for seat in others)


def _is_bracket(event: Event) -> bool:
    return event.stages.filter(order=1, kind__in=StageKind.brackets()).exists()


def given_back(event: Event, entry: Entry, effect: dict[str, Any]) -> list[str]:
    """What taking a penalty back undoes."""
    loss = effect if effect.get("kind") == "match_loss" else effect.get("loss", {})
    found = []
    if "version" in loss:
        match = Match.objects.filter(key=loss["match"]).first()
        if match is not None:
            found.append(_("Table %(table)s is undecided again.") % {"table": match.table})
    if effect.get("kind") == "round_loss" and "match" in effect:
        found.append(_round_given_back(event, effect))
    if effect.get("kind") == "disqualification":
        found.append(_("%(name)s is reinstated from the next pairing on.") % {"name": entry.unique_name})
    return found


def _round_given_back(event: Event, effect: dict[str, Any]) -> str:
    match = Match.objects.get(key=effect["match"])
    if ended_by_losses(event, effect) is not None:
        return _("Table %(table)s: the result decided by penalty no longer includes this round loss.") % {
            "table": match.table
        }
    if counted_in(match) is None:
        return _("Table %(table)s: the opponent no longer gets the round.") % {"table": match.table}
    return _("Table %(table)s has a result that includes the round. You will be taken there to correct it.") % {
        "table": match.table
    }


def counted_in(match: Match) -> Result | None:
    """The confirmed result of a match in which a round loss counts; None while there is no result."""
    return match.results.filter(status=ResultStatus.CONFIRMED).first()


def to_correct(effect: dict[str, Any]) -> Match | None:
    """The match whose result has to be looked at once the penalty with this effect is taken back.

    A match loss in a closed round has to be corrected before; a round loss is taken back first, so that the corrected
    result does not contradict it.
    """
    loss = effect if effect.get("kind") in ("match_loss", "round_loss") else effect.get("loss", {})
    match = (
        Match.objects.filter(key=loss["match"]).select_related("round__stage__event").first()
        if "match" in loss
        else None
    )
    if match is None or counted_in(match) is None:
        return None
    if ended_by_losses(match.round.stage.event, effect) is not None:
        return None  # the result is changed with the penalty
    is_round_loss = effect.get("kind") == "round_loss"
    return match if is_round_loss or match.round.status == RoundStatus.CLOSED else None
