"""The power-paired round: down the standings, each with the next free player not met.

Usual for the last Swiss round before a cut: first against second, third against fourth, unless they have met.
Strictly: the list of opponents, from the top, is the earliest that leaves as few rematches (and clashes of fixed
tables) as any pairing of these players. So the top pairs change only to avoid a rematch further down.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import rustworkx as rx

from matches.pairing.cost import BYE, Model
from matches.pairing.greedy import Pairs, shuffled


def pair_down_the_standings(model: Model, rng: random.Random) -> Pairs:
    """Pair all of ``model.free`` by rank; a bye comes first, as a pair with ``BYE``.

    Players without a rank come after those with one, by points and then at random. The bye goes to the lowest player
    in the standings without a bye so far, unless a bye for a higher player avoids a rematch.
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
    """Return who gets the bye: fewest obstacles left for the others, then no second bye, lowest group, lowest
    standing.
    """
    upwards = list(reversed(order))
    upwards.sort(key=lambda i: (model.had_bye[i], model.points[i]))
    fewest = least_obstacles(model, upwards)
    return next(i for i in upwards if _can_do_with(model, [j for j in order if j != i], fewest))


def _walk(model: Model, order: list[int]) -> Pairs:
    pairs: Pairs = []
    free = order[::-1]  # the next player last, where a list is fast to pop from
    budget = least_obstacles(model, free)
    while free:
        i = free.pop()
        k, budget = _next(model, i, free, budget)
        pairs.append((i, free.pop(k)))
    return pairs


def _next(model: Model, i: int, free: list[int], budget: int) -> tuple[int, int]:
    """Return the index in ``free`` of the opponent of ``i``, and the rest of ``budget`` after it."""
    stuck = _may_be_stuck(model, len(free) - 1)
    for k in reversed(range(len(free))):
        left = budget - _obstacle(model, i, free[k])
        if left >= 0 and (not stuck or _can_do_with(model, free[:k] + free[k + 1 :], left)):
            return k, left
    raise AssertionError("the budget is the least of a pairing of these players, so one of them fits")


def _obstacle(model: Model, i: int, j: int) -> int:
    """Return the cost of the pair in clashes of tables and rematches; a clash outweighs all rematches."""
    return len(model.keys) * model.tables_clash(i, j) + model.have_met(i, j)


def _can_do_with(model: Model, players: list[int], obstacles: int) -> bool:
    """Whether an even number of ``players`` can be paired within the budget of obstacles; cheap tests first."""
    if not _may_be_stuck(model, len(players)):
        return True
    if _obstacles_of_a_walk(model, players) <= obstacles:
        return True
    return least_obstacles(model, players) <= obstacles


def _may_be_stuck(model: Model, count: int) -> bool:
    """Whether ``count`` players may be unable to pair without an obstacle.

    They can if each could still meet at least half of them (Dirac: there is a cycle through all, and every second
    edge of it is a pairing).
    """
    return 2 * (count - 1 - model.most_blocked) < count


def _obstacles_of_a_walk(model: Model, players: list[int]) -> int:
    """Return the obstacles if each player in turn takes the last free one without an obstacle, else the last: an
    upper bound.
    """
    free, obstacles = list(players), 0
    while free:
        i = free.pop()
        k = next((k for k in reversed(range(len(free))) if not model.blocked(i, free[k])), -1)
        obstacles += _obstacle(model, i, free.pop(k))
    return obstacles


def least_obstacles(model: Model, players: Sequence[int]) -> int:
    """Return the least total of obstacles with which ``players`` can be paired; with an odd number, one has the bye."""
    count = len(players)
    if not _may_be_stuck(model, count - count % 2):
        return 0
    edges = [(a, b, -_obstacle(model, i, players[b])) for a, i in enumerate(players) for b in range(a + 1, count)]
    if count % 2:
        edges += [(a, count, 0) for a in range(count)]
    graph = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(range(count + count % 2))
    graph.add_edges_from(edges)
    matched = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(_obstacle(model, players[a], players[b]) for a, b in sorted(matched) if max(a, b) < count)
