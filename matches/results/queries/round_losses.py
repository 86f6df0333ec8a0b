"""Round losses by penalty, which count in a match's score: a game round for the opponent of the player penalised.

Other apps keep the penalties and tell of them through their ``Plugin``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from matches.enums import DecidedBy
from matches.events.queries.games import shape_of
from matches.events.queries.kinds import kind_of
from matches.models import Entry, Match
from matches.plugins import registry
from matches.tables.round_losses import score_of_losses, takes_off
from matches.tables.score import Duel, Score
from rules_engine import games

NOT_FROM_PLAY = frozenset({DecidedBy.NO_SHOW, DecidedBy.WALKOVER, DecidedBy.PENALTY, DecidedBy.INTENTIONAL_DRAW})
"""Decided without counting game rounds, so that a round loss changes nothing."""


class RoundLoss(NamedTuple):
    """The game rounds that the player on a seat lost by penalty, and who gets them."""

    seat: int
    rounds: int
    entry: Entry
    opponent: Entry


def rounds_lost(match: Match) -> tuple[int, ...]:
    """The game rounds that each seat of a match lost by penalty; none in a pod, where no opponent gets them."""
    return rounds_lost_in([match])[match.pk]


def rounds_lost_in(matches: Sequence[Match]) -> dict[int, tuple[int, ...]]:
    """The game rounds that each seat lost by penalty, by match: as many queries as for one match."""
    in_twos = [match for match in matches if kind_of(match.round.stage).ends_with_loss]
    lost: dict[int, list[int]] = defaultdict(list)
    for source in registry.round_losses if in_twos else ():
        for match_id, seats in source(in_twos).items():
            lost[match_id] += seats
    return {match.pk: tuple([lost[match.pk].count(seat) for seat in range(_seats(match))]) for match in matches}


def _seats(match: Match) -> int:
    """How many sit at the match: no query where the game seats two."""
    least, most = games.get(match.round.stage.event.game).seats
    return least if least == most else max(2, len(match.seats.all()))


def decided_by_losses(match: Match, seat: int) -> Score | None:
    """The score of a match that one more round loss of this seat ends; None if it is played on."""
    if not kind_of(match.round.stage).ends_with_loss:
        return None
    lost = list(rounds_lost(match))
    lost[seat] += 1
    return score_of_losses(tuple(lost), shape_of(match.round.stage.event))


def rounds_to_take_off(match: Match) -> tuple[int, ...]:
    """The game rounds that each seat lost by penalty, where their amounts are taken off the totals."""
    return rounds_lost(match) if takes_off(shape_of(match.round.stage.event)) else (0,) * _seats(match)


def round_losses(match: Match) -> list[RoundLoss]:
    """The round losses of a match by seat, with the players; [] without any."""
    return losses_of(match, rounds_lost(match))


def losses_of(match: Match, lost: Sequence[int]) -> list[RoundLoss]:
    """The round losses of a match, of which the rounds that each seat lost are known: no query without any."""
    if not any(lost):
        return []
    entries = [seat.entry for seat in match.seats.select_related("entry__player").order_by("index")]
    return [RoundLoss(seat, count, entries[seat], entries[1 - seat]) for seat, count in enumerate(lost) if count]


def contradicted(match: Match, score: Score) -> list[RoundLoss]:
    """The round losses of a match that a score leaves out; none where the game counts no rounds."""
    if not isinstance(score, Duel) or shape_of(match.round.stage.event).unit != "rounds":
        return []
    if score.decided_by in NOT_FROM_PLAY:
        return []
    return [loss for loss in round_losses(match) if score.rounds[1 - loss.seat] < loss.rounds]
