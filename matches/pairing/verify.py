"""Recompute a past round from its history and seed, and say where what was published differs.

A difference is not yet a wrong: the organiser may have edited the draft, which the audit log tells.
"""

from __future__ import annotations

import msgspec

from matches.pairing.conflicts import Draft
from matches.pairing.field import Field
from matches.pairing.paired_round import Pairing, SwissOptions
from matches.pairing.swiss import DEFAULTS, pair_swiss


class Verification(msgspec.Struct, frozen=True):
    """What recomputing gave. Pairs are (key, key) in the order of keys, all lists sorted.

    ``published_only`` and ``recomputed_only`` are pairs, ``byes_published_only`` and ``byes_recomputed_only`` players
    with a bye; ``tables`` are (player, published table, recomputed table) of pairs that are in both, by their first
    player, where the published draft numbers the table.
    """

    pairing: Pairing
    published_only: tuple[tuple[str, ...], ...]
    recomputed_only: tuple[tuple[str, ...], ...]
    byes_published_only: tuple[str, ...]
    byes_recomputed_only: tuple[str, ...]
    tables: tuple[tuple[str, int, int], ...]

    @property
    def same(self) -> bool:
        """Whether the published round is exactly the one that history and seed give."""
        pairs = self.published_only or self.recomputed_only
        return not (pairs or self.byes_published_only or self.byes_recomputed_only or self.tables)


def verify(published: Draft, field: Field, *, seed: int, options: SwissOptions = DEFAULTS) -> Verification:
    """Pair ``field`` anew with the round's stored ``seed`` and ``options``, and compare with ``published``.

    Raises :class:`~matches.pairing.field.FieldError` as :func:`~matches.pairing.swiss.pair_swiss` does.
    """
    pairing = pair_swiss(field, seed=seed, options=options)
    recomputed = pairing.draft()
    theirs, ours = _tables(published), _tables(recomputed)
    return Verification(
        pairing=pairing,
        published_only=tuple(sorted(pair for pair in theirs if pair not in ours)),
        recomputed_only=tuple(sorted(pair for pair in ours if pair not in theirs)),
        byes_published_only=tuple(sorted(key for key in published.byes if key not in recomputed.byes)),
        byes_recomputed_only=tuple(sorted(key for key in recomputed.byes if key not in published.byes)),
        tables=tuple(
            sorted(
                (pair[0], theirs[pair] or 0, ours[pair] or 0)
                for pair in theirs
                if theirs[pair] is not None and pair in ours and theirs[pair] != ours[pair]
            )
        ),
    )


def _tables(draft: Draft) -> dict[tuple[str, ...], int | None]:
    return {tuple(sorted(match.seats)): match.table for match in draft.matches}
