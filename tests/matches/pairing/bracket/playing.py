"""Play a bracket through, and say what can happen in one, for the tests beside this file."""

from __future__ import annotations

import random
from collections.abc import Iterable

from matches.pairing.bracket import Bracket, BracketState, From, Side, resolve
from matches.tables.outcome import FIRST_WON, SECOND_WON, Outcomes

SIZES = range(2, 131)
WON = (FIRST_WON, SECOND_WON)


def play(
    bracket: Bracket, rng: random.Random, outcomes: tuple[Outcomes, ...] = WON
) -> tuple[dict[str, Outcomes], BracketState]:
    """Results by chance, match by match in any order that is open, until nothing can be played."""
    results: dict[str, Outcomes] = {}
    while (state := resolve(bracket, results)).playable:
        for key in rng.sample(state.playable, rng.randint(1, len(state.playable))):
            results[key] = rng.choice(outcomes)
    return results, state


def reach(bracket: Bracket) -> dict[str, tuple[frozenset[int], frozenset[int]]]:
    """Which seeds can come to each seat of each match."""
    seats: dict[str, tuple[frozenset[int], frozenset[int]]] = {}
    for match in bracket.matches:
        a, b = (
            frozenset({feeder.seed}) if feeder.origin is From.SEED else seats[feeder.match][0] | seats[feeder.match][1]
            for feeder in match.feeders
        )
        seats[match.key] = (a, b)
    return seats


def losers_reach(bracket: Bracket) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """The winners' matches whose losers can come to each seat of each match of the losers' side."""
    seats: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for match in bracket.matches:
        if match.side is Side.LOSERS:
            a, b = (
                frozenset({feeder.match}) if feeder.origin is From.LOSER else frozenset().union(*seats[feeder.match])
                for feeder in match.feeders
            )
            seats[match.key] = (a, b)
    return seats


def first_rematch(bracket: Bracket) -> int | None:
    """The first round of the losers' side in which two who met on the winners' side can meet; None: nowhere.

    They can where the match that one lost lies below the match that the other lost.
    """
    below = reach(bracket)
    by_key = bracket.by_key()
    found = [
        by_key[key].round
        for key, (first, second) in losers_reach(bracket).items()
        if any(nested(below, x, y) for x in first for y in second)
    ]
    return min(found, default=None)


def nested(below: dict[str, tuple[frozenset[int], frozenset[int]]], x: str, y: str) -> bool:
    one, other = below[x][0] | below[x][1], below[y][0] | below[y][1]
    return one < other or other < one


def meetings(bracket: Bracket, state: BracketState) -> Iterable[tuple[str, int, int]]:
    """Who won and who lost, in play order; walkovers and double no-shows left out."""
    for match in bracket.matches:
        played = state.matches[match.key]
        if played.status == "decided" and played.winner and played.loser:
            yield match.key, played.winner, played.loser
