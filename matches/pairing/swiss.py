"""Pairs a Swiss round from a field and a seed, by the order of the tournament rules, section 2.

``pair_swiss`` never refuses a field: an unavoidable rematch or second bye is reported with its reason. The same
field, seed and options give the same pairing on every machine: players are taken in the order of their keys, all
randomness is one ``random.Random(seed)`` of which only ``random()`` is used, and no set is iterated.

It does not use dates, names or the database, and does not decide who is still in.
"""

from __future__ import annotations

import random

import msgspec

from matches.pairing.bound import lower_bound
from matches.pairing.conflicts import conflicts
from matches.pairing.cost import BYE, Model
from matches.pairing.equal_chances import even_out
from matches.pairing.field import Field
from matches.pairing.greedy import draft_round, shuffled
from matches.pairing.matching import Pairs, best_pairs, fits
from matches.pairing.paired_round import Method, Pair, Pairing, Start, SwissOptions
from matches.pairing.power import pair_down_the_standings
from matches.pairing.reasons import Explainer
from matches.pairing.tables import assign_tables
from matches.pairing.windows import improve
from matches.table_ranges import Ranges

DEFAULTS = SwissOptions()


def pair_swiss(field: Field, *, seed: int, options: SwissOptions = DEFAULTS) -> Pairing:
    """Pair the round for ``field`` by the strict order of section 2, with randomness from ``seed``.

    Takes any number of players, including 0 and 1. Up to ``options.exact_up_to`` players the cost is optimal; above,
    it is the best that windows find. Raises :class:`~matches.pairing.field.FieldError` for a field that contradicts
    itself, never for a round that cannot be paired without a rematch.
    """
    model, locked = _model(field.checked(), options)
    rng = random.Random(seed)
    method, proved, pairs = _pairs(model, rng, options)
    if options.equal_chances and not options.power:
        pairs = even_out(model, pairs, rng, chains=options.chains)
    bye = next((i for i, j in pairs if j == BYE), None)
    seated = _in_order(model, locked + [pair for pair in pairs if pair[1] != BYE], rng)
    explainer = Explainer(model, pairs, power=options.power, proved=proved)
    pairing = Pairing(
        seed=seed,
        method=method,
        proved=proved,
        pairs=_seated(model, seated, set(locked), explainer, rng, options.ranges),
        bye=None if bye is None else model.keys[bye],
        bye_reason=None if bye is None else explainer.bye(bye),
        awarded=tuple(sorted(field.awarded)),
        cost=model.total(locked + pairs),
        conflicts=(),
    )
    return msgspec.structs.replace(pairing, conflicts=conflicts(pairing.draft(), field))


def _model(field: Field, options: SwissOptions) -> tuple[Model, Pairs]:
    """Return the players of the round as columns, and the locked pairs, the higher player first."""
    resting = set(field.awarded)
    model = Model((p for p in field.players if p.key not in resting), balance=options.balance_starts)
    locked = sorted(_higher_first(model, model.number[a], model.number[b]) for a, b in field.locked)
    placed = {i for pair in locked for i in pair}
    model.set_free(i for i in range(len(model.keys)) if i not in placed)
    return model, locked


def _pairs(model: Model, rng: random.Random, options: SwissOptions) -> tuple[Method, bool, Pairs]:
    if options.power:
        return Method.POWER, True, pair_down_the_standings(model, rng)
    draft = draft_round(model, rng)
    bound = lower_bound(model, model.free, bye=len(model.free) % 2 == 1)
    if model.total(draft) == bound:
        return Method.DRAFT, True, draft
    if len(model.free) <= options.exact_up_to and fits(model, draft):
        return Method.EXACT, True, best_pairs(model, draft, rng)
    better = improve(model, draft, rng, size=options.window_pairs)
    return Method.WINDOWS, model.total(better) == bound, better


def _higher_first(model: Model, i: int, j: int) -> tuple[int, int]:
    return (i, j) if _standing(model, i) <= _standing(model, j) else (j, i)


def _standing(model: Model, i: int) -> tuple[int, bool, int]:
    rank = model.players[i].rank
    return (-model.points[i], rank is None, rank or 0)


def _in_order(model: Model, pairs: Pairs, rng: random.Random) -> Pairs:
    """Return the pairs by the standing of their players, the higher player of each first; ties at random."""
    turned = [_higher_first(model, i, j) for i, j in pairs]
    order = shuffled(range(len(turned)), rng)
    order.sort(key=lambda k: (_standing(model, turned[k][0]), _standing(model, turned[k][1])))
    return [turned[k] for k in order]


def _seated(
    model: Model,
    pairs: Pairs,
    locked: set[tuple[int, int]],
    explainer: Explainer,
    rng: random.Random,
    ranges: Ranges,
) -> tuple[Pair, ...]:
    fixed = {model.keys[i]: table for i, table in enumerate(model.table) if table}
    tables = assign_tables([(model.keys[i], model.keys[j]) for i, j in pairs], fixed, ranges)
    seated = []
    for (i, j), table in zip(pairs, tables, strict=True):
        first, start = _start(model.starts[i], model.starts[j], rng)
        reasons = explainer.pair(i, j, locked=(i, j) in locked)
        seated.append(Pair((model.keys[i], model.keys[j]), table, first, start, reasons))
    return tuple(seated)


def _start(starts_a: int, starts_b: int, rng: random.Random) -> tuple[int, Start]:
    """Return the seat that starts. Unless starts are balanced, the counts are all 0 and the lot decides."""
    lot = rng.random() < 0.5  # always drawn, so that one pair's start does not shift the next pair's lot
    if starts_a == starts_b:
        return (0 if lot else 1), Start.LOT
    return (0 if starts_a < starts_b else 1), Start.FEWER_STARTS
