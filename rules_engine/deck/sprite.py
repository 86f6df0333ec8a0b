"""Draw the deck into its file: ``python -m rules_engine.deck.sprite static/img/cards.svg``.

Each card is drawn twice: whole (``c-Qh``), and plain for small sizes (``p-Qh``: rank and suit large). Pages show one or
the other by the card’s width (``static/css/cards.css``). What many cards share (suits, figures) is in the file once.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rules_engine.deck.courts import BAND, BRASS, CLOTH, FACE, HALVES, JESTER, LINE, drawn
from rules_engine.deck.faces import DOWN, JOKER, TOKENS, face, parts
from rules_engine.deck.pips import SHAPES, STAR

WIDTH, HEIGHT = 200, 280
_LEFT, _MIDDLE, _RIGHT = 66, 100, 134
_TOP, _CENTRE = 50, 140
_CORNERS = ((_LEFT, _TOP), (_RIGHT, _TOP))
_SIDES = ((_LEFT, _CENTRE), (_RIGHT, _CENTRE))
_FOURS = (*_CORNERS, (_LEFT, 110), (_RIGHT, 110))
_HEART = ((_MIDDLE, _CENTRE),)

# What stands in the upper half, which the lower half repeats on its head, and what stands upright between them.
PIPS: dict[str, tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]] = {
    "2": (((_MIDDLE, _TOP),), ()),
    "3": (((_MIDDLE, _TOP),), _HEART),
    "4": (_CORNERS, ()),
    "5": (_CORNERS, _HEART),
    "6": (_CORNERS, _SIDES),
    "7": (_CORNERS, (*_SIDES, (_MIDDLE, 95))),
    "8": ((*_CORNERS, (_MIDDLE, 95)), _SIDES),
    "9": (_FOURS, _HEART),
    "10": ((*_FOURS, (_MIDDLE, 80)), ()),
}
_WIDE_RANK = "10"


def sprite() -> str:
    """The whole file, one card a line."""
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg">',
        "  <!-- Our own deck, drawn by rules_engine/deck; change it there and draw this file again. -->",
        "  <defs>",
        *(f'    <g id="s{suit}">{shape}</g>' for suit, shape in SHAPES.items()),
        *(f'    <g id="half-{rank}">{half}</g>' for rank, half in HALVES.items()),
        *(f'    <g id="court-{rank}">{_both_ways(_use(f"half-{rank}"))}{BAND}</g>' for rank in HALVES),
        "  </defs>",
    ]
    for token in TOKENS:
        name = face(token)
        lines.append(_symbol(f"c-{name}", whole(token)))
        lines.append(_symbol(f"p-{name}", plain(token)))
    return "\n".join([*lines, "</svg>", ""])


def _symbol(name: str, content: str) -> str:
    return f'  <symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{content}</symbol>'


def whole(token: str) -> str:
    """A card as it lies on a table: rank and suit in two corners, and what stands between them."""
    rank, suit = parts(token)
    if token == DOWN:
        return _back(
            "M100 34v212M34 140h132M34 34l132 212M166 34 34 246M100 34l66 106-66 106-66-106zM100 62l49 78-49 78-49-78z"
        )
    if rank == JOKER:
        return _both_ways(_star(22, 26, 0.9, 2) + _letters()) + JESTER
    corner = _rank(rank, 24, 44, 40, 34) + _pip(suit, 24, 66, 0.8)
    if rank in HALVES:
        small = _pip(suit, 60, 78, 0.7) if suit else ""
        return _both_ways(corner) + _use(f"court-{rank}") + _both_ways(small)
    return _both_ways(corner) + _middle(rank, suit)


def _middle(rank: str, suit: str) -> str:
    if rank == "A":
        ring = drawn("M100 66a74 74 0 0 1 0 148a74 74 0 0 1 0-148z", "none", 2, BRASS)
        return ring + _pip(suit, _MIDDLE, _CENTRE, 2.9)
    upper, between = PIPS[rank]
    return _both_ways(_pips(suit, upper)) + _pips(suit, between)


def plain(token: str) -> str:
    """A card for small sizes: its rank as large as it goes, and its suit below."""
    rank, suit = parts(token)
    if token == DOWN:
        return _back("M34 34l132 212M166 34 34 246")
    if rank == JOKER:
        return _star(100, 145, 5, 2)
    if not suit:
        return _rank(rank, 100, 186, 176, 158) + drawn("M46 222h108v20H46z", BRASS)
    return _rank(rank, 100, 134, 154, 158) + _pip(suit, 100, 206, 3.4)


def _rank(rank: str, x: int, y: int, size: int, widest: int) -> str:
    """The rank as text around ``x``; two figures are drawn together to the width that there is."""
    together = f' textLength="{widest}" lengthAdjust="spacingAndGlyphs"' if rank == _WIDE_RANK else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" fill="{LINE}"{together}>{rank}</text>'


def _letters() -> str:
    """The word in a Joker’s corner, letter under letter, as on any deck."""
    return "".join(
        f'<text x="22" y="{62 + 19 * at}" font-size="19" text-anchor="middle" fill="{LINE}">{letter}</text>'
        for at, letter in enumerate("JOKER")
    )


def _star(x: int, y: int, scale: float, width: float) -> str:
    return f'<g transform="translate({x} {y})scale({scale})">{drawn(STAR, BRASS, width)}</g>'


def _pip(suit: str, x: int, y: int, scale: float) -> str:
    return f'<use href="#s{suit}" transform="translate({x} {y})scale({scale})"/>'


def _pips(suit: str, spots: tuple[tuple[int, int], ...]) -> str:
    return "".join(f'<use href="#s{suit}" transform="translate({x} {y})scale(1.16)"/>' for x, y in spots)


def _use(name: str) -> str:
    return f'<use href="#{name}"/>'


def _both_ways(content: str) -> str:
    """A content, and the same on its head."""
    return f'{content}<g transform="rotate(180 100 140)">{content}</g>' if content else ""


def _back(weave: str) -> str:
    """What lies face down: cloth to the edge, a frame of brass and a weave."""
    return (
        f'<path d="M0 0h{WIDTH}v{HEIGHT}H0z" fill="{CLOTH}"/>'
        + drawn(weave, "none", 3, FACE)
        + drawn("M22 22h156v236H22z", "none", 6, BRASS)
        + drawn("M100 92l33 48-33 48-33-48z", BRASS, 3, FACE)
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(sprite(), encoding="utf-8")
