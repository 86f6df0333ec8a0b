"""Prints pages with head and foot into one PDF.

A document lists its pages. This module adds the head (event, title, round) and the foot (event and round, time of
printing, page number), and makes the file reproducible: the same pages with the same time of printing give the same
bytes.
"""

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Literal, NamedTuple

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from judging.paper.label_set import Labels
from judging.paper.pen import HAIR, HEAVY, Pen
from judging.paper.text.faces import BODY, font
from judging.paper.text.lines import text_width
from judging.paper.values import PAGE_SIZES, Heading

# By default, reportlab writes streams as ASCII, for old printers: a fifth larger, and half a second slower for the
# slips of a thousand tables.
rl_config.useA85 = 0

MARGIN = 30.0
HEAD = 50.0
FOOT = 20.0


Progress = Callable[[int, int], None]
_PROGRESS: ContextVar[Progress | None] = ContextVar("progress", default=None)


class Box(NamedTuple):
    """The part of a page that a document draws on, in points from the page's top left corner."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """The width in points."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height in points."""
        return self.bottom - self.top


class Page(NamedTuple):
    """One page to be printed. `frame` "foot" leaves the head out: forms carry the event's name themselves."""

    title: str
    draw: Callable[[Pen, Box], None]
    frame: Literal["full", "foot"] = "full"
    landscape: bool = False


def paper(heading: Heading, landscape: bool = False) -> tuple[float, float]:
    """Width and height of the sheet in points."""
    width, height = PAGE_SIZES[heading.page_size]
    return (height, width) if landscape else (width, height)


def content_box(heading: Heading, frame: str = "full", landscape: bool = False) -> Box:
    """The part of a page between head and foot."""
    width, height = paper(heading, landscape)
    top = MARGIN + (HEAD if frame == "full" else 0.0)
    return Box(MARGIN, top, width - MARGIN, height - MARGIN - FOOT)


@contextmanager
def watched(progress: Progress) -> Iterator[None]:
    """Call `progress(page, pages)` after each page that this thread prints inside the context."""
    token = _PROGRESS.set(progress)
    try:
        yield
    finally:
        _PROGRESS.reset(token)


def printed(heading: Heading, pages: Sequence[Page], labels: Labels, pen: Pen | None = None) -> bytes:
    """The PDF of these pages. Pass a `pen` (see `new_pen`) to inspect its marks afterwards."""
    pen = pen or new_pen(heading)
    progress = _PROGRESS.get()
    titles: set[str] = set()
    for number, page in enumerate(pages, start=1):
        pen.turn(paper(heading, page.landscape))
        if page.title not in titles:
            titles.add(page.title)
            _bookmark(pen, page.title, len(titles))
        if page.frame == "full":
            _head(pen, heading, page.title)
        _foot(pen, heading, labels, len(pages))
        page.draw(pen, content_box(heading, page.frame, page.landscape))
        pen.next_page()
        if progress:
            progress(number, len(pages))
    return _finished(pen.canvas, heading, pages[0].title if pages else "")


def new_pen(heading: Heading, keep_marks: bool = False) -> Pen:
    """A pen for an empty document of the heading's page size."""
    size = paper(heading)
    font("NotoSans-Regular")
    canvas = Canvas(io.BytesIO(), pagesize=size, pageCompression=1, invariant=1, initialFontName=BODY)
    return Pen(canvas, size, keep_marks)


def _head(pen: Pen, heading: Heading, title: str) -> None:
    left, right = MARGIN, pen.width - MARGIN
    beside = min(text_width(heading.round, bold=True) * 17, (right - left) * 0.4)
    pen.fitted(left, MARGIN - 4, right - left - beside - 16, 24, heading.event, 17, bold=True)
    pen.fitted(right - beside, MARGIN - 4, beside, 24, heading.round, 17, bold=True, align="right")
    pen.fitted(left, MARGIN + 19, (right - left) * 0.62, 16, title, 11)
    pen.fitted(left + (right - left) * 0.64, MARGIN + 19, (right - left) * 0.36, 16, heading.note, 11, True, "right")
    pen.line(left, MARGIN + 38, right, MARGIN + 38, HEAVY)


def _foot(pen: Pen, heading: Heading, labels: Labels, pages: int) -> None:
    left, right, top = MARGIN, pen.width - MARGIN, pen.height - MARGIN - 14
    pen.line(left, top - 1, right, top - 1, HAIR)
    number = labels.page_of.format(page=pen.page, pages=pages)
    when = labels.printed.format(when=clock(heading.printed_at))
    sides = [text_width(number) * 10 + 14, text_width(when) * 10 + 28]
    end = labels.log_end.format(end=heading.log_end) if heading.log_end else ""
    where = " · ".join(part for part in (heading.event, heading.round, end) if part)
    pen.fitted(left, top, right - left - sum(sides), 14, where, 10)
    pen.text(right - sides[0], top + 10.5, when, 10, align="right")
    pen.text(right, top + 10.5, number, 10, align="right")


def clock(moment: datetime) -> str:
    """Date and time in a form that readers of any language understand: 2026-03-14 15:32."""
    return f"{moment:%Y-%m-%d %H:%M}"


def _bookmark(pen: Pen, title: str, number: int) -> None:
    key = f"part-{number}"
    pen.canvas.bookmarkPage(key)
    pen.canvas.addOutlineEntry(title, key)


def _finished(canvas: Canvas, heading: Heading, title: str) -> bytes:
    """The bytes of the file, with the time of printing as its date."""
    canvas.setTitle(" · ".join(part for part in (heading.event, heading.round, title) if part))
    canvas.setAuthor(heading.event)
    canvas.setSubject(title)
    canvas.setCreator("Bankout Tournament")
    canvas.setProducer("reportlab")
    stamp = pdf_date(heading.printed_at)
    canvas.setDateFormatter(lambda *_: stamp)
    data: bytes = canvas.getpdfdata()
    return data


def pdf_date(moment: datetime) -> str:
    """The time as PDF writes it: D:20260314153200+01'00'."""
    zone = f"{moment:%z}"
    return f"D:{moment:%Y%m%d%H%M%S}{zone[:3]}'{zone[3:5]}'"
