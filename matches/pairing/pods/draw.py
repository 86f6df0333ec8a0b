"""Draws a round of pods: sizes, the search, the seats."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from matches.pairing.pods.cost import PodCost, Weights, cost_of
from matches.pairing.pods.field import PodField, PodPlayer
from matches.pairing.pods.search import search
from matches.pairing.pods.seating import FULL, SHORT
from matches.pairing.pods.sizes import PodShape, PodSizeError, pod_sizes, short_sizes


@dataclass(frozen=True)
class PodRound:
    """A round as drawn: pods in seat order, the best first, then those with byes, and what it costs."""

    pods: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    cost: PodCost


def draw_pods(
    field: PodField,
    shape: PodShape,
    *,
    seed: int | str,
    rest_byes: bool = False,
    weighed: bool = False,
    by_lot: bool = False,
    span: Fraction | None = None,
) -> PodRound:
    """Draw a round.

    ``weighed`` weighs repeats against points: three times the squared ``span`` of a table's points for each, which is
    p − 1 if nothing is said (docs/pods.md). ``by_lot`` draws all seats by lot.
    The same seed draws the same pods.

    Raises:
        PodSizeError: if not one pod can be made of those who are not locked.
    """
    rng = Random(str(seed))
    by_key = {player.key: player for player in field.players}
    taken = {key for pod in field.locked for key in pod}
    free = sorted((player for player in field.players if player.key not in taken), key=lambda player: player.key)
    sizes, byes = pod_sizes(len(free), shape, rest_byes=rest_byes) if free or not field.locked else ((), 0)
    all_sizes = (*sizes, *(len(pod) for pod in field.locked))
    short = short_sizes(all_sizes, shape)
    weight = 3 * (Fraction(shape.size - 1) if span is None else span) ** 2 if weighed else None
    pods, resting = _seated(free, sizes, byes, short, field, weight, rng) if sizes else ([], [])
    pods += [list(pod) for pod in field.locked]
    seats = [in_seats([by_key[key] for key in pod], rng, by_lot=by_lot) for pod in pods]
    cost = cost_of(by_key, seats, resting, short, repeat_weight=weight or Fraction(0))
    ordered = sorted(seats, key=lambda pod: (-max(by_key[key].points for key in pod), -_mean(pod, by_key), pod))
    return PodRound(tuple(ordered), tuple(sorted(resting)), cost)


def draw_alone(field: PodField) -> PodRound:
    """A round of a score attack: everyone at a table alone, by key; there are no byes. Raises PodSizeError if empty."""
    keys = sorted(player.key for player in field.players)
    if not keys:
        raise PodSizeError("no player can be seated")
    return PodRound(tuple((key,) for key in keys), (), PodCost(0, 0, 0, Fraction(0), Fraction(0)))


def _seated(
    free: list[PodPlayer],
    sizes: tuple[int, ...],
    byes: int,
    short: frozenset[int],
    field: PodField,
    weight: Fraction | None,
    rng: Random,
) -> tuple[list[list[str]], list[str]]:
    """The pods that the search finds, by key, and those with byes."""
    weights = Weights(free, most_in_pod=max(sizes), apart=field.apart, repeat_weight=weight)
    kinds = {size: SHORT if size in short else FULL for size in range(1, max(sizes) + 2)}
    found = search(weights, sizes, byes, kinds, rng)
    pods = [[free[index].key for index in pod] for pod in found.pods]
    return (pods[:-1], pods[-1]) if byes else (pods, [])


def _mean(pod: tuple[str, ...], players: dict[str, PodPlayer]) -> Fraction:
    return sum((players[key].points for key in pod), Fraction(0)) / len(pod)


def in_seats(pod: list[PodPlayer], rng: Random, *, by_lot: bool = False) -> tuple[str, ...]:
    """The seats of a pod: first who has started least, then who has sat latest, ties by lot; or all by lot."""
    lot = {player.key: rng.random() for player in sorted(pod, key=lambda player: player.key)}
    if by_lot:
        return tuple(sorted(lot, key=lambda key: (lot[key], key)))
    first = min(pod, key=lambda player: (player.starts, -player.lateness, lot[player.key], player.key))
    others = sorted(
        (player for player in pod if player is not first),
        key=lambda player: (-player.lateness, lot[player.key], player.key),
    )
    return (first.key, *(player.key for player in others))
