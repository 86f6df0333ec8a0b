"""The real tournaments of ``tests/data/swiss`` round by round, as fields to pair and as what was really paired."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from matches.history import Kind
from matches.pairing.cost import Cost
from matches.pairing.field import Field, field_from_history
from matches.tournament_files.swiss_file import Tournament, load
from tests.matches.pairing.histories import cost_of

DATA = Path(__file__).parents[2] / "data" / "swiss"
NAMES = sorted(file.stem for file in DATA.glob("*.json"))


class RealRound(NamedTuple):
    """A round that was played: the field it was paired from, and the cost of the pairing that was played."""

    number: int
    field: Field
    theirs: Cost


def path(name: str) -> Path:
    """The file of the tournament ``name``."""
    return DATA / f"{name}.json"


def real_rounds(tournament: Tournament) -> Iterator[RealRound]:
    """Every Swiss round. Where several players had the bye, it was awarded; who was assigned a result was not in."""
    for played in tournament.rounds:
        pairs = [match.seats for match in played.matches if len(match.seats) > 1]
        byes = [match.seats[0] for match in played.matches if match.kind is Kind.BYE]
        bye = byes[0] if len(byes) == 1 else None
        present = [key for pair in pairs for key in pair] + ([bye] if bye else [])
        field = field_from_history(present, tournament.rounds[: played.number - 1], tournament.rules.scoring)
        yield RealRound(played.number, field, cost_of(field, pairs, bye))


def real_tournament(name: str) -> Tournament:
    """The tournament ``name``, read."""
    return load(path(name))
