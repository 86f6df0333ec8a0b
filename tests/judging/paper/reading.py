"""Reading printed PDFs back: their words page by page, their fonts, and what a pen drew where."""

import io
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pypdf import PdfReader

from judging.paper import Heading, Labels
from judging.paper.label_set import ENGLISH
from judging.paper.pages import MARGIN, Page, new_pen, paper, printed
from judging.paper.pen import DrawnMark, Pen

_SPOKEN = re.compile(rb"/ActualText <FEFF([0-9a-f]*)>")


def reader(data: bytes) -> PdfReader:
    """The PDF, read strictly."""
    return PdfReader(io.BytesIO(data), strict=True)


@lru_cache(maxsize=32)
def text(data: bytes, page: int | None = None) -> str:
    """The words of one page (from 1) or of all pages.

    Where a text is drawn otherwise than it is stored (joined Arabic, say), the stored text that the PDF carries
    for search and for reading aloud is appended.
    """
    pages = reader(data).pages
    chosen = pages if page is None else [pages[page - 1]]
    parts = []
    for one in chosen:
        parts.append(one.extract_text())
        contents = one.get_contents()
        parts += [bytes.fromhex(spoken.decode()).decode("utf-16-be") for spoken in _SPOKEN.findall(contents.get_data())]
    return "\n".join(parts)


def squeezed(words: str) -> str:
    """Without any white space: a name is the same however it was wrapped."""
    return "".join(words.split())


def has(data: bytes, expected: str, page: int | None = None) -> bool:
    """Whether the text stands in the PDF, however wrapped."""
    return squeezed(expected) in squeezed(text(data, page))


def fonts(data: bytes) -> dict[str, bool]:
    """Every font of the PDF by name, and whether its outlines are embedded."""
    found = {}
    for page in reader(data).pages:
        for font in page["/Resources"]["/Font"].values():
            described = font.get_object()
            descriptor = described.get("/FontDescriptor")
            found[str(described["/BaseFont"])] = bool(descriptor and "/FontFile2" in descriptor.get_object())
    return found


def missing_glyphs(data: bytes) -> int:
    """How many characters were drawn with glyph 0, the box: reportlab writes them as byte 0."""
    return sum(page.get_contents().get_data().count(b"\\000") for page in reader(data).pages)


_last: list[Any] = [(None, None, None), []]
"""The pages that were printed last, and their marks."""


def marks(heading: Heading, pages: Sequence[Page], labels: Labels = ENGLISH) -> list[DrawnMark]:
    """What was drawn where when these pages were printed. The same ones are not printed again when asked once more."""
    asked = (heading, pages, labels)
    if not all(now is before for now, before in zip(asked, _last[0], strict=True)):
        pen: Pen = new_pen(heading, keep_marks=True)
        printed(heading, pages, labels, pen)
        assert pen.marks is not None
        _last[:] = asked, pen.marks
    drawn: list[DrawnMark] = _last[1]
    return drawn


def outside(heading: Heading, pages: Sequence[Page], labels: Labels = ENGLISH) -> list[DrawnMark]:
    """Texts that leave the margins, and anything that leaves the sheet."""
    found = []
    for mark in marks(heading, pages, labels):
        width, height = paper(heading, pages[mark.page - 1].landscape)
        margin = MARGIN - 0.5 if mark.text else 0.0
        if (
            mark.left < margin
            or mark.top < margin - (6 if mark.text else 0)
            or mark.right > width - margin
            or mark.bottom > height - margin
        ):
            found.append(mark)
    return found


def overlaps(heading: Heading, pages: Sequence[Page], labels: Labels = ENGLISH) -> list[tuple[DrawnMark, DrawnMark]]:
    """Pairs of texts of which one stands on the other, by more than a point each way."""
    by_page: dict[int, list[DrawnMark]] = {}
    for mark in marks(heading, pages, labels):
        if mark.text:
            by_page.setdefault(mark.page, []).append(mark)
    found = []
    for texts in by_page.values():
        texts.sort(key=lambda mark: mark.top)
        for place, one in enumerate(texts):
            for other in texts[place + 1 :]:
                if other.top > one.bottom - 1:
                    break
                if min(one.right, other.right) - max(one.left, other.left) > 1:
                    found.append((one, other))
    return found


def smallest(heading: Heading, pages: Sequence[Page], labels: Labels = ENGLISH) -> float:
    """The smallest size of any text, in points."""
    return min(mark.size for mark in marks(heading, pages, labels) if mark.text)
