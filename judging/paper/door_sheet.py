"""The sheet for the door: what the event is, a code to scan with its address, and the code to check in with."""

import msgspec

from judging.paper import qr
from judging.paper.label_set import ENGLISH, Labels
from judging.paper.pages import Box, Page, printed
from judging.paper.pen import Pen
from judging.paper.values import Heading

_NAME, _CALL, _CODE_LABEL, _CODE = 40.0, 26.0, 20.0, 72.0
_ADDRESS = _FACT = 18.0
_GAP = 18.0
_QUIET = 4
"""Modules of white that a scanner needs around a code; the page is white, so they only keep texts away."""


class DoorSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet to hang up: `facts` such as when it begins and what it costs, a `call` such as "Sign up here", the
    `address` that the code leads to, and the `code` that players enter to check themselves in ("" for none).
    """

    heading: Heading
    call: str
    address: str
    code: str = ""
    facts: tuple[str, ...] = ()


def door_sheet(sheet: DoorSheet, labels: Labels = ENGLISH) -> bytes:
    """The PDF of the sheet."""
    return printed(sheet.heading, door_pages(sheet, labels), labels)


def door_pages(sheet: DoorSheet, labels: Labels) -> list[Page]:
    """The sheet's one page."""
    return [Page(labels.door_sheet, lambda pen, box: _draw(pen, box, sheet, labels), frame="foot")]


def _draw(pen: Pen, box: Box, sheet: DoorSheet, labels: Labels) -> None:
    y = box.top + _GAP
    pen.fitted(box.left, y, box.width, _NAME * 1.4, sheet.heading.event, _NAME, bold=True, align="center")
    y += _NAME * 1.4
    for fact in sheet.facts:
        pen.fitted(box.left, y, box.width, _FACT * 1.4, fact, _FACT, align="center")
        y += _FACT * 1.4
    y += _GAP
    pen.fitted(box.left, y, box.width, _CALL * 1.4, sheet.call, _CALL, align="center")
    y += _CALL * 1.4 + _GAP
    below = _ADDRESS * 1.6 + (3 * _GAP + _CODE_LABEL * 1.4 + _CODE * 1.3 if sheet.code else 0.0)
    path, modules = qr.path(sheet.address)
    side = min(box.bottom - y - below - 2 * _GAP, box.width * 0.75)
    pen.filled(box.left + (box.width - side) / 2, y, side, path, modules)
    y += side + side / modules * _QUIET
    pen.fitted(box.left, y, box.width, _ADDRESS * 1.4, sheet.address, _ADDRESS, bold=True, align="center")
    if not sheet.code:
        return
    y += _ADDRESS * 1.6 + 2 * _GAP
    pen.fitted(box.left, y, box.width, _CODE_LABEL * 1.4, labels.check_in_code, _CODE_LABEL, align="center")
    y += _CODE_LABEL * 1.4
    pen.fitted(box.left, y, box.width, _CODE * 1.2, sheet.code, _CODE, bold=True, align="center")
