"""``python -m matches.forecast FILE.json --after N --cut K [--runs R] [--seed S] [--power] [--spread X]``:
who reaches the cut.

The file is read as if its rounds after round N had not been played. Prints a list of
``{"player", "chance", "certain"}``, one row a line, the best chance first, for everyone still in. ``certain`` is
``"in"`` or ``"out"`` where points alone prove it, else null; only then is the chance 1 or 0. Exit status 2 and one line
on standard error for a file that cannot be read, or a round that it does not have.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from msgspec.structs import replace

from matches.forecast.certain import Certain
from matches.forecast.simulation import forecast
from matches.forecast.stage import RUNS, Chance, Stage
from matches.history import RoundPlayed
from matches.tables.outcome import Outcome
from matches.tournament_files.command_line import CommandParser, refuse, whole_number
from matches.tournament_files.json_values import DataError, count_of
from matches.tournament_files.swiss_file import Tournament, load, raw_of
from matches.tournament_files.table_of_file import settings_of
from rules_engine.closed_pipe import until_closed

MOST_RUNS = 1_000_000
MOST_ROUNDS = 100
MOST_SPREAD = 4.0
SHOWN = {Certain.IN: "in", Certain.OUT: "out"}


def main(arguments: Sequence[str]) -> int:
    """Print the forecast; returns the exit status."""
    with until_closed():
        options = _parser().parse_args(arguments)
        if problem := _problem(options):
            return refuse(problem)
        try:
            raw, tournament = raw_of(options.file), load(options.file)
        except DataError as error:
            return refuse(str(error))
        try:
            stage = stage_after(
                tournament, options.after, swiss_rounds(raw, tournament), options.cut, power=options.power
            )
        except DataError as error:
            return refuse(f"{options.file}: {error}")
        stage = replace(stage, spread=options.spread)
        rows = sorted(forecast(stage, seed=options.seed, runs=options.runs), key=lambda row: (-row.chance, row.player))
        sys.stdout.write("[" + ",\n ".join(_line(row) for row in rows) + "]\n")
        return 0


def _parser() -> CommandParser:
    parser = CommandParser(
        prog="python -m matches.forecast", description="Chances to reach the cut of a Swiss tournament, as JSON."
    )
    parser.add_argument("file", metavar="FILE.json", help="a tournament of the form swiss/1")
    parser.add_argument("--after", metavar="N", type=whole_number, required=True, help="the last round that counts")
    parser.add_argument("--cut", metavar="K", type=whole_number, required=True, help="how many reach the cut")
    parser.add_argument(
        "--runs", metavar="R", type=whole_number, default=RUNS, help=f"simulated remainders ({RUNS:,} without it)"
    )
    parser.add_argument("--seed", metavar="S", type=whole_number, default=1, help="same seed, same chances")
    parser.add_argument("--power", action="store_true", help="the last round is paired down the standings")
    parser.add_argument("--spread", metavar="X", type=float, default=0.0, help="of strengths (logit); 0: all are alike")
    return parser


def _problem(options: argparse.Namespace) -> str:
    if options.cut < 1:
        return "--cut must be at least 1"
    if not 1 <= options.runs <= MOST_RUNS:
        return f"--runs must be from 1 to {MOST_RUNS:,}"
    if not 0 <= options.spread <= MOST_SPREAD:
        return f"--spread must be from 0 to {MOST_SPREAD:g}"
    return "--after must not be below 0" if options.after < 0 else ""


def swiss_rounds(raw: dict[str, object], tournament: Tournament) -> int:
    """How many Swiss rounds the tournament has: ``swiss_rounds``, without it those of the file."""
    played = len(tournament.rounds)
    number = count_of(raw.get("swiss_rounds", played), "swiss_rounds", MOST_ROUNDS)
    if number < played:
        raise DataError("swiss_rounds", f"is {number}, but the file has {played} rounds")
    return number


def stage_after(tournament: Tournament, after: int, rounds: int, cut: int, *, power: bool) -> Stage:
    """Return the stage as it stood after round ``after``. Raises DataError for a round that is not there."""
    played = tournament.after(after)
    return Stage(
        players=tournament.players,
        playing=frozenset(still_in(tournament, after)),
        rounds=played,
        rounds_left=rounds - after,
        cut=cut,
        settings=settings_of(tournament.rules),
        power=power,
        agreed_draws=any_drawn(played),
    )


def any_drawn(rounds: Sequence[RoundPlayed]) -> bool:
    """Whether a match was drawn. A file does not say whether players may agree on draws; where some drew, they may."""
    matches = (match for played in rounds for match in played.matches if len(match.seats) > 1)
    return any(match.outcomes[0] is Outcome.DRAWN for match in matches)


def still_in(tournament: Tournament, after: int) -> list[str]:
    """Who has not left after round ``after``: for players without recorded drops, those with a line in that round."""
    attendance = tournament.attendance
    expected = tournament.still_in(after)
    if after == 0:
        return list(expected)
    there = {seat for match in tournament.rounds[after - 1].matches for seat in match.seats}
    return [player for player in expected if player in there or player in attendance.absences]


def _line(row: Chance) -> str:
    certain = SHOWN.get(row.certain) if row.certain else None
    return json.dumps({"player": row.player, "chance": round(row.chance, 6), "certain": certain}, ensure_ascii=False)
