"""Fields of players who have played rounds in pods."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from matches.pairing.pods.draw import PodRound, draw_pods
from matches.pairing.pods.field import PodField, PodPlayer
from matches.pairing.pods.sizes import PodShape


def played(players: int, rounds: int, seed: int, shape: PodShape) -> PodField:
    """A field after rounds with results by chance."""
    rng = Random(seed)
    keys = [f"P{number:03d}" for number in range(1, players + 1)]
    past: dict[str, dict[str, Any]] = {
        key: {"points": Fraction(0), "byes": 0, "shorts": 0, "met": {}, "starts": 0, "lateness": Fraction(0)}
        for key in keys
    }
    for number in range(rounds):
        _play(draw_pods(_field(past), shape, seed=f"{seed}/{number}"), past, shape, rng)
    return _field(past)


def _field(past: dict[str, dict[str, Any]]) -> PodField:
    return PodField(tuple(PodPlayer(key, **{**line, "met": dict(line["met"])}) for key, line in past.items()))


def _play(one: PodRound, past: dict[str, dict[str, Any]], shape: PodShape, rng: Random) -> None:
    sizes = {len(pod) for pod in one.pods}
    for pod in one.pods:
        size = len(pod)
        places = sorted(pod, key=lambda _key: rng.random())
        for place, key in enumerate(places):
            past[key]["points"] += Fraction((size - 1 - place) * (shape.size - 1), size - 1)
        past[pod[0]]["starts"] += 1
        for seat, key in enumerate(pod, 1):
            past[key]["lateness"] += Fraction(2 * seat - size - 1, size - 1)
            past[key]["shorts"] += size < shape.size and len(sizes) > 1
            for other in pod:
                if other != key:
                    past[key]["met"][other] = past[key]["met"].get(other, 0) + 1
    for key in one.byes:
        past[key]["points"] += shape.size - 1
        past[key]["byes"] += 1
