"""A lower bound of the cost of a round. A pairing that reaches it is proved optimal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from matches.pairing.cost import Cost, Model


def lower_bound(model: Model, players: Sequence[int], *, bye: bool) -> Cost:
    """Return the least cost of pairing ``players`` if no two had met; with ``bye``, one of them has the bye.

    The bye goes where the lines on byes put it. Squared differences are smallest between neighbours in the order of
    points. Exact for every line except repeated pair-downs and starts, which count as 0. O(n log n).
    """
    points = [model.points[i] for i in players]
    if not bye:
        return Cost(sse=neighbours_sse(points))
    had, group, points_of_bye = min(
        (model.had_bye[i], model.rank_of_group.get(p, 0), p) for i, p in zip(players, points, strict=True)
    )
    points.remove(points_of_bye)
    return Cost(second_byes=int(had), bye_group=group, sse=neighbours_sse(points))


def neighbours_sse(points: Iterable[int]) -> int:
    """Return the smallest sum of squared differences when an even number of ``points`` is paired."""
    ordered = sorted(points)
    return sum((b - a) ** 2 for a, b in zip(ordered[::2], ordered[1::2], strict=True))
