"""A bracket on the wall: as a tree where its names fit, else the rounds that matter now as a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matches.brackets.drawn import BracketRound, DrawnBracket
from matches.enums import StageKind
from matches.models import Stage
from matches.pages.components import MatchShown
from matches.pairing.bracket import Side

LEAST_TREE, MOST_TREE = 2, 4
"""From the quarterfinals on a tree has room for names; the final alone fills the wall."""
LONGEST_IN_TREE = 24
"""Longer names would take two lines of letters that the last row reads."""
THIRD_PLACE = f"round-{Side.THIRD_PLACE}1"


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of a round above its matches."""

    heading: str


def bracket_lines(rounds: Sequence[BracketRound]) -> list[Heading | MatchShown]:
    """The rounds that come next and the one played last, each under its name, instead of the whole tree."""
    first = next((at for at, round_ in enumerate(rounds) if round_.current), 0)
    chosen = [round_ for at, round_ in enumerate(rounds) if round_.current or at == first - 1]
    chosen.sort(key=lambda round_: not round_.current)
    lines: list[Heading | MatchShown] = []
    for round_ in chosen:
        lines += [Heading(round_.label), *round_.matches]
    return lines


def tree_of(stage: Stage, drawn: DrawnBracket) -> list[BracketRound] | None:
    """The round of a single elimination that is played now, and the one that follows; None if they have no room in a
    tree, or only the final is left.
    """
    if stage.kind != StageKind.SINGLE_ELIMINATION or stage.is_pod_cut:
        return None
    rounds = [one for one in drawn.rounds if one.id != THIRD_PLACE]
    first = next((at for at, round_ in enumerate(rounds) if round_.current), None)
    if first is None or not LEAST_TREE <= len(rounds[first].matches) <= MOST_TREE:
        return None
    shown = rounds[first : first + 2]
    names = [seat.name for round_ in shown for match in round_.matches for seat in match.seats]
    return shown if max(map(len, names), default=0) <= LONGEST_IN_TREE else None
