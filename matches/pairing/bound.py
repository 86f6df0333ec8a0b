"""A lower bound of the cost of a round: what no pairing can beat. Reaching it proves a pairing the best."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from matches.pairing.cost import Cost, Model


def lower_bound(model: Model, players: Sequence[int], *, bye: bool) -> Cost:
    """The least that pairing ``players`` could cost if nobody had met anybody; ``bye``: one of them has the bye.

    The bye goes as the lines on byes ask. Squared differences are least between neighbours in the order of points.
    Exact for every line but the repeated pair-downs and starts, which count as none. O(n log n).
    """
    points = [model.points[i] for i in players]
    if not bye:
        return Cost(sse=neighbours_sse(points))
    had, group, given = min(
        (model.had_bye[i], model.rank_of_group.get(p, 0), p) for i, p in zip(players, points, strict=True)
    )
    points.remove(given)
    return Cost(second_byes=int(had), bye_group=group, sse=neighbours_sse(points))


def neighbours_sse(points: Iterable[int]) -> int:
    """The smallest sum of squared differences of an even number of ``points`` paired off."""
    ordered = sorted(points)
    return sum((b - a) ** 2 for a, b in zip(ordered[::2], ordered[1::2], strict=True))
