"""A small event worked out by hand, and events by chance, for the tests beside this file."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from matches.history import Kind, Played, RoundPlayed
from matches.tables.outcome import BOTH_DREW, BOTH_LOST, FIRST_WON, SECOND_WON, Outcome
from tests.matches.lines import line_of

A, B, DRAW, NEITHER = FIRST_WON, SECOND_WON, BOTH_DREW, BOTH_LOST


def bye(player: str) -> Played:
    return line_of((player,), (Outcome.WON,), kind=Kind.BYE)


def assigned_loss(player: str) -> Played:
    return line_of((player,), (Outcome.LOST,), wins=(0,), kind=Kind.ASSIGNED_LOSS)


def assigned_draw(player: str) -> Played:
    return line_of((player,), (Outcome.DRAWN,), kind=Kind.ASSIGNED_DRAW)


FIVE = ("Ann", "Ben", "Cem", "Dan", "Eve")

ROUNDS = (
    RoundPlayed(
        1,
        (
            line_of(("Ann", "Ben"), A, (2, 0), totals=(900, 300)),
            line_of(("Cem", "Dan"), DRAW, (1, 1), totals=(500, 500)),
            bye("Eve"),
        ),
    ),
    RoundPlayed(
        2,
        (
            line_of(("Ann", "Cem"), A, (2, 1), totals=(700, 650)),
            line_of(("Eve", "Dan"), A, (2, 0), totals=(800, 100)),
            bye("Ben"),
        ),
    ),
    RoundPlayed(
        3,
        (
            line_of(("Eve", "Ann"), A, (2, 1), totals=(1000, 400)),
            line_of(("Ben", "Cem"), A, (2, 0), totals=(600, 200)),
            assigned_loss("Dan"),
        ),
    ),
)
"""Points: Eve 9 (bye, won, won), Ann 6, Ben 6 (lost, bye, won), Cem 1, Dan 1.

Match-win shares: Eve 9/9, Ann and Ben 6/9, Cem and Dan 1/9, for opponents 1/3.
Round-win shares: Eve 18/21, Ann 15/24, Ben 12/18, Cem 6/21 and Dan 3/12, for opponents 1/3.
"""

SCORES = ((A, (2, 0), 0), (A, (2, 1), 0), (A, (1, 0), 0), (B, (1, 2), 0), (B, (0, 2), 1))
LEVEL = ((DRAW, (1, 1), 0), (DRAW, (0, 0), 3), (DRAW, (0, 0), 0), (NEITHER, (0, 0), 0), (DRAW, (1, 1), 1))


def by_chance(players: list[str], count: int, rng: random.Random, leave: float = 0.1) -> list[RoundPlayed]:
    """Rounds in which each player plays once, sits alone, or is not there."""
    rounds = []
    for number in range(1, count + 1):
        there = [player for player in players if rng.random() >= leave]
        rng.shuffle(there)
        matches = [rng.choice((bye, assigned_loss, assigned_draw))(there.pop())] if len(there) % 2 else []
        for a, b in zip(there[::2], there[1::2], strict=True):
            outcome, wins, drawn = rng.choice(SCORES + LEVEL)
            matches.append(line_of((a, b), outcome, wins, drawn, (rng.randrange(2000), rng.randrange(2000))))
        rounds.append(RoundPlayed(number, tuple(matches)))
    return rounds


@st.composite
def events(draw: st.DrawFn, most: int = 12) -> tuple[list[str], list[RoundPlayed]]:
    players = [f"P{i:02d}" for i in range(draw(st.integers(0, most)))]
    rng = random.Random(draw(st.integers(0, 2**32)))
    return players, by_chance(players, draw(st.integers(0, 6)), rng)
