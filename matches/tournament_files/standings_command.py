"""``python -m matches.standings FILE.json [--as-of N]``: the standings of a tournament file as JSON.

A list of ``{"rank", "player", "points", "omw", "gw", "ogw"}``, one row a line, shares as decimals with 9 digits.
Exit status 2 and one line on standard error for a file that cannot be read, or a round that it does not have.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from fractions import Fraction

from matches.standings.formats import decimal
from matches.standings.table import Row
from matches.tournament_files.command_line import CommandParser, refuse
from matches.tournament_files.json_values import DataError
from matches.tournament_files.swiss_file import load
from matches.tournament_files.table_of_file import table_as_of
from rules_engine.closed_pipe import until_closed

DIGITS = 9
COLUMNS = (("omw", "omw"), ("gw", "rw"), ("ogw", "orw"))
"""The usual names of the shares in files, and ours."""


def main(arguments: Sequence[str]) -> int:
    """Print the standings; returns the exit status."""
    with until_closed():
        asked = _parser().parse_args(arguments)
        try:
            tournament = load(asked.file)
        except DataError as error:
            return refuse(str(error))
        try:
            rows = table_as_of(tournament, asked.as_of).rows
        except DataError as error:
            return refuse(f"{asked.file}: {error}")
        sys.stdout.write("[" + ",\n ".join(line(row) for row in rows) + "]\n")
        return 0


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


def line(row: Row) -> str:
    """Return one row as a JSON object. Shares are rounded from the exact value, not from a float."""
    shares = (f'"{name}": {decimal(Fraction(row.tie_breaks[key] or 0), DIGITS)}' for name, key in COLUMNS)
    head = f'"rank": {row.rank}, "player": {json.dumps(row.player)}, "points": {row.points}'
    return "{" + ", ".join((head, *shares)) + "}"
