"""Exact matching: finds the cheapest way to pair a list of players, with all lines of the cost at once.

One maximum-weight matching on the complete graph (rustworkx); the weight of an edge is minus its cost as one
integer. Ties are broken at random: every edge that is not in the draft has a random weight below all lines. That
makes the optimum unique (isolation lemma: the probability of two optima is below edges / 2**(tie bits - 1)), so that
the result depends only on the seed and not on the solver's order; and the solver is many times faster if most of its
answer is known to cost nothing.
"""

from __future__ import annotations

import random

import rustworkx as rx

from matches.pairing.cost import BYE, Model, Scale

Pairs = list[tuple[int, int]]
Edge = tuple[int, int, int]

FEWEST_TIE_BITS = 16
"""With fewer random bits, two equally good pairings of a large field could tie, and the solver would choose."""


def best_pairs(model: Model, draft: Pairs, rng: random.Random) -> Pairs:
    """Return the cheapest pairs of the players of ``draft`` (pairs of numbers, at most one of them with the bye).

    Ties are broken at random, with a preference for the draft. The first of a pair has no fewer points; the bye
    comes second. O(n³) in the number of players; 0.1 to 0.2 s for 512. Raises :class:`OverflowError` if the costs
    need more than 128 bits (see :class:`~matches.pairing.cost.Scale`).
    """
    partner = {i: j for pair in draft for i, j in (pair, pair[::-1])}
    bye_for = partner.pop(BYE, None)
    nodes = sorted(partner, key=lambda i: (-model.points[i], i))
    scale = scale_of(model, draft)
    edges = _edges(model, nodes, partner, scale, rng)
    if bye_for is not None:
        edges += _bye_edges(model, nodes, bye_for, scale, rng)
        nodes.append(BYE)
    if model.most_starts:
        edges = _shifted(model, nodes, edges, scale)
    return [(nodes[a], nodes[b]) for a, b in _match(len(nodes), edges)]


def scale_of(model: Model, draft: Pairs) -> Scale:
    """Return the weights for matching the players of ``draft``. Raises :class:`OverflowError` as :class:`Scale`
    does.
    """
    points = [model.points[i] for pair in draft for i in pair if i != BYE]
    return Scale.of(model, len(draft), max(points, default=0) - min(points, default=0))


def fits(model: Model, draft: Pairs) -> bool:
    """Whether the players of ``draft`` can be matched at once, with enough random bits left to decide all ties."""
    try:
        return scale_of(model, draft).tie_bits >= FEWEST_TIE_BITS
    except OverflowError:
        return False


def _match(size: int, edges: list[Edge]) -> list[tuple[int, int]]:
    # These graphs have no parallel edges. With multigraph=True rustworkx does not look for one at each insertion,
    # which makes building the graph 30 times faster.
    graph = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(range(size))
    graph.add_edges_from(edges)
    matched = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    # The solver iterates hash tables, so the order inside a pair differs from call to call.
    return sorted((min(pair), max(pair)) for pair in matched)


def _edges(model: Model, nodes: list[int], partner: dict[int, int], scale: Scale, rng: random.Random) -> list[Edge]:
    """Return the edges among ``nodes`` (descending points): the sums of ``Model.cost``, unrolled because this is the
    hot loop.
    """
    points = [model.points[i] for i in nodes]
    keys = [model.keys[i] for i in nodes]
    up = [scale.floats * model.up[i] for i in nodes]
    chance, half = rng.random, 1 << (scale.tie_bits - 1)
    edges: list[Edge] = []
    for a, i in enumerate(nodes):
        points_a, met, mate = points[a], model.met[i], partner[i]
        down = scale.floats * model.down[i]
        for b in range(a + 1, len(nodes)):
            difference = points_a - points[b]
            weight = scale.sse * difference * difference + down + up[b] if difference else 0
            if keys[b] in met:
                weight += scale.rematches
            if nodes[b] != mate:
                weight += half + int(half * chance())
            edges.append((a, b, -weight))
    if model.has_tables:
        edges = [(a, b, w - scale.tables * model.tables_clash(nodes[a], nodes[b])) for a, b, w in edges]
    return edges


def _bye_edges(model: Model, nodes: list[int], bye_for: int, scale: Scale, rng: random.Random) -> list[Edge]:
    half = 1 << (scale.tie_bits - 1)
    edges = []
    for a, i in enumerate(nodes):
        tie = 0 if i == bye_for else half + int(half * rng.random())
        edges.append((a, len(nodes), -scale.weight(model.cost(i, BYE)) - tie))
    return edges


def _shifted(model: Model, nodes: list[int], edges: list[Edge], scale: Scale) -> list[Edge]:
    """Return the edges with the cost of repeated starts, minus a part that is the same for every perfect matching.

    Subtracting the same amount from all edges of a player changes no comparison. With these amounts, the best pairs
    of a score group, of one player who started less than the median and one who started more, cost nothing: the
    solver finds most of them without search, in a third of the time.
    """
    seen: dict[int, list[int]] = {}
    for i in nodes:
        if i != BYE:
            seen.setdefault(model.points[i], []).append(model.starts[i])
    median = {points: sorted(starts)[len(starts) // 2] for points, starts in seen.items()}
    starts = [0 if i == BYE else model.starts[i] for i in nodes]
    shift = [0 if i == BYE else 2 * min(model.starts[i], m := median[model.points[i]]) - m for i in nodes]
    half = scale.starts // 2  # exact: a unit has tie_bits ≥ 1 zeros at its end
    return [(a, b, w - half * (2 * min(starts[a], starts[b]) - shift[a] - shift[b])) for a, b, w in edges]
