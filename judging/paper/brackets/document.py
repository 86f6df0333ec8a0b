"""Draw the bracket: a line for each player, and the winners' lines joined to the next match."""

from collections.abc import Sequence

from judging.paper.brackets.stacks import Part, stacked
from judging.paper.brackets.tree import MOST_LEAVES, Placed
from judging.paper.label_set import ENGLISH, Labels
from judging.paper.pages import Box, Page, printed
from judging.paper.pen import HAIR, RULE, Pen
from judging.paper.text.lines import text_width
from judging.paper.values import BracketSeat, BracketSheet, PrintedBracketMatch

_TITLES = 20.0
_APART = 10.0
"""Between two trees of a sheet."""
_LABEL = 12.0
_JOINT = 18.0
_WIDEST = 240.0
_HIGHEST_LINE = 27.0
_HIGHEST_ROW = 96.0
_LEAST_SCORE, _MOST_SCORE = 22.0, 64.0


def bracket(sheet: BracketSheet, labels: Labels = ENGLISH) -> bytes:
    """The bracket as a PDF, on as few sheets as hold its sides; large sides take several sheets."""
    return printed(sheet.heading, bracket_pages(sheet, labels), labels)


def bracket_pages(sheet: BracketSheet, labels: Labels) -> list[Page]:
    """The pages of the bracket, in landscape."""
    stacks = stacked(sheet.sides)
    pages = []
    for number, parts in enumerate(stacks, start=1):
        names = dict.fromkeys(part.name for part in parts)
        numbered = labels.bracket_part.format(part=number, parts=len(stacks)) if len(stacks) > 1 else ""
        title = " · ".join(text for text in (labels.bracket, *names, numbered) if text)
        pages.append(Page(title, _Drawing(parts, number, labels), landscape=True))
    return pages or [Page(labels.bracket, _Drawing([], 1, labels), landscape=True)]


class _Drawing:
    """Draws one sheet: its trees one below the other."""

    def __init__(self, parts: Sequence[Part], number: int, labels: Labels) -> None:
        self.parts = parts
        self.number = number
        self.labels = labels

    def __call__(self, pen: Pen, space: Box) -> None:
        if not self.parts:
            pen.text(space.left, space.top + 20, self.labels.nothing, 12)
            return
        self.pen = pen
        self._measure(space)
        self.top = space.top
        for part in self.parts:
            for number, name in enumerate(part.tree.columns):
                pen.fitted(self._x(number), self.top - 4, self.width, 20, name, 12, True)
            self.top += _TITLES
            for placed in part.tree.placed.values():
                self._match(part, placed)
                self._joints(part, placed)
            self.top += part.tree.rows * self.row + _APART

    def _measure(self, space: Box) -> None:
        """The sizes that all trees of the sheet share."""
        matches = [placed.match for part in self.parts for placed in part.tree.placed.values()]
        columns = max(len(part.tree.columns) for part in self.parts)
        self.left = space.left
        self.column = min(_WIDEST + _JOINT, (space.width + _JOINT) / columns)
        self.width = self.column - _JOINT
        rows = max(sum(part.tree.rows for part in self.parts), MOST_LEAVES // 2)
        taken = _TITLES * len(self.parts) + _APART * (len(self.parts) - 1)
        self.row = min(_HIGHEST_ROW, (space.height - taken) / rows)
        scores = [seat.score for match in matches for seat in match.seats]
        self.score = min(_MOST_SCORE, max(_LEAST_SCORE, 7 + 11 * max(text_width(score, bold=True) for score in scores)))
        self.line = min(_HIGHEST_LINE, (self.row - _LABEL - 1.2) / max(len(match.seats) for match in matches))

    def _x(self, column: int) -> float:
        return self.left + column * self.column

    def _middle(self, placed: Placed) -> float:
        return self.top + (placed.row + 0.5) * self.row + _LABEL / 2

    def _match(self, part: Part, placed: Placed) -> None:
        pen, x = self.pen, self._x(placed.column)
        height = self.line * len(placed.match.seats)
        top = self._middle(placed) - height / 2
        pen.fitted(x, top - _LABEL + 1.0, self.width, _LABEL - 0.4, self._label(part, placed), 10)
        pen.box(x, top, self.width, height, RULE)
        pen.line(x + self.width - self.score, top, x + self.width - self.score, top + height, HAIR)
        for number, seat in enumerate(placed.match.seats):
            y = top + number * self.line
            if number:
                pen.line(x, y, x + self.width, y, HAIR)
            self._seat(x, y, seat, _seeded(placed.match))

    def _label(self, part: Part, placed: Placed) -> str:
        labels = self.labels
        texts = [placed.match.label]
        origins = sorted({part.homes[number - 1] for number in placed.from_sheets} - {self.number})
        if origins:
            texts.append(labels.from_part.format(part=", ".join(map(str, origins))))
        if placed.to_sheet is not None and part.homes[placed.to_sheet - 1] != self.number:
            texts.append(labels.goes_to_part.format(part=part.homes[placed.to_sheet - 1]))
        return " · ".join(text for text in texts if text)

    def _seat(self, x: float, top: float, seat: BracketSeat, seeded: bool) -> None:
        pen, height = self.pen, self.line
        at = x + 5
        if seeded:
            pen.fitted(at - 3, top, 15, height, seat.seed, 10, align="right")
            at += 16
        free = x + self.width - self.score - 3 - at
        pen.fitted(at, top, free, height, seat.name, 10 if seat.awaited else 12, seat.won)
        pen.fitted(x + self.width - self.score + 3, top, self.score - 6, height, seat.score, 11, seat.won, "center")

    def _joints(self, part: Part, placed: Placed) -> None:
        """Draw lines from the middle of each feeder to the middle of this match."""
        pen, end, y = self.pen, self._x(placed.column), self._middle(placed)
        for key in placed.feeders:
            feeder = part.tree.placed[key]
            start, from_y = self._x(feeder.column) + self.width, self._middle(feeder)
            bend = end - _JOINT / 2
            pen.line(start, from_y, bend, from_y, RULE)
            if from_y != y:
                pen.line(bend, from_y, bend, y, RULE)
            pen.line(bend, y, end, y, RULE)


def _seeded(match: PrintedBracketMatch) -> bool:
    return any(seat.seed for seat in match.seats)
