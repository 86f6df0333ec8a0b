"""The power-paired round: down the standings, each with the next free player not met.

Usual for the last Swiss round before a cut: first against second, third against fourth, as far as they have not
met. Read strictly: the list of opponents, from the top, is the earliest that leaves as few rematches (and clashes
of fixed tables) as any pairing of these players can have. So the top pairs never give way to spare the bottom a
choice, but do to spare it a rematch.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import rustworkx as rx

from matches.pairing.cost import BYE, Model
from matches.pairing.greedy import Pairs, shuffled


def pair_down_the_standings(model: Model, rng: random.Random) -> Pairs:
    """Pairs of all of ``model.free`` by rank; a bye comes first, as a pair with ``BYE``.

    Players without a rank stand below those with one, by points and then by chance. The bye goes to the lowest in the
    standings without one, unless giving it higher spares a rematch.
    """
    chance = {i: k for k, i in enumerate(shuffled(model.free, rng))}
    order = sorted(model.free, key=lambda i: (*_standing(model, i), chance[i]))
    pairs: Pairs = []
    if len(order) % 2:
        chosen = _bye(model, order)
        order.remove(chosen)
        pairs.append((chosen, BYE))
    return pairs + _walk(model, order)


def _standing(model: Model, i: int) -> tuple[bool, int, int]:
    rank = model.players[i].rank
    return (rank is None, rank or 0, -model.points[i])


def _bye(model: Model, order: Sequence[int]) -> int:
    """Who has the bye: fewest obstacles left for the others, then no second bye, lowest group, lowest standing."""
    upwards = list(reversed(order))
    upwards.sort(key=lambda i: (model.had_bye[i], model.points[i]))
    best, fewest = upwards[0], None
    for i in upwards:
        left = least_obstacles(model, [j for j in order if j != i])
        if fewest is None or left < fewest:
            best, fewest = i, left
        if fewest == 0:
            break
    return best


def _walk(model: Model, order: list[int]) -> Pairs:
    pairs: Pairs = []
    free = list(order)
    budget = least_obstacles(model, free)
    while free:
        i = free.pop(0)
        k, budget = _next(model, i, free, budget)
        pairs.append((i, free.pop(k)))
    return pairs


def _next(model: Model, i: int, free: list[int], budget: int) -> tuple[int, int]:
    """The place in ``free`` of the opponent of ``i``, and the obstacles that remain of ``budget`` after it."""
    for k, j in enumerate(free):
        left = budget - _obstacle(model, i, j)
        if left < 0:
            continue
        rest = free[:k] + free[k + 1 :] if _may_be_stuck(model, len(free) - 1) else []
        if least_obstacles(model, rest) <= left:
            return k, left
    raise AssertionError("the budget is the least of a pairing of these players, so one of them fits")


def _obstacle(model: Model, i: int, j: int) -> int:
    """What the pair costs in clashes of tables and rematches, a clash outweighing all rematches."""
    return len(model.keys) * model.tables_clash(i, j) + model.have_met(i, j)


def _may_be_stuck(model: Model, count: int) -> bool:
    """Whether ``count`` players may be unable to pair without an obstacle.

    They are able when each could still meet at least half of them (Dirac: a cycle through all, and every second edge
    of it is a pairing).
    """
    return 2 * (count - 1 - model.most_blocked) < count


def least_obstacles(model: Model, players: Sequence[int]) -> int:
    """The least total of obstacles with which an even number of ``players`` can be paired."""
    if not _may_be_stuck(model, len(players)):
        return 0
    graph = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(players)
    graph.add_edges_from(
        [(a, b, -_obstacle(model, i, players[b])) for a, i in enumerate(players) for b in range(a + 1, len(players))]
    )
    matched = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(_obstacle(model, players[a], players[b]) for a, b in sorted(matched))
