"""``python -m matches.standings FILE.json [--as-of N]``: the standings of a tournament file as JSON.

A list of ``{"rank", "player", "points", "omw", "gw", "ogw"}``, one row a line, shares as decimals with 9 digits.
A file of pods (see ``pod_file``) gives ``{"rank", "player", "points", "opp_points", "firsts"}``, exact: whole numbers,
or fractions as text. Exit status 2 and one line on standard error for a file that cannot be read, or a round that it
does not have.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from fractions import Fraction

from matches.pairing.pods.cost import exact
from matches.standings.formats import decimal
from matches.standings.pods import PodRow, pod_standings
from matches.standings.table import Row
from matches.tournament_files.command_line import CommandParser, refuse
from matches.tournament_files.json_values import DataError, short
from matches.tournament_files.pod_file import PodTournament, has_pods, load_pods
from matches.tournament_files.swiss_file import Tournament, load, raw_of
from matches.tournament_files.table_of_file import table_as_of
from rules_engine.closed_pipe import until_closed
from rules_engine.whole_numbers import whole_number

DIGITS = 9
COLUMNS = (("omw", "omw"), ("gw", "rw"), ("ogw", "orw"))
"""The usual names of the shares in files, and ours."""


def main(arguments: Sequence[str]) -> int:
    """Print the standings; returns the exit status."""
    with until_closed():
        options = _parser().parse_args(arguments)
        try:
            pods = has_pods(raw_of(options.file))
            tournament = load_pods(options.file) if pods else load(options.file)
        except DataError as error:
            return refuse(str(error))
        try:
            lines = _lines(tournament, options.as_of)
        except DataError as error:
            return refuse(f"{options.file}: {error}")
        sys.stdout.write("[" + ",\n ".join(lines) + "]\n")
        return 0


def _lines(tournament: Tournament | PodTournament, as_of: str | None) -> list[str]:
    """The rows as they are printed. Raises DataError for a round that the file does not have."""
    if isinstance(tournament, Tournament):
        return [line(row) for row in table_as_of(tournament, as_of).rows]
    number = len(tournament.rounds) if as_of is None else _number_of(as_of)
    return [pod_line(row) for row in pod_standings(tournament.players, tournament.after(number), tournament.size)]


def _number_of(as_of: str) -> int:
    number = whole_number(as_of)
    if number is not None:
        return number
    raise DataError("--as-of", f"must be the number of a round, not {short(as_of)}")


def _parser() -> argparse.ArgumentParser:
    parser = CommandParser(
        prog="python -m matches.standings", description="The standings of a tournament file as JSON."
    )
    parser.add_argument("file", metavar="FILE.json", help="a tournament of the form swiss/1")
    parser.add_argument(
        "--as-of",
        metavar="N",
        help="after Swiss round N (0: before the first), or playoff+K; without it, after the last",
    )
    return parser


def pod_line(row: PodRow) -> str:
    """Return one row of pods as a JSON object."""
    numbers = {"points": exact(row.points), "opp_points": exact(row.opp_points), "firsts": exact(row.firsts)}
    return json.dumps({"rank": row.rank, "player": row.player, **numbers}, ensure_ascii=False)


def line(row: Row) -> str:
    """Return one row as a JSON object. Shares are rounded from the exact value, not from a float."""
    shares = (f'"{name}": {decimal(Fraction(row.tie_breaks[key] or 0), DIGITS)}' for name, key in COLUMNS)
    head = f'"rank": {row.rank}, "player": {json.dumps(row.player)}, "points": {row.points}'
    return "{" + ", ".join((head, *shares)) + "}"
