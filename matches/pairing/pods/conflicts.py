"""Finds the conflicts of a draft of pods that was edited by hand: those of every draft, and pods of a wrong size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from matches.pairing.conflicts import Conflict, ConflictCode, Draft, conflicts
from matches.pairing.field import Field
from matches.pairing.pods.sizes import PodShape, PodSizeError, pod_sizes


def pod_conflicts(
    draft: Draft, field: Field, shape: PodShape, apart: Iterable[tuple[str, str]] = ()
) -> tuple[Conflict, ...]:
    """Return the conflicts of ``draft`` in the order of :class:`ConflictCode`; byes are one if they need not be.

    ``apart`` are pairs who do not sit together.
    """
    found = [conflict for conflict in conflicts(draft, field) if conflict.code != ConflictCode.SEVERAL_BYES]
    together = [
        Conflict(ConflictCode.KEPT_APART, pair)
        for match in draft.matches
        for pair in apart
        if set(match.seats).issuperset(pair)
    ]
    return (*found, *_spare_byes(draft, field, shape), *_sizes(draft, shape), *together)


def _spare_byes(draft: Draft, field: Field, shape: PodShape) -> Iterator[Conflict]:
    free = tuple(key for key in draft.byes if key not in field.awarded)
    try:
        _, byes = pod_sizes(len(field.players) - len(field.awarded), shape)
    except PodSizeError:
        return
    if len(free) > byes:
        yield Conflict(ConflictCode.SPARE_BYE, free)


def _sizes(draft: Draft, shape: PodShape) -> Iterator[Conflict]:
    for match in draft.matches:
        count = len(match.seats)
        if count < shape.least:
            yield Conflict(ConflictCode.POD_TOO_SMALL, match.seats, {"count": count, "least": shape.least})
        elif count > shape.most:
            yield Conflict(ConflictCode.POD_TOO_LARGE, match.seats, {"count": count, "most": shape.most})
