"""The court cards: half a figure in plain shapes, which the drawing of the card shows twice, head to head.

Colours are the page’s: ``currentColor`` for the lines, and what ``static/css/cards.css`` sets for face, cloth and
brass.
"""

from __future__ import annotations

LINE, FACE, CLOTH, BRASS = "currentColor", "var(--card-face)", "var(--cloth)", "var(--gold)"


def drawn(data: str, fill: str = "none", width: float = 0, stroke: str = LINE) -> str:
    """A path with its fill and, with a width, its line."""
    line = f' stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"' if width else ""
    return f'<path d="{data}" fill="{fill}"{line}/>'


def dot(x: float, y: float, radius: float, fill: str, width: float = 0) -> str:
    """A circle with its fill and, with a width, its line."""
    line = f' stroke="{LINE}" stroke-width="{width}"' if width else ""
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"{line}/>'


_ROBE = "M47 140V122c9-15 30-24 53-24s44 9 53 24v18z"
_EYES = dot(92.5, 76, 2.2, LINE) + dot(107.5, 76, 2.2, LINE)

_KING = (
    drawn(_ROBE, CLOTH, 2.5),
    drawn("M100 100 80 140h40z", BRASS, 2.5),
    drawn("M64 110 58 140M74 104l-6 36M136 110l6 30M126 104l6 36", stroke=FACE, width=2.5),
    drawn("M79 60h42v22c0 6-2 9-5 12H84c-3-3-5-6-5-12z", LINE),
    drawn("M84 60h32v24a16 16 0 0 1-32 0z", FACE, 2.5),
    drawn("M82 82c6 5 12 2 18 2s12 3 18-2c1 18-6 30-18 30s-19-12-18-30z", LINE),
    drawn("M94 91h12", stroke=FACE, width=2.5),
    _EYES,
    drawn("M77 62 71 34l17 13 12-19 12 19 17-13-6 28z", BRASS, 2.5),
    *(dot(x, y, 3.6, BRASS, 2) for x, y in ((71, 33), (100, 27), (129, 33))),
    drawn("M77 55h46", width=2.5),
    drawn("M139 108V52l4-9 4 9v56z", FACE, 2.5),
    drawn("M133 109h20M143 109v13", width=4),
    dot(143, 124, 4.5, BRASS, 2),
)
_QUEEN = (
    drawn("M100 46c-20 0-24 16-24 34s-5 27-9 36c10 8 22 2 26-12h14c4 14 16 20 26 12-4-9-9-18-9-36s-4-34-24-34z", LINE),
    drawn(_ROBE, CLOTH, 2.5),
    drawn("M100 140 72 104c9 10 47 10 56 0z", FACE, 2.5),
    drawn("M80 109c9 13 31 13 40 0", stroke=BRASS, width=4),
    drawn("M100 118l5 7-5 7-5-7z", BRASS, 2),
    drawn("M58 113v27M142 113v27", stroke=BRASS, width=3),
    drawn("M94 90h12v12c0 4-12 4-12 0z", FACE, 2.5),
    drawn("M84 74c0-14 6-20 16-20s16 6 16 20-6 23-16 23-16-9-16-23z", FACE, 2.5),
    _EYES,
    drawn("M96 87c2 2 6 2 8 0", stroke=CLOTH, width=3),
    drawn("M78 58c-3-12-4-18-5-24l14 10 13-15 13 15 14-10c-1 6-2 12-5 24-12-7-32-7-44 0z", BRASS, 2.5),
    dot(100, 27, 3.6, BRASS, 2),
    drawn("M143 84c2 14 0 24-5 34", width=3),
    *(dot(x, y, 4.6, CLOTH, 2) for x, y in ((143, 65), (149.5, 70), (147, 78), (139, 78), (136.5, 70))),
    dot(143, 72, 3.6, BRASS, 2),
)
_JACK = (
    drawn(_ROBE, CLOTH, 2.5),
    drawn("M66 109v31M84 101v39M116 101v39M134 109v31", stroke=BRASS, width=4),
    drawn("M78 60h44v32c0 6-10 6-10 0H88c0 6-10 6-10 0z", LINE),
    drawn("M84 62h32v20a16 16 0 0 1-32 0z", FACE, 2.5),
    drawn("M82 103l18 15 18-15-6-4c-6 4-18 4-24 0z", FACE, 2.5),
    _EYES,
    drawn("M95 88h10", width=2.5),
    drawn("M118 50c4-14 16-22 30-23-2 16-12 26-26 30z", FACE, 2.5),
    drawn("M122 50c8-6 14-12 19-17", width=2),
    drawn("M75 58c0-16 12-24 27-24s23 10 23 24z", CLOTH, 2.5),
    drawn("M74 55h52v9H74z", BRASS, 2.5),
    dot(141, 116, 9.5, BRASS, 2.5),
    drawn("M141 110l4 6-4 6-4-6z", LINE),
)
HALVES = {"K": "".join(_KING), "Q": "".join(_QUEEN), "J": "".join(_JACK)}

BAND = drawn("M47 134h106v12H47z", BRASS, 2.5) + drawn(
    "M64 136l5 4-5 4-5-4zM82 136l5 4-5 4-5-4zM100 136l5 4-5 4-5-4zM118 136l5 4-5 4-5-4zM136 136l5 4-5 4-5-4z", LINE
)
"""Where the two halves meet."""

JESTER = "".join((
    drawn("M52 222c4-34 24-50 48-50s44 16 48 50z", CLOTH, 2.5),
    drawn("M100 172c24 0 44 16 48 50h-48z", BRASS, 2.5),
    drawn("M62 176l12 20 14-16 12 22 12-22 14 16 12-20c-14-12-62-12-76 0z", FACE, 2.5),
    drawn("M72 120h56v24a28 34 0 0 1-56 0z", FACE, 2.5),
    dot(88, 138, 3.4, LINE) + dot(112, 138, 3.4, LINE),
    drawn("M84 154c8 12 24 12 32 0", width=3),
    drawn("M68 122c-4-24-14-34-30-34 4-22 34-28 50-4 2 12 6 24 12 38z", CLOTH, 2.5),
    drawn("M132 122c4-24 14-34 30-34-4-22-34-28-50-4-2 12-6 24-12 38z", BRASS, 2.5),
    drawn("M86 92c2-18 8-30 14-38 6 8 12 20 14 38-2 12-8 22-14 30-6-8-12-18-14-30z", FACE, 2.5),
    drawn("M66 118h68v10H66z", CLOTH, 2.5),
    dot(38, 90, 6.5, BRASS, 2.5) + dot(162, 90, 6.5, CLOTH, 2.5) + dot(100, 52, 6.5, BRASS, 2.5),
))  # fmt: skip
"""The Joker, who stands once and upright."""
