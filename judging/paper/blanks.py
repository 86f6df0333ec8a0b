"""The parts of slips and score sheets: boxes to tick, lines to write on, the code of a match."""

from collections.abc import Sequence

from judging.paper import qr
from judging.paper.pen import HAIR, RULE, Pen
from judging.paper.text.fitting import fit
from judging.paper.text.lines import text_width
from judging.paper.values import Written

LABEL = 10.0
_BOX = 9.0
_BETWEEN = 10.0


def tick(pen: Pen, x: float, baseline: float, label: str, ticked: bool = False) -> float:
    """A box with its label to the right, crossed if ticked; return its width."""
    top = baseline - _BOX + 1
    pen.box(x, top, _BOX, _BOX, RULE)
    if ticked:
        pen.line(x, top, x + _BOX, top + _BOX, 1.4)
        pen.line(x, top + _BOX, x + _BOX, top, 1.4)
    return _BOX + 4 + pen.text(x + _BOX + 4, baseline, label, LABEL)


def tick_lines(labels: Sequence[str], width: float, indent: float) -> list[list[str]]:
    """Labels with boxes, arranged in lines of at most `room` points; the first line is shorter by `indent`."""
    lines: list[list[str]] = [[]]
    left = width - indent
    for label in labels:
        needed = _BOX + 4 + text_width(label) * LABEL + _BETWEEN
        if needed > left and lines[-1]:
            lines.append([])
            left = width
        lines[-1].append(label)
        left -= needed
    return lines


def ticks(
    pen: Pen, x: float, top: float, width: float, pitch: float, title: str, labels: Sequence[str], ticked: Sequence[str]
) -> int:
    """Draw a title with boxes to tick after it, in lines `pitch` points apart; return the number of lines."""
    indent = text_width(title) * LABEL + _BETWEEN if title else 0.0
    baseline = top + pitch * 0.5 + 3.5
    if title:
        pen.text(x, baseline, title, LABEL)
    lines = tick_lines(labels, width, indent)
    for number, line in enumerate(lines):
        at = x + (indent if number == 0 else 0.0)
        for label in line:
            at += tick(pen, at, baseline, label, label in ticked) + _BETWEEN
        baseline += pitch
    return len(lines)


def field(pen: Pen, x: float, top: float, width: float, height: float, label: str, written: Written) -> None:
    """Draw a label above a line to write on, with the known value on the line."""
    pen.fitted(x, top, width, 12, label, LABEL)
    line = top + height
    entry(pen, x, line - 4, width, height - 14, written)
    pen.line(x, line, x + width, line, HAIR)


def entry(
    pen: Pen, x: float, baseline: float, width: float, height: float, written: Written, size: float = 12.0
) -> None:
    """Draw a value on a baseline, after the values that it replaced, struck through. All of it fits the room."""
    height = max(height, 12.0)
    pieces = [(old, LABEL, True) for old in written.struck]
    pieces += [(written.value, size, False)] if written.value else []
    natural = [text_width(text, bold=points > LABEL) * points for text, points, _ in pieces]
    free = width - 6.0 * max(0, len(pieces) - 1)
    share = min(1.0, free / sum(natural)) if sum(natural) else 1.0
    for (text, points, struck), own in zip(pieces, natural, strict=True):
        laid = fit(text, own * share + 0.01, height, points, LABEL, points > LABEL)
        pen.laid(x, baseline - 4 - laid.height / 2, own * share, laid, struck=struck)
        x += own * share + 6.0


def code_block(pen: Pen, x: float, top: float, side: float, link: str, code: str) -> None:
    """Draw the QR code with the short code under it."""
    if link:
        pen.filled(x, top, side, *qr.path(link))
    if code:
        beneath = top + side + 2 if link else top
        pen.fitted(x - 4, beneath, side + 8, 13, code, 11, True, "center")
