"""The page of codes: the codes that judges write down with their meanings, in two columns on one page."""

from collections.abc import Sequence
from typing import NamedTuple

from judging.paper.label_set import Labels
from judging.paper.pages import Box, Page, content_box
from judging.paper.pen import HAIR, RULE, Pen
from judging.paper.text.fitting import Laid, grow
from judging.paper.text.lines import text_width
from judging.paper.values import CodeGroup, Heading

_GUTTER = 22.0
_SIZE = 10.0
_TITLE = 26.0
_GAP = 8.0
_WIDEST_CODE = 84.0


class _Item(NamedTuple):
    """A title, or a code with its meaning and a third text, which goes under the meaning or `beside` its last line."""

    title: str
    code: Laid | None
    meaning: Laid | None
    third: Laid | None
    beside: bool
    height: float


def code_pages(heading: Heading, groups: Sequence[CodeGroup], labels: Labels) -> list[Page]:
    """The page of codes; more pages if the texts are long."""
    space = content_box(heading)
    column = (space.width - _GUTTER) / 2
    codes = [code for group in groups for code, _, _ in group.codes]
    width = min(_WIDEST_CODE, max((text_width(code, True) * _SIZE for code in codes), default=0.0) + 0.1)
    items = [item for group in groups for item in _items(group, width, column)]
    half = sum(item.height for item in items) / 2 + _TITLE
    columns = _columns(items, min(space.height, half))
    return [
        Page(labels.codes, _CodesPage(columns[first : first + 2], width, column, labels))
        for first in range(0, len(columns), 2)
    ]


def _columns(items: Sequence[_Item], height: float) -> list[list[_Item]]:
    """The items arranged in columns of that height. A title is never the last item of a column."""
    columns: list[list[_Item]] = [[]]
    left = height
    for number, item in enumerate(items):
        follows = items[number + 1].height if item.title and number + 1 < len(items) else 0.0
        if item.height + follows > left and columns[-1]:
            columns.append([])
            left = height
        columns[-1].append(item)
        left -= item.height
    return columns


def _items(group: CodeGroup, width: float, column: float) -> list[_Item]:
    items = [_Item(group.title, None, None, None, False, _TITLE)]
    free = column - width - _GAP
    for code, meaning, third in group.codes:
        laid = [grow(code, width, _SIZE, _SIZE, True), grow(meaning, free, _SIZE, _SIZE)]
        beside = laid[1].lines[-1].width * _SIZE + text_width(third) * _SIZE + 12 <= free
        below = grow(third, free, _SIZE, _SIZE) if third else None
        height = laid[1].height + (below.height if below and not beside else 0.0)
        items.append(_Item("", laid[0], laid[1], below, beside, max(laid[0].height, height) + 4))
    return items


class _CodesPage:
    """Draws one page of codes."""

    def __init__(self, columns: Sequence[Sequence[_Item]], width: float, column: float, labels: Labels) -> None:
        self.columns = columns
        self.width = width
        self.column = column
        self.labels = labels

    def __call__(self, pen: Pen, space: Box) -> None:
        if not self.columns[0]:
            pen.text(space.left, space.top + 20, self.labels.nothing, 12)
        for number, items in enumerate(self.columns):
            x, y = space.left + number * (self.column + _GUTTER), space.top
            for item in items:
                self._item(pen, x, y, item)
                y += item.height
                pen.line(x, y, x + self.column, y, RULE if item.title else HAIR)

    def _item(self, pen: Pen, x: float, top: float, item: _Item) -> None:
        if item.title:
            pen.fitted(x, top + 6, self.column, _TITLE - 6, item.title, 12, True)
        if item.code is None or item.meaning is None:
            return
        pen.laid(x, top + 2, self.width, item.code)
        at, free = x + self.width + _GAP, self.column - self.width - _GAP
        pen.laid(at, top + 2, free, item.meaning)
        if item.third:
            below = top + 2 + item.meaning.height - (item.meaning.leading if item.beside else 0.0)
            pen.laid(at, below, free, item.third, "right")
