"""Forecasts that count how strong results show players to be: do their chances hold, and what do they gain?

    python -m benchmarks.spread

Events of players whose strengths are known are played to the end. The chances to make the cut, with each spread of
``--spread``, are compared with who made it. Writes docs/measurements/spread.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from tests.matches.forecast.known_strengths import (
    AFTER,
    CUT,
    FEWEST,
    PLAYERS,
    ROUNDS,
    RUNS,
    SPREADS,
    Score,
    gain,
    mean,
    nearer,
    scores,
    together,
)

PAGE = Path(__file__).resolve().parent.parent / "docs" / "measurements" / "spread.md"
EVENTS = 600

HEAD = """# Forecasts that count strength, measured

Made by `python -m benchmarks.spread --events {events}`: {events} events for each true spread, of {players} players and
{rounds} rounds before a top {cut}, whose strengths are normal on the logit scale with that spread. After rounds {after}
everyone is given a chance from {runs:,} remainders with the spread that is counted (`--spread`; 0 takes all as equal),
which is held against who made the cut.

Brier is the mean squared error, less is better; *against 0* is the difference to equal strengths in the same events.
What happened is mostly luck, which hides small differences: *nearer to the truth* compares the squared distances from
the chances that the players' true strengths give them at that moment. ± is one standard error over the events. *Worst
tenth* says by how many standard errors, clustered by event, the worst of the ten tenths with at least {fewest}
forecasts is off; where the chances hold, it is above 2.5 in one row of nine.

Three to five results tell little of a player: with a spread of 1 the chances differ by less than two points of a
hundred, root mean square, from those of equal strengths, so that little can be gained. A spread that is too large costs
more than one that is too small gains.
"""


def tables(measured: Mapping[float, Mapping[tuple[int, float], Score]]) -> str:
    """The tables as Markdown: of all forecasts, and after each round."""
    lines = _table(
        "All", {true: {spread: together(found, spread) for spread in SPREADS} for true, found in measured.items()}
    )
    for after in AFTER:
        heading = f"After round {after} of {ROUNDS}"
        lines += _table(
            heading, {true: {spread: found[after, spread] for spread in SPREADS} for true, found in measured.items()}
        )
    return "\n".join(lines)


def _table(heading: str, measured: Mapping[float, Mapping[float, Score]]) -> list[str]:
    lines = [
        f"## {heading}",
        "",
        "| true spread | counted spread | Brier | against 0 | nearer to the truth | log loss | worst tenth |",
        "|---|---|---|---|---|---|---|",
    ]
    for true, found in measured.items():
        for spread, score in found.items():
            brier, error = mean(score.briers)
            less, closer = (_against(compare(score, found[0.0])) if spread else "–" for compare in (gain, nearer))
            cells = f"{brier:.4f} ± {error:.4f} | {less} | {closer} | {score.log_loss:.3f} | {score.off():.1f}"
            lines.append(f"| {true:g} | {spread:g} | {cells} |")
    return [*lines, ""]


def _against(difference: tuple[float, float]) -> str:
    return "{:+.5f} ± {:.5f}".format(*difference)


def page(measured: Mapping[float, Mapping[tuple[int, float], Score]], events: int) -> str:
    """The page of the measurement."""
    first = ", ".join(map(str, AFTER[:-1]))
    head = HEAD.format(
        events=events,
        players=PLAYERS,
        rounds=ROUNDS,
        cut=CUT,
        after=f"{first} and {AFTER[-1]}",
        runs=RUNS,
        fewest=FEWEST,
    )
    return f"{head}\n{tables(measured)}"


def main() -> None:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=EVENTS)
    events = parser.parse_args().events
    PAGE.write_text(page({true: scores(true, range(events)) for true in SPREADS}, events), encoding="utf-8")


if __name__ == "__main__":
    main()
