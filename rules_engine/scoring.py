"""What a game's slips, score sheets and result lines ask for.

Texts are plain English; pages and the printer pass them through gettext.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SheetColumn:
    """What a score sheet notes for each seat in each game round. ``weight`` is its share of the seat's width."""

    label: str
    weight: float = 1.0


@dataclass(frozen=True)
class WayToDecide:
    """A box to tick: ``code`` is a way as results name it, of at most 20 characters.

    Every game has ``played``, ``time`` and ``concession``; a game may name others, such as its own tie-break.
    """

    code: str
    label: str


@dataclass(frozen=True)
class TieDecision:
    """How a level match goes to one seat all the same, and the texts for it.

    The desk types ``mark`` and the number of the seat, from 1, after a level score: ``1-1 sd2``. ``decided_by`` is the
    way to decide as results name it. ``key`` names the decision in forms and in the codes of errors.

    ``legend`` explains the marks at the desk, ``seat_texts`` each mark by itself. A player chooses ``won`` or ``lost``.
    ``not_level`` is said of a score that is not level. ``counted`` is said under rules whose totals include this
    decision already; it is empty where the decision can be made. ``short`` names the decision on a button.
    """

    key: str
    mark: str
    decided_by: str
    legend: str
    seat_texts: tuple[str, ...]
    won: str
    lost: str
    not_level: str
    counted: str = ""
    short: str = ""


@dataclass(frozen=True)
class ScoreForm:
    """The fields of a game's slips and score sheets, and what may stand after a score on the desk's result line.

    ``slip_fields`` are the numbers that a slip asks each seat for, one or two. ``columns`` and ``total_label`` head
    the grid of a score sheet and its last line; ``extra_rounds`` are lines after the rounds that are always played.
    ``lines``: the grid has so many lines, numbered under ``line_title``, in a game that is written down turn by turn or
    whose rounds are many; 0 for one line for each round.
    ``winner_needed`` is said of a level score in a bracket; empty for the general sentence.
    ``doubtful_below``: a score of money or points in which every number is lower is asked about before it is stored,
    because round wins were probably typed. ``pot_label`` names the pot of a match, one amount of money that is noted
    with the score; empty in a game without one.
    """

    slip_fields: tuple[str, ...] = ("Score",)
    columns: tuple[SheetColumn, ...] = (SheetColumn("Score"),)
    total_label: str = "Total"
    extra_rounds: tuple[str, ...] = ()
    lines: int = 0
    line_title: str = ""
    ways_to_decide: tuple[WayToDecide, ...] = (
        WayToDecide("played", "played"),
        WayToDecide("time", "time"),
        WayToDecide("concession", "conceded"),
    )
    tie_decisions: tuple[TieDecision, ...] = ()
    winner_needed: str = ""
    doubtful_below: int = 0
    pot_label: str = ""

    @property
    def ways(self) -> dict[str, str]:
        """Every way to decide that the form names, with its label: those of the boxes and of the tie decisions."""
        decisions = {decision.decided_by: decision.legend for decision in self.tie_decisions}
        return decisions | {way.code: way.label for way in self.ways_to_decide}


PLAIN = ScoreForm()
"""One score for each seat."""
