"""Fields and histories for the tests of pairing, made from a seed; and an independent count of what a pairing costs."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from matches.history import Kind, RoundPlayed
from matches.pairing.cost import Cost
from matches.pairing.field import Field, FieldPlayer, field_from_history
from matches.pairing.paired_round import Pairing, SwissOptions
from matches.pairing.swiss import pair_swiss
from matches.tables.outcome import BOTH_DREW, FIRST_WON, SECOND_WON, Outcome
from tests.matches.lines import line_of

OUTCOMES = (FIRST_WON, SECOND_WON, BOTH_DREW)


def keys(count: int) -> list[str]:
    """P001, P002, ..."""
    return [f"P{number:03d}" for number in range(1, count + 1)]


def any_field(count: int, rng: random.Random, *, tables: bool = False) -> Field:
    """A field of ``count`` players about whom nothing must be consistent but that meeting is mutual."""
    names = keys(count)
    density = rng.random()
    met: dict[str, list[str]] = {name: [] for name in names}
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            if rng.random() < density:
                met[a].append(b)
                met[b].append(a)
    spread = rng.choice((1, 2, 4, 10))
    return Field(
        tuple(
            FieldPlayer(
                key=name,
                points=rng.randrange(spread) * rng.choice((1, 3)),
                met=frozenset(met[name]),
                byes=int(rng.random() < 0.3),
                down=int(rng.random() < 0.4),
                up=int(rng.random() < 0.4),
                starts=rng.randrange(4),
                rank=None,
                table=rng.randrange(1, 4) if tables and rng.random() < 0.4 else None,
            )
            for name in names
        )
    )


def played_round(number: int, pairing: Pairing, rng: random.Random) -> RoundPlayed:
    """``pairing`` played out by chance, with about one draw in ten."""
    lines = []
    for pair in pairing.pairs:
        outcome = rng.choices(OUTCOMES, (9, 9, 2))[0]
        lines.append(line_of(pair.seats, outcome, first=pair.first))
    byes = [*pairing.awarded, *([pairing.bye] if pairing.bye else [])]
    lines += [line_of((key,), (Outcome.WON,), kind=Kind.BYE) for key in byes]
    return RoundPlayed(number=number, matches=tuple(lines))


def random_round(number: int, players: Sequence[str], rng: random.Random) -> RoundPlayed:
    """A round paired without any rule: all histories can come about, also bad ones."""
    order = list(players)
    rng.shuffle(order)
    lines = []
    if len(order) % 2:
        lines.append(line_of((order.pop(),), (Outcome.WON,), kind=Kind.BYE))
    for a, b in zip(order[::2], order[1::2], strict=True):
        lines.append(line_of((a, b), rng.choice(OUTCOMES), first=rng.choice((0, 1))))
    return RoundPlayed(number=number, matches=tuple(lines))


def swiss_event(count: int, rounds: int, seed: int, *, drop: float = 0.0) -> tuple[list[str], list[RoundPlayed]]:
    """Who is still in and what was played after ``rounds`` rounds of a Swiss event; a share ``drop`` leaves a round."""
    rng = random.Random(seed)
    still_in = keys(count)
    played: list[RoundPlayed] = []
    for number in range(1, rounds + 1):
        pairing = pair_swiss(field_from_history(still_in, played), seed=rng.randrange(2**32))
        played.append(played_round(number, pairing, rng))
        still_in = [key for key in still_in if rng.random() >= drop]
    return still_in, played


def cost_of(field: Field, pairs: Iterable[tuple[str, str]], bye: str | None, *, balance: bool = False) -> Cost:
    """The cost counted by the words of the rules, apart from the code under test."""
    player = {entrant.key: entrant for entrant in field.players}
    taken = {key for pair in field.locked for key in pair} | set(field.awarded)
    groups = sorted({entrant.points for entrant in field.players if entrant.key not in taken})
    tables = rematches = sse = floats = starts = 0
    for pair in pairs:
        low, high = sorted((player[key] for key in pair), key=lambda entrant: entrant.points)
        tables += bool(low.table and high.table and low.table != high.table)
        rematches += high.key in low.met
        sse += (high.points - low.points) ** 2
        if high.points > low.points:
            floats += (high.down > 0) + (low.up > 0)
        starts += min(low.starts, high.starts) if balance else 0
    if bye is None:
        return Cost(tables, rematches, 0, 0, sse, floats, starts)
    return Cost(tables, rematches, int(player[bye].byes > 0), groups.index(player[bye].points), sse, floats, starts)


def all_pairings(players: Sequence[str]) -> Iterator[tuple[list[tuple[str, str]], str | None]]:
    """Every way to pair ``players``; with an odd number, every way for every bye."""
    if len(players) % 2 == 0:
        for pairs in _pairings(list(players)):
            yield pairs, None
        return
    for bye in players:
        for pairs in _pairings([key for key in players if key != bye]):
            yield pairs, bye


def _pairings(players: list[str]) -> Iterator[list[tuple[str, str]]]:
    if not players:
        yield []
        return
    first, *rest = players
    for other in rest:
        for pairs in _pairings([key for key in rest if key != other]):
            yield [(first, other), *pairs]


def drawn(pairing: Pairing) -> tuple[tuple[object, ...], ...]:
    """Everything that chance decides in ``pairing``, to compare two of them."""
    return (*((*pair.seats, pair.table, pair.first) for pair in pairing.pairs), (pairing.bye,))


EXACT = SwissOptions()
WINDOWS = SwissOptions(exact_up_to=0)
