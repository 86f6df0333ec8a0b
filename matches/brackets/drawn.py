"""A bracket as pages draw and list it: plain values, positions in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matches.brackets.measure import Measure
from matches.pages.components import MatchShown


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """A seat in its box. Without a player, ``origin`` says who comes; ``long`` names are written smaller.
    ``champion`` marks every seat of who won it all.
    """

    y: int
    seed: int | None
    name: str
    origin: str
    won: bool
    lost: bool
    score: str
    long: bool
    champion: bool = False


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """The box of a match; ``code`` is what the seats of later matches call it, ``unplayed`` in a word why nobody has a
    score: a box has no room for it beside a name.
    """

    x: int
    y: int
    height: int
    url: str
    state: str
    seats: Sequence[DrawnSeat]
    code: str = ""
    unplayed: str = ""


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round with its matches as a list shows them, and where its name stands in the drawing."""

    id: str
    label: str
    current: bool
    matches: Sequence[MatchShown]
    x: int = 0
    y: int = 0


@dataclass(frozen=True, slots=True)
class DrawnBracket:
    """A bracket for ``components/bracket.html``: the rounds for its list, boxes and lines for its drawing. ``path`` are
    the lines that the champion went along.
    """

    size: Measure
    width: int
    height: int
    rounds: Sequence[BracketRound]
    matches: Sequence[DrawnMatch]
    lines: Sequence[str]
    champion: str
    path: Sequence[str] = ()

    @property
    def name_x(self) -> int:
        return self.size.seed + self.size.apart

    @property
    def text_y(self) -> int:
        return self.size.seat // 2 + self.size.text

    @property
    def score_x(self) -> int:
        return self.size.width - (6 if self.size.dense else 10)
