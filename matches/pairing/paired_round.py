"""The options and results of pairing a Swiss round."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from matches.pairing.conflicts import Conflict, Draft, DraftMatch
from matches.pairing.cost import Cost
from matches.pairing.reasons import PairingReason
from matches.pairing.windows import WINDOW_PAIRS
from matches.table_ranges import Ranges

EXACT_UP_TO = 512
"""Up to this many players, the whole round is one exact matching."""


class Method(StrEnum):
    """How the pairs were found."""

    DRAFT = "draft"  # the seeded pass alone, already at the lower bound
    EXACT = "exact"
    WINDOWS = "windows"
    POWER = "power"


class SwissOptions(msgspec.Struct, frozen=True):
    """The event's choices. ``power``: this round is power-paired. ``balance_starts``: the player who started less
    often starts, and pairs are chosen to make that possible (line 7); otherwise the start is by lot (BO-1.6).
    ``equal_chances``: among pairings of the same cost each is as likely as any other. Rounds that were paired before
    this was so are verified without it. ``chains``: as ``equal_chances``, also in small fields whose players have
    nearly all met; rounds that were paired before are verified without it. ``ranges``: the event's tables; none: 1, 2,
    3 and on.
    """

    power: bool = False
    balance_starts: bool = False
    equal_chances: bool = False
    chains: bool = False
    ranges: Ranges = ()
    exact_up_to: int = EXACT_UP_TO
    window_pairs: int = WINDOW_PAIRS


class Start(StrEnum):
    """Why the first player of a pair starts."""

    LOT = "lot"
    FEWER_STARTS = "fewer_starts"


class Pair(msgspec.Struct, frozen=True, gc=False):
    """A pair at a numbered table, the player who stands higher in the first seat.

    The player in seat ``first`` starts; ``start`` says why. ``reasons`` begin with the main one.
    """

    seats: tuple[str, ...]
    table: int
    first: int
    start: Start
    reasons: tuple[PairingReason, ...]


class Pairing(msgspec.Struct, frozen=True):
    """A paired round, with tables in the order of the pairs' standing.

    ``cost`` counts all pairs, including locked ones, and the bye, but not awarded byes. ``proved``: no pairing of
    this field costs less (in a power-paired round: none has fewer clashes of tables and rematches).
    """

    seed: int
    method: Method
    proved: bool
    pairs: tuple[Pair, ...]
    bye: str | None
    bye_reason: PairingReason | None
    awarded: tuple[str, ...]
    cost: Cost
    conflicts: tuple[Conflict, ...]

    def draft(self) -> Draft:
        """Return the round as a draft that can be edited by hand."""
        byes = self.awarded if self.bye is None else (*self.awarded, self.bye)
        return Draft(tuple(DraftMatch(pair.seats, pair.table) for pair in self.pairs), byes)
