"""What the commands on tournament files share: arguments, and bad input reported in one line. Pure."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, NoReturn

from matches.tournament_files.json_values import one_line

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

BAD_INPUT = 2
MOST_DIGITS = 1000


class CommandParser(argparse.ArgumentParser):
    """Reports errors of the command line in one line, as the commands do for a broken file."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, one_line(f"{self.prog}: {message}") + "\n")

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help. Unlike argparse, this does not pass over an output that cannot be written."""
        (file or sys.stdout).write(self.format_help())


def refuse(problem: str) -> int:
    """Write a problem as one line to standard error; returns the exit status for bad input."""
    sys.stderr.write(one_line(problem) + "\n")
    return BAD_INPUT


def whole_number(text: str) -> int:
    """Read an argument that is a whole number.

    Raises:
        ArgumentTypeError: if it is not one, or has so many digits that Python may refuse to read or print it.
    """
    try:
        number = int(text) if len(text) <= MOST_DIGITS else None
    except ValueError:
        number = None
    if number is None:
        shown = text if len(text) <= 40 else text[:37] + "..."
        raise argparse.ArgumentTypeError(f"must be a whole number of at most {MOST_DIGITS} digits, not {shown!r}")
    return number
