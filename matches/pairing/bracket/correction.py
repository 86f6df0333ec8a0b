"""Correct a result: which later matches fall, named before anything is changed (section 4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from matches.history import Outcomes
from matches.pairing.bracket.model import Bracket, BracketError
from matches.pairing.bracket.state import Walk, resolve


class Correction(msgspec.Struct, frozen=True):
    """What a correction does. ``results`` are those that stand afterwards, the corrected one among them.

    ``fallen`` are matches whose result was between others, or is not needed any more; ``reseated`` are matches
    without a result that had a player and now have another. Both in play order.
    """

    results: dict[str, Outcomes]
    fallen: tuple[str, ...]
    reseated: tuple[str, ...]


def correct(
    bracket: Bracket,
    results: Mapping[str, Outcomes],
    key: str,
    outcomes: Outcomes | None,
    gone: Collection[int] = (),
) -> Correction:
    """Give ``key`` the result ``outcomes``, or take its result back (None), and follow the consequences.

    Raises BracketError where ``results`` or the new result cannot be.
    """
    before = resolve(bracket, results, gone).matches
    if key not in before:
        raise BracketError(key, "is not in the bracket")
    walk = Walk(bracket, gone)
    standing: dict[str, Outcomes] = {}
    fallen: list[str] = []
    reseated: list[str] = []
    for match in bracket.matches:
        old, result = before[match.key], outcomes if match.key == key else results.get(match.key)
        same = walk.seats(match) == old.seats
        if result is not None and match.key != key and not (same and walk.needed(match)):
            fallen.append(match.key)
            result = None
        elif result is None and match.key != key and not same and any(old.seats):
            reseated.append(match.key)
        if result is not None:
            standing[match.key] = result
        walk.step(match, result)
    return Correction(standing, tuple(fallen), tuple(reseated))


def fallen(
    bracket: Bracket,
    results: Mapping[str, Outcomes],
    key: str,
    outcomes: Outcomes | None,
    gone: Collection[int] = (),
) -> list[str]:
    """The keys of the later matches whose results fall with the correction of ``key``, in play order."""
    return list(correct(bracket, results, key, outcomes, gone).fallen)
