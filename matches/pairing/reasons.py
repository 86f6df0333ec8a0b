"""The reasons of a pairing, as codes with parameters; ``matches.draws.labels`` has the sentences.

============================ ============================================ =======================================
code                         parameters                                   as a player would read it
============================ ============================================ =======================================
``score_group``              points                                       You both have 6 points.
``paired_down``              player, points, opponent_points, because     You are paired down: ...
``paired_up``                player, points, opponent_points              Your opponent is paired down to you.
``power``                    places                                       Last round: 3rd plays 4th.
``locked``                                                                The organiser set this pair.
``rematch_unavoidable``                                                   Every pairing had a rematch.
``rematch``                                                               You met before. (locked, or not proved)
``bye_lowest_group``         points                                       The bye goes to the lowest score group.
``bye_lowest_without_one``   points, passed                               ... the lowest who had none; passed others.
``bye_spares_rematch``       points                                       A bye lower down would force a rematch.
``bye_all_had_one``          points                                       Everyone has already had a bye.
============================ ============================================ =======================================

``because`` of ``paired_down``: ``odd_group`` (an odd number of players in the score group),
``group_odd_after_paired_down`` (an even number, but one was paired down into it) or ``opponents_met`` (all could have
stayed, but players of this group or of one below met, and the round would cost more).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from matches.pairing.cost import BYE, Model
from matches.pairing.matching import Pairs


class Why(StrEnum):
    """The codes of reasons."""

    SCORE_GROUP = "score_group"
    PAIRED_DOWN = "paired_down"
    PAIRED_UP = "paired_up"
    POWER = "power"
    LOCKED = "locked"
    REMATCH_UNAVOIDABLE = "rematch_unavoidable"
    REMATCH = "rematch"
    BYE_LOWEST_GROUP = "bye_lowest_group"
    BYE_LOWEST_WITHOUT_ONE = "bye_lowest_without_one"
    BYE_SPARES_REMATCH = "bye_spares_rematch"
    BYE_ALL_HAD_ONE = "bye_all_had_one"


class PairingReason(msgspec.Struct, frozen=True, gc=False):
    """One reason: a code with its parameters, as in the table above."""

    code: Why
    params: Mapping[str, str | int] = msgspec.field(default_factory=dict)


class Explainer:
    """Finds the reasons of the pairs of one round. ``proved``: no pairing of this round costs less."""

    def __init__(self, model: Model, pairs: Pairs, *, power: bool, proved: bool) -> None:
        self._model = model
        self._power = power
        self._proved = proved
        self._same_group = {p: PairingReason(Why.SCORE_GROUP, {"points": p}) for p in model.rank_of_group}
        self._because = _why_down(model, pairs)

    def pair(self, i: int, j: int, *, locked: bool) -> tuple[PairingReason, ...]:
        """Return the reasons of the pair, the main one first; ``i`` has no fewer points than ``j``."""
        reasons = [PairingReason(Why.LOCKED)] if locked else []
        if self._model.have_met(i, j):
            unavoidable = self._proved and not locked
            reasons.append(PairingReason(Why.REMATCH_UNAVOIDABLE if unavoidable else Why.REMATCH))
        if locked:
            return tuple(reasons)
        if self._power:
            return (*reasons, self._places(i, j))
        return (*reasons, *self._points(i, j))

    def _places(self, i: int, j: int) -> PairingReason:
        ranks = [self._model.players[k].rank for k in (i, j)]
        known = sorted(rank for rank in ranks if rank is not None)
        return PairingReason(Why.POWER, {"places": "-".join(map(str, known))} if len(known) == 2 else {})

    def _points(self, i: int, j: int) -> tuple[PairingReason, ...]:
        model = self._model
        high, low = model.points[i], model.points[j]
        if high == low:
            return (self._same_group[high],)
        down: dict[str, str | int] = {
            "player": model.keys[i],
            "points": high,
            "opponent_points": low,
            "because": self._because[high],
        }
        up: dict[str, str | int] = {"player": model.keys[j], "points": low, "opponent_points": high}
        return (PairingReason(Why.PAIRED_DOWN, down), PairingReason(Why.PAIRED_UP, up))

    def bye(self, i: int) -> PairingReason:
        """Return why the bye goes to ``i``."""
        model = self._model
        points = model.points[i]
        if model.had_bye[i]:
            all_had = all(model.had_bye[j] for j in model.free)
            return PairingReason(Why.BYE_ALL_HAD_ONE if all_had else Why.BYE_SPARES_REMATCH, {"points": points})
        lower = [j for j in model.free if model.points[j] < points]
        if not lower:
            return PairingReason(Why.BYE_LOWEST_GROUP, {"points": points})
        if all(model.had_bye[j] for j in lower):
            return PairingReason(Why.BYE_LOWEST_WITHOUT_ONE, {"points": points, "passed": len(lower)})
        return PairingReason(Why.BYE_SPARES_REMATCH, {"points": points})


def _why_down(model: Model, pairs: Pairs) -> dict[int, str]:
    """Return for each score group, by its points, why one of its players is paired down."""
    size = dict.fromkeys(model.rank_of_group, 0)
    received = dict.fromkeys(model.rank_of_group, 0)
    for i, j in pairs:
        size[model.points[i]] += j != BYE
        if j != BYE:
            size[model.points[j]] += 1
            if model.points[i] != model.points[j]:
                received[min(model.points[i], model.points[j])] += 1
    return {points: _why(size[points], received[points]) for points in size}


def _why(size: int, received: int) -> str:
    if (size - received) % 2 == 0:
        return "opponents_met"
    return "odd_group" if size % 2 else "group_odd_after_paired_down"
