"""Draws on reportlab's canvas: fitted text, lines, boxes, and a QR code as one path.

Coordinates are points from the top left corner of the page, downwards. Everything is black. A pen can keep a list of
what it drew, so that tests can check the margins.
"""

from typing import Literal, NamedTuple

from reportlab.pdfgen.canvas import Canvas

from judging.paper.text.fitting import Laid, fit
from judging.paper.text.lines import TextLine, compose

FLOOR = 10.0
Align = Literal["left", "right", "center"]
HAIR, RULE, HEAVY = 0.4, 0.9, 1.8
_BOLDER = 0.03
_ASCENT, _DESCENT = 0.78, 0.24


class DrawnMark(NamedTuple):
    """Something that was drawn: its page (from 1) and box; for a text, text and size; for a line, its weight."""

    page: int
    left: float
    top: float
    right: float
    bottom: float
    text: str = ""
    size: float = 0.0
    weight: float = 0.0


class Pen:
    """Draws page after page of `size` points. With `keep_marks`, `marks` lists what was drawn."""

    def __init__(self, canvas: Canvas, size: tuple[float, float], keep_marks: bool = False) -> None:
        self.canvas = canvas
        self.width, self.height = size
        self.page = 1
        self.marks: list[DrawnMark] | None = [] if keep_marks else None

    def text(
        self, x: float, baseline: float, text: str, size: float, bold: bool = False, align: Align = "left"
    ) -> float:
        """Draw one line of text at its natural width; return that width in points."""
        line = compose(text, bold)
        self._show(line, x, baseline, size, 1.0, align)
        return line.width * size

    def fitted(
        self,
        x: float,
        top: float,
        width: float,
        height: float,
        text: str,
        size: float,
        bold: bool = False,
        align: Align = "left",
        floor: float = FLOOR,
    ) -> Laid:
        """Draw the text inside a box, vertically centred, shrunk and wrapped as in `fitting`."""
        laid = fit(text, width, height, size, min(floor, size), bold)
        if text:
            self.laid(x, top + (height - laid.height) / 2, width, laid, align)
        return laid

    def laid(
        self,
        x: float,
        top: float,
        width: float,
        laid: Laid,
        align: Align = "left",
        struck: bool = False,
    ) -> None:
        """Draw a fitted text from `top` downwards, struck through if it no longer applies."""
        at = {"left": x, "right": x + width, "center": x + width / 2}[align]
        baseline = top + laid.leading * 0.5 + laid.size * (_ASCENT - _DESCENT) / 2
        for line in laid.lines:
            self._show(line, at, baseline, laid.size, laid.squeeze, align)
            if struck:
                long = line.width * laid.size * laid.squeeze
                start = at - {"left": 0.0, "right": long, "center": long / 2}[align]
                self._strike(start, baseline, long, laid.size)
            baseline += laid.leading

    def _strike(self, x: float, baseline: float, long: float, size: float) -> None:
        self.line(x, baseline - size * 0.28, x + long, baseline - size * 0.28, RULE)

    def line(self, x0: float, y0: float, x1: float, y1: float, weight: float = HAIR, dashed: bool = False) -> None:
        """Draw a straight line."""
        if dashed:
            self.canvas.setDash(3, 3)
        self.canvas.setLineWidth(weight)
        self.canvas.line(x0, self.height - y0, x1, self.height - y1)
        if dashed:
            self.canvas.setDash()
        self._mark(x0, y0, x1, y1, weight=weight)

    def box(self, x: float, top: float, width: float, height: float, weight: float = RULE) -> None:
        """Draw an empty rectangle."""
        self.canvas.setLineWidth(weight)
        self.canvas.rect(x, self.height - top - height, width, height)
        self._mark(x, top, x + width, top + height)

    def filled(self, x: float, top: float, side: float, path: str, modules: int) -> None:
        """Fill a path of PDF operators on a square grid of `modules` per side, scaled to `side` points."""
        step = side / modules
        self.canvas.addLiteral(f"q {step:.5f} 0 0 {step:.5f} {x:.3f} {self.height - top - side:.3f} cm {path} Q")
        self._mark(x, top, x + side, top + side)

    def next_page(self) -> None:
        """End the page. The next one has the same size unless `turn` is called."""
        self.canvas.showPage()
        self.page += 1

    def turn(self, size: tuple[float, float]) -> None:
        """Set the size of the current page."""
        self.width, self.height = size
        self.canvas.setPageSize(size)

    def _show(self, line: TextLine, at: float, baseline: float, size: float, squeeze: float, align: Align) -> None:
        long = line.width * size * squeeze
        x = at - {"left": 0.0, "right": long, "center": long / 2}[align]
        if line.redrawn:
            spoken = line.text.encode("utf-16-be", "replace").hex()
            self.canvas.addLiteral(f"/Span <</ActualText <FEFF{spoken}>>> BDC")
        words = self.canvas.beginText()
        if squeeze != 1.0:
            words.setHorizScale(squeeze * 100)
        for run in line.runs:
            if run.embolden:
                words.setTextRenderMode(2)
                self.canvas.setLineWidth(size * _BOLDER)
            words.setTextOrigin(x + run.left * size * squeeze, self.height - baseline + run.rise * size)
            words.setFont(run.font, size)
            words.textOut(run.text)
            if run.embolden:
                words.setTextRenderMode(0)
        if squeeze != 1.0:
            words.setHorizScale(100)
        self.canvas.drawText(words)
        if line.redrawn:
            self.canvas.addLiteral("EMC")
        self._mark(x, baseline - _ASCENT * size, x + long, baseline + _DESCENT * size, line.text, size)

    def _mark(
        self, x0: float, y0: float, x1: float, y1: float, text: str = "", size: float = 0.0, weight: float = 0.0
    ) -> None:
        if self.marks is not None:
            sides = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
            self.marks.append(DrawnMark(self.page, *sides, text, size, weight))
