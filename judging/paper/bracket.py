"""Draw the bracket: a line for each player, and the winners' lines joined to the next match."""

from judging.paper.bracket_tree import MOST_LEAVES, Placed, TreeSheet, sheets
from judging.paper.label_set import ENGLISH, Labels
from judging.paper.pages import Box, Page, printed
from judging.paper.pen import HAIR, RULE, Pen
from judging.paper.text_lines import text_width
from judging.paper.values import BracketSeat, BracketSheet, PrintedBracketMatch

_TITLES = 20.0
_LABEL = 12.0
_JOINT = 18.0
_WIDEST = 240.0
_HIGHEST_LINE = 27.0
_HIGHEST_ROW = 96.0
_LEAST_SCORE, _MOST_SCORE = 22.0, 64.0


def bracket(sheet: BracketSheet, labels: Labels = ENGLISH) -> bytes:
    """The bracket as a PDF. Each side begins on a new sheet; large sides take several sheets."""
    return printed(sheet.heading, bracket_pages(sheet, labels), labels)


def bracket_pages(sheet: BracketSheet, labels: Labels) -> list[Page]:
    """The pages of the bracket, in landscape."""
    pages = []
    for side in sheet.sides:
        parts = sheets(side)
        name = " · ".join(part for part in (labels.bracket, side.name) if part)
        for number, part in enumerate(parts, start=1):
            numbered = labels.bracket_part.format(part=number, parts=len(parts)) if len(parts) > 1 else ""
            title = " · ".join(text for text in (name, numbered) if text)
            pages.append(Page(title, _Drawing(part, labels), landscape=True))
    return pages or [Page(labels.bracket, _Drawing(TreeSheet({}, (), 0), labels), landscape=True)]


class _Drawing:
    """Draws one sheet."""

    def __init__(self, sheet: TreeSheet, labels: Labels) -> None:
        self.sheet = sheet
        self.labels = labels

    def __call__(self, pen: Pen, space: Box) -> None:
        if not self.sheet.placed:
            pen.text(space.left, space.top + 20, self.labels.nothing, 12)
            return
        count = len(self.sheet.columns)
        self.pen = pen
        self.column = min(_WIDEST + _JOINT, (space.width + _JOINT) / count)
        self.width = self.column - _JOINT
        self.left = space.left
        self.top = space.top + _TITLES
        rows = max(self.sheet.rows, MOST_LEAVES // 2)
        self.row = min(_HIGHEST_ROW, (space.height - _TITLES) / rows)
        scores = [seat.score for placed in self.sheet.placed.values() for seat in placed.match.seats]
        self.score = min(_MOST_SCORE, max(_LEAST_SCORE, 7 + 11 * max(text_width(score, bold=True) for score in scores)))
        most = max(len(placed.match.seats) for placed in self.sheet.placed.values())
        self.line = min(_HIGHEST_LINE, (self.row - _LABEL - 1.2) / most)
        for number, name in enumerate(self.sheet.columns):
            pen.fitted(self._x(number), space.top - 4, self.width, 20, name, 12, True)
        for placed in self.sheet.placed.values():
            self._match(placed)
            self._joints(placed)

    def _x(self, column: int) -> float:
        return self.left + column * self.column

    def _middle(self, placed: Placed) -> float:
        return self.top + (placed.row + 0.5) * self.row + _LABEL / 2

    def _match(self, placed: Placed) -> None:
        pen, x = self.pen, self._x(placed.column)
        height = self.line * len(placed.match.seats)
        top = self._middle(placed) - height / 2
        pen.fitted(x, top - _LABEL + 1.0, self.width, _LABEL - 0.4, self._label(placed), 10)
        pen.box(x, top, self.width, height, RULE)
        pen.line(x + self.width - self.score, top, x + self.width - self.score, top + height, HAIR)
        for number, seat in enumerate(placed.match.seats):
            y = top + number * self.line
            if number:
                pen.line(x, y, x + self.width, y, HAIR)
            self._seat(x, y, seat, _seeded(placed.match))

    def _label(self, placed: Placed) -> str:
        labels = self.labels
        parts = [placed.match.label]
        if placed.from_sheets:
            parts.append(labels.from_part.format(part=", ".join(map(str, placed.from_sheets))))
        if placed.to_sheet is not None:
            parts.append(labels.goes_to_part.format(part=placed.to_sheet))
        return " · ".join(part for part in parts if part)

    def _seat(self, x: float, top: float, seat: BracketSeat, seeded: bool) -> None:
        pen, height = self.pen, self.line
        at = x + 5
        if seeded:
            pen.fitted(at - 3, top, 15, height, seat.seed, 10, align="right")
            at += 16
        free = x + self.width - self.score - 3 - at
        pen.fitted(at, top, free, height, seat.name, 10 if seat.awaited else 12, seat.won)
        pen.fitted(x + self.width - self.score + 3, top, self.score - 6, height, seat.score, 11, seat.won, "center")

    def _joints(self, placed: Placed) -> None:
        """Draw lines from the middle of each feeder to the middle of this match."""
        pen, end, y = self.pen, self._x(placed.column), self._middle(placed)
        for key in placed.feeders:
            feeder = self.sheet.placed[key]
            start, from_y = self._x(feeder.column) + self.width, self._middle(feeder)
            bend = end - _JOINT / 2
            pen.line(start, from_y, bend, from_y, RULE)
            if from_y != y:
                pen.line(bend, from_y, bend, y, RULE)
            pen.line(bend, y, end, y, RULE)


def _seeded(match: PrintedBracketMatch) -> bool:
    return any(seat.seed for seat in match.seats)
