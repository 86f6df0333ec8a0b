"""How the rest of an event is simulated, learned from its own rounds. Pure.

Players are equally strong, or as ``strength`` draws them. The share of draws is the event's own, drawn towards
``DRAWS`` with the weight of ``WEIGHT`` matches; players leave by their number of losses at the event's own rates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from operator import attrgetter

import msgspec

from matches.history import Kind, RoundPlayed
from matches.tables.outcome import Outcome
from matches.tables.score import Duel

DRAWS = 0.025
WEIGHT = 100
DROPS = 0.03
"""The share of players who leave after a round, where an event has not shown its own yet."""
DROP_WEIGHT = 20
MOST_LOSSES = 4
"""Players with as many losses, or more, leave at one rate."""
CLOSE = 0.4
"""The share of won matches in which the loser won a round, where an event has not shown its own yet."""


class Model(msgspec.Struct, frozen=True):
    """The shares that a simulated remainder follows.

    ``draw`` is the chance of a draw in a match, ``close`` that a won match was 2-1, ``leave[n]`` that a player with n
    losses (the last one: or more) leaves after a round.
    """

    draw: float
    close: float
    leave: tuple[float, ...]


def model_of(rounds: Sequence[RoundPlayed], *, open_pairs: Iterable[tuple[str, ...]] = ()) -> Model:
    """Learn the model from the rounds of an event. ``open_pairs`` are at the last one, and still without a result."""
    met = [match for played in rounds for match in played.matches if len(match.seats) > 1]
    drawn = sum(match.outcomes[0] is Outcome.DRAWN for match in met)
    won = [duel for duel in map(attrgetter("score"), met) if isinstance(duel, Duel) and Outcome.WON in duel.outcomes]
    close = sum(min(duel.rounds) > 0 for duel in won)
    return Model(
        draw=_share(drawn, len(met), DRAWS, WEIGHT),
        close=_share(close, len(won), CLOSE, DROP_WEIGHT),
        leave=_leaving(rounds, frozenset(chain.from_iterable(open_pairs))),
    )


def _share(count: int, of: int, usual: float, weight: int) -> float:
    return (count + usual * weight) / (of + weight)


def _leaving(rounds: Sequence[RoundPlayed], still_playing: frozenset[str]) -> tuple[float, ...]:
    """The rates at which players with 0, 1, ... losses had no line in the next round."""
    losses: Counter[str] = Counter()
    stayed: Counter[int] = Counter()
    left: Counter[int] = Counter()
    for before, after in pairwise(rounds):
        losses.update(_losers(before))
        there = {seat for match in after.matches for seat in match.seats}
        if after is rounds[-1]:
            there |= still_playing
        for player in sorted({seat for match in before.matches for seat in match.seats}):
            (stayed if player in there else left)[min(losses[player], MOST_LOSSES)] += 1
    overall = _share(left.total(), left.total() + stayed.total(), DROPS, DROP_WEIGHT)
    return tuple(_share(left[n], left[n] + stayed[n], overall, DROP_WEIGHT) for n in range(MOST_LOSSES + 1))


def _losers(played: RoundPlayed) -> Iterable[str]:
    for match in played.matches:
        if match.kind in (Kind.PLAYED, Kind.ASSIGNED_LOSS):
            for seat, outcome in zip(match.seats, match.outcomes, strict=True):
                if outcome is Outcome.LOST:
                    yield seat
