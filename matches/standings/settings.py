"""The settings by which an event ranks its players: points, order of the tie-breaks, floors of the shares."""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

from matches.history import Scoring
from matches.tables.terms import PodTerms

LOT = "lot"
"""The key of the tie-break by lot."""

SEED = "seed"
"""The key of the tie-break by seeding."""

HEAD_TO_HEAD = "head_to_head"
"""The key of the tie-break by the matches among players who all met."""

ORDER_ROUNDS = ("omw", "rw", "orw", HEAD_TO_HEAD, LOT)
"""The default order if rounds decide a match: a lot never speaks against the match between two."""

ORDER_PODS = ("opp_points", "firsts", SEED, LOT)
"""The default order of pods."""

ORDER_SCORES = ("best_score", "second_score", "third_score")
"""The default order of a score attack; who is level in it shares a rank."""

AMOUNT_SHARE = "amount_share"
"""The key of the tie-break by amounts, which stands after the firsts where amounts are never negative."""


def pod_order(*, amounts: bool) -> tuple[str, ...]:
    """The default order of pods, with or without amounts that are never negative."""
    return (*ORDER_PODS[:2], AMOUNT_SHARE, *ORDER_PODS[2:]) if amounts else ORDER_PODS


THIRD = Fraction(1, 3)
SHARE_LENGTH = 12
_SHARE = re.compile(r"\d{1,4}/\d{1,4}|\d?\.?\d{1,9}", re.ASCII)


def read_share(text: str) -> Fraction | None:
    """Return a share that was written as ``1/3`` or ``0.33``; None for anything that is not a share from 0 to 1."""
    try:
        share = Fraction(text) if _SHARE.fullmatch(text) else None
    except (ValueError, ZeroDivisionError):
        return None
    return share if share is not None and 0 <= share <= 1 else None


class SettingsError(ValueError):
    """Unusable settings; ``problems`` lists all problems."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        super().__init__("; ".join(problems))


class Entrant(msgspec.Struct, frozen=True):
    """A player of the event. ``seed`` is the original seeding, 1 the highest.

    ``dropped_after`` is the last round of a player who left, who keeps a row. A player who is not ``listed``
    (disqualified from the standings) has no row, but the results count for the opponents.
    """

    player: str
    seed: int | None = None
    dropped_after: int | None = None
    listed: bool = True


class StandingsSettings(msgspec.Struct, frozen=True):
    """The settings of section 5.

    ``match_floor`` and ``round_floor`` are the least shares with which an opponent counts; ``own_share_floored``
    applies ``round_floor`` to the player's own round-win share as well, as some publishers do.
    ``drawn_round_when_none_won`` is the worth of each drawn round in a match without a won round: 1, for some
    publishers 0. ``bye_rounds`` are the rounds won in a bye, ``assigned_loss_rounds`` those lost in an assigned loss
    (2 where it counts as 0–2). ``lot_seed`` is the event's seed, which the lot needs. ``pods``
    is how pods are reckoned; None where two play each other.
    """

    order: tuple[str, ...] = ORDER_ROUNDS
    scoring: Scoring = Scoring()
    match_floor: Fraction = THIRD
    round_floor: Fraction = THIRD
    own_share_floored: bool = False
    drawn_round_when_none_won: int = 1
    bye_rounds: int = 2
    assigned_loss_rounds: int = 0
    lot_seed: int | None = None
    pods: PodTerms | None = None
