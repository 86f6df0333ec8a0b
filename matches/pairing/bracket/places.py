"""The places that a bracket awards, computed from its shape before anything is played."""

from __future__ import annotations

from collections import Counter

import msgspec

from matches.pairing.bracket.model import Bracket, BracketKind, BracketMatch, From, Side


class PlaceRange(msgspec.Struct, frozen=True):
    """The places from ``first`` to ``last``, shared by all players who go out at the same point."""

    first: int
    last: int


class Ends(msgspec.Struct, frozen=True):
    """The places that a match awards, None for a player who plays on.

    ``void`` is the place of both after a double no-show: that of the loser of the match to which they would drop.
    """

    winner: PlaceRange | None
    loser: PlaceRange | None
    void: PlaceRange


def places(bracket: Bracket) -> dict[str, Ends]:
    """Return the places by match key. Players who go out in a later round place higher; losers of one round share
    places.

    The final awards places 1 and 2, as do both the grand final and its reset; the third place match awards 3 and 4.
    """
    drops = {
        feeder.match: match for match in bracket.matches for feeder in match.feeders if feeder.origin is From.LOSER
    }
    out = [match for match in bracket.matches if match.key not in drops or match.side is Side.GRAND_FINAL]
    lost = _lost(bracket, out)
    ends: dict[str, Ends] = {}
    for match in bracket.matches:
        goes_out = match.key not in drops or match.side is Side.GRAND_FINAL
        loser = lost[_stage(bracket, match if goes_out else drops[match.key])]
        ends[match.key] = Ends(_won(bracket, match), loser if goes_out else None, loser)
    return ends


FINAL = 2**31
"""The last stage, after any number of rounds."""


def _stage(bracket: Bracket, match: BracketMatch) -> int:
    """How late the losers of the match go out: higher is better."""
    last = bracket.kind is BracketKind.SINGLE and match.side is Side.WINNERS and match.round == bracket.depth
    if match.side is Side.GRAND_FINAL or last:
        return FINAL
    return bracket.depth if match.side is Side.THIRD_PLACE else match.round


def _won(bracket: Bracket, match: BracketMatch) -> PlaceRange | None:
    if _stage(bracket, match) == FINAL:
        return PlaceRange(1, 1)
    return PlaceRange(3, 3) if match.side is Side.THIRD_PLACE else None


def _lost(bracket: Bracket, out: list[BracketMatch]) -> dict[int, PlaceRange]:
    """The places of each stage's losers, from the last stage backwards."""
    counts = Counter(_stage(bracket, match) for match in out)
    counts[FINAL] = 1  # a grand final and its reset have one loser
    has_third = any(match.side is Side.THIRD_PLACE for match in out)
    lost: dict[int, PlaceRange] = {}
    first = 2
    for stage in sorted(counts, reverse=True):
        first += has_third and first == 3  # place 3 is the winner's
        lost[stage] = PlaceRange(first, first + counts[stage] - 1)
        first += counts[stage]
    return lost
