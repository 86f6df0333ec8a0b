"""Cards for the table: one to a page of A6, or four of the same on a sheet of A4 or Letter, with lines to cut along."""

import io
from datetime import datetime

import msgspec
from reportlab.pdfgen.canvas import Canvas

from judging.paper.pages import pdf_date
from judging.paper.pen import HAIR, HEAVY, Pen
from judging.paper.text.faces import BODY, font
from judging.paper.text.fitting import Laid, fit
from judging.paper.text.lines import text_width
from judging.paper.values import PAGE_SIZES

A6 = (297.638, 419.528)
SHEETS = {"A6": A6, **PAGE_SIZES}
"""The papers that cards are printed on, in points."""

_MARGIN = 20.0
_TITLE, _TEXT, _FLOOR, _RULE = 17.0, 13.0, 8.0, 7.2
_GAP, _WIDEST_GAP = 5.0, 14.0
_WIDOW, _NARROWER = 0.35, 0.04
"""A last line shorter than this share of the longest is not left alone; so much narrower is tried to mend it."""
_FOOT, _CREDITS = 14.0, 7.2


class CardLine(msgspec.Struct, frozen=True):
    """A point of a card: its name, its text and its rule."""

    name: str
    text: str
    rule: str = ""


class CardFace(msgspec.Struct, frozen=True, kw_only=True):
    """A card: title, the game that it is for, and its points in order. ``foot`` is small, at the lower edge, and so is
    who made the game.
    """

    title: str
    game: str
    lines: tuple[CardLine, ...]
    foot: str = ""
    credits: str = ""


def table_card(card: CardFace, paper: str, printed_at: datetime) -> bytes:
    """The PDF of a card on ``A6``, or of four on ``A4`` or ``Letter``; the same arguments give the same bytes."""
    return drawn_card(card, paper, printed_at)[0]


def drawn_card(card: CardFace, paper: str, printed_at: datetime) -> tuple[bytes, Pen]:
    """The PDF, and the pen with the marks that it drew."""
    size = SHEETS[paper]
    font("NotoSans-Regular")
    canvas = Canvas(io.BytesIO(), pagesize=size, pageCompression=1, invariant=1, initialFontName=BODY)
    pen = Pen(canvas, size, keep_marks=True)
    columns = 1 if paper == "A6" else 2
    width, height = size[0] / columns, size[1] / columns
    for place in range(columns * columns):
        row, column = divmod(place, columns)
        _card(pen, column * width + _MARGIN, row * height + _MARGIN, width - 2 * _MARGIN, height - 2 * _MARGIN, card)
    if columns > 1:
        pen.line(width, 0, width, size[1], HAIR, dashed=True)
        pen.line(0, height, size[0], height, HAIR, dashed=True)
    pen.next_page()
    canvas.setTitle(f"{card.game} · {card.title}")
    canvas.setSubject(card.title)
    canvas.setCreator("Bankout Tournament")
    canvas.setProducer("reportlab")
    stamp = pdf_date(printed_at)
    canvas.setDateFormatter(lambda *_: stamp)
    return bytes(canvas.getpdfdata()), pen


def _card(pen: Pen, left: float, top: float, width: float, height: float, card: CardFace) -> None:
    beside = min(text_width(card.game) * 10, width * 0.4)
    pen.fitted(left, top, width - beside - 8, 22, card.title, _TITLE, bold=True, floor=_FLOOR)
    pen.fitted(left + width - beside, top + 4, beside, 16, card.game, 10, align="right", floor=_FLOOR)
    pen.line(left, top + 25, left + width, top + 25, HEAVY)
    credits = fit(card.credits, width, 40.0, _CREDITS, _CREDITS)
    bottom = top + height - _FOOT - (credits.height if card.credits else 0)
    y = top + 31
    room = bottom - _GAP - y
    size = _largest(card, width, room)
    spare = (room - _height(card, width, size)) / max(len(card.lines) - 1, 1)
    gap = min(_GAP + max(spare, 0.0), _WIDEST_GAP)
    for line in card.lines:
        y += _point(pen, left, y, width, size, line) + gap
    pen.line(left, bottom, left + width, bottom, HAIR)
    pen.fitted(left, bottom + 2, width, 12, card.foot, _FLOOR, floor=6.0)
    if card.credits:
        pen.laid(left, bottom + _FOOT, width, credits)


def _largest(card: CardFace, width: float, height: float) -> float:
    """The largest size of text, in half points, at which every point of the card fits."""
    size = _TEXT
    while size > _FLOOR and _height(card, width, size) > height:
        size -= 0.5
    return size


def _height(card: CardFace, width: float, size: float) -> float:
    return sum(size * 1.2 + _laid(line, width, size).height + _GAP for line in card.lines) - _GAP


def _laid(line: CardLine, width: float, size: float) -> Laid:
    """The text of a point in as few lines as it needs, of about the same length: no word stands alone on the last."""
    laid = fit(line.text, width, 400.0, size, size)
    narrower = width
    while _has_widow(laid) and narrower > width / 2:
        narrower -= width * _NARROWER
        tried = fit(line.text, narrower, 400.0, size, size)
        if len(tried.lines) > len(laid.lines) or tried.size < laid.size:
            break
        laid = tried
    return laid


def _has_widow(laid: Laid) -> bool:
    return len(laid.lines) > 1 and laid.lines[-1].width < _WIDOW * max(line.width for line in laid.lines)


def _point(pen: Pen, left: float, top: float, width: float, size: float, line: CardLine) -> float:
    """Draw one point: name and rule on a line, the text below; return its height."""
    pen.text(left, top + size, line.name, size, bold=True)
    if line.rule:
        pen.text(left + width, top + size, line.rule, max(size * 0.8, _RULE), align="right")
    laid = _laid(line, width, size)
    pen.laid(left, top + size * 1.2, width, laid)
    return size * 1.2 + laid.height
