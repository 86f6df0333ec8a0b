"""Correct a result, and find the later results that become void, before anything is changed (section 4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from matches.pairing.bracket.model import Bracket, BracketError
from matches.pairing.bracket.state import Seats, Walk, resolve
from matches.tables.outcome import Outcomes


class Correction(msgspec.Struct, frozen=True):
    """The consequences of a correction. ``results`` are the valid results afterwards, including the corrected one.

    ``fallen`` are matches whose result was between other players, or is no longer needed; ``reseated`` are matches
    without a result that had a player and now have another. Both are in play order.
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
    seated: Mapping[str, Seats] | None = None,
) -> Correction:
    """Set the result of ``key`` to ``outcomes``, or remove it (None), and follow the consequences.

    ``gone`` and ``seated`` are those of ``resolve``. A walkover stands only while its two players stay the same.

    Raises BracketError if ``results`` or the new result are impossible.
    """
    before = resolve(bracket, results, gone, seated).matches
    if key not in before:
        raise BracketError(key, "is not in the bracket")
    walk = Walk(bracket, gone, seated or {})
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
        walk.step(match, result, same=same)
    return Correction(standing, tuple(fallen), tuple(reseated))


def fallen(
    bracket: Bracket,
    results: Mapping[str, Outcomes],
    key: str,
    outcomes: Outcomes | None,
    gone: Collection[int] = (),
) -> list[str]:
    """Return the keys of the later matches whose results become void, in play order."""
    return list(correct(bracket, results, key, outcomes, gone).fallen)
