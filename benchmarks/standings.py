"""Measure the standings: the time by number of players, next to the same shares computed with fractions.

    python -m benchmarks.standings

Run from the root of the repository; takes about two minutes. Every comparison is a ratio inside this one run. The
table is printed and written to ``docs/measurements/standings.md``.
"""

from __future__ import annotations

import platform
import random
import resource
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TypeVar

from matches.history import Played, RoundPlayed
from matches.standings import ORDER_ROUNDS, REGISTRY, StandingsSettings, compute, explain
from matches.standings.tie_break import Tables
from matches.tables.outcome import Outcome
from matches.tables.score import DRAWN, Duel

REPORT = Path(__file__).parents[1] / "docs" / "measurements" / "standings.md"
SIZES = (1_000, 10_000, 100_000)
EXPLAINED = 1_000
ROUNDS = 10
LIMIT = "5 s"
SCORES = ((2, 0), (2, 1), (1, 2), (0, 2), (1, 1))
SHARES = ("omw", "rw", "orw")
OF_TWO = tuple(sorted((key for key, one in REGISTRY.items() if one.goes_with(Tables.TWO)), key="lot".__eq__))
"""Every tie-break of matches of two, the lot last."""
THIRD = Fraction(1, 3)
T = TypeVar("T")


def main() -> None:
    """Run everything, print and write the report."""
    lines = []
    for line in report():
        print(line, flush=True)
        lines.append(line)
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.write_text("\n".join(lines) + "\n", encoding="utf-8")


def report() -> Iterator[str]:
    """The lines of the report."""
    yield "# Standings, measured"
    yield ""
    yield "Made by `python -m benchmarks.standings`. Seconds of CPU, the best of three runs on one core of a shared"
    yield f"machine, Python {platform.python_version()}; the ratios and the limit are what matters."
    yield f"Every player plays all {ROUNDS} rounds. A “walk” goes over the same matches, looks both players up and adds"
    yield "points, no more."
    yield ""
    yield "| players | order | seconds | to reach | walks | beside fractions all the way |"
    yield "|---|---|---|---|---|---|"
    for count in SIZES:
        yield from _of(count)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    yield ""
    yield f"Peak memory of the process, rounds and all tables included: {peak} MB."
    yield ""
    yield from _explained()


def event(count: int, seed: int = 1) -> tuple[list[str], list[RoundPlayed]]:
    """Random players and rounds. Each name in a match is a separate string, as a database or a file returns them."""
    rng = random.Random(seed)
    places = list(range(count))
    rounds = []
    for number in range(1, ROUNDS + 1):
        rng.shuffle(places)
        pairs = zip(places[::2], places[1::2], strict=True)
        rounds.append(RoundPlayed(number, tuple(_match(a, b, rng) for a, b in pairs)))
    return [_name(place) for place in range(count)], rounds


def _name(place: int) -> str:
    return f"P{place:06d}"


def _match(a: int, b: int, rng: random.Random) -> Played:
    won_a, won_b = rng.choice(SCORES)
    winner = DRAWN if won_a == won_b else int(won_b > won_a)
    totals = (rng.randrange(3000), rng.randrange(3000))
    return Played((_name(a), _name(b)), Duel((won_a, won_b), totals, winner=winner))


def _of(count: int) -> Iterator[str]:
    players, rounds = event(count)
    walk = best(lambda: _walk(players, rounds))
    orders = (
        ("Bankout", ORDER_ROUNDS),
        ("Blitz", ("omw", "bank_diff", "bank_total", "lot")),
        (f"all {len(OF_TWO)}", OF_TWO),
    )
    fractions, expected = timed(partial(by_fractions, players, rounds))
    for name, order in orders:
        runs = 1 if name.startswith("all") else 3
        taken = best(partial(compute, players, rounds, StandingsSettings(order=order, lot_seed=1)), runs)
        beside = f"{fractions / taken:.1f} times as fast" if order == ORDER_ROUNDS else ""
        limit = LIMIT if count == 100_000 and runs > 1 else ""
        yield f"| {count:,} | {name} | {taken:.3f} | {limit} | {taken / walk:.0f} | {beside} |"
    rows = compute(players, rounds, StandingsSettings(order=SHARES)).rows
    ours = [(row.player, row.points, *(row.tie_breaks[key] for key in SHARES)) for row in rows]
    assert ours == expected, "both ways to compute must agree"


def timed(act: Callable[[], T]) -> tuple[float, T]:
    """Seconds of CPU of one run, and its result; freeing the result is not counted."""
    begin = time.process_time()
    made = act()
    return time.process_time() - begin, made


def best(act: Callable[[], object], runs: int = 3) -> float:
    """Seconds of CPU of the fastest run."""
    return min(timed(act)[0] for _ in range(runs))


def _walk(players: list[str], rounds: list[RoundPlayed]) -> dict[str, int]:
    points = dict.fromkeys(players, 0)
    for played in rounds:
        for match in played.matches:
            points[match.seats[0]] += 3
            if len(match.seats) > 1:
                points[match.seats[1]] += 1
    return points


def by_fractions(players: list[str], rounds: list[RoundPlayed]) -> list[tuple[str, int, Fraction, Fraction, Fraction]]:
    """The shares as section 5 defines them, as ``Fraction`` objects; ranked by points, shares and name."""
    points: dict[str, int] = defaultdict(int)
    won: dict[str, int] = defaultdict(int)
    whole: dict[str, int] = defaultdict(int)
    met: dict[str, list[str]] = {player: [] for player in players}
    for played in rounds:
        for match in played.matches:
            a, b = match.seats
            duel = match.score or Duel()
            for own, other, wins, outcome in zip(
                (a, b), (b, a), (duel.rounds, duel.rounds[::-1]), match.outcomes, strict=True
            ):
                points[own] += 3 if outcome is Outcome.WON else 1 if outcome is Outcome.DRAWN else 0
                won[own] += 3 * wins[0]
                whole[own] += 3 * sum(wins)
                met[own].append(other)
    match_share = {p: max(THIRD, Fraction(points[p], 3 * len(met[p]))) for p in players}
    own_share = {p: Fraction(won[p], whole[p]) for p in players}
    round_share = {p: max(THIRD, own_share[p]) for p in players}
    rows = [(p, points[p], _mean(match_share, met[p]), own_share[p], _mean(round_share, met[p])) for p in players]
    return sorted(rows, key=lambda row: (-row[1], -row[2], -row[3], -row[4], row[0]))


def _mean(shares: dict[str, Fraction], opponents: list[str]) -> Fraction:
    return sum((shares[opponent] for opponent in opponents), Fraction(0)) / len(opponents)


def _explained() -> Iterator[str]:
    players, rounds = event(EXPLAINED)
    table = compute(players, rounds, StandingsSettings(lot_seed=1))
    whole = best(lambda: compute(players, rounds, StandingsSettings(lot_seed=1)))
    taken = best(lambda: [explain(table, row.player, key) for row in table.rows for key in ORDER_ROUNDS])
    times = f"{taken / whole:.1f}"
    yield f"Explaining every number of {EXPLAINED:,} players takes {times} times as long as computing the table"
    yield f"({taken:.3f} s beside {whole:.3f} s)."


if __name__ == "__main__":
    main()
