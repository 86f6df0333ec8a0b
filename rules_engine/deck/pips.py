"""The shapes of the suits. Red suits are open in the middle and black ones full, so that they differ without colour.

A shape is drawn around its middle, 34 units wide; each inlay of a red suit is the shape again, smaller.
"""

from __future__ import annotations

from rules_engine.deck.courts import BRASS, LINE, drawn

_HEART = (
    "M0-9C2-13 5-15.5 9-15.5 13.5-15.5 17-12 17-6.5 17 2 6 8.5 0 16"
    "-6 8.5-17 2-17-6.5-17-12-13.5-15.5-9-15.5-5-15.5-2-13 0-9z"
)
_OPEN_HEART = (
    "M0-4.5C-1.2-6.6-2.4-7.4-4-7.4-6-7.4-7.6-6-7.6-3.6-7.6 0-3 3.2 0 6.6"
    " 3 3.2 7.6 0 7.6-3.6 7.6-6 6-7.4 4-7.4 2.4-7.4 1.2-6.6 0-4.5z"
)
_DIAMOND = "M0-18C4-11 8.5-5 14 0 8.5 5 4 11 0 18-4 11-8.5 5-14 0-8.5-5-4-11 0-18z"
_OPEN_DIAMOND = "M0-8C-1.8-4.9-3.7-2.2-6.2 0-3.7 2.2-1.8 4.9 0 8 1.8 4.9 3.7 2.2 6.2 0 3.7-2.2 1.8-4.9 0-8z"
_SPADE = (
    "M0-17C5-9.5 16.5-4 16.5 4.5 16.5 9.5 12.5 12 9 12 6 12 3.2 10.8 1.6 8 1.8 12 3 14.5 6 17H-6"
    "C-3 14.5-1.8 12-1.6 8-3.2 10.8-6 12-9 12-12.5 12-16.5 9.5-16.5 4.5-16.5-4-5-9.5 0-17z"
)
_CLUB = (
    "M0-16.5a8 8 0 0 1 6 13.3A8 8 0 1 1 1.6 8.6C1.9 12.4 3 14.7 6 17H-6C-3 14.7-1.9 12.4-1.6 8.6"
    "A8 8 0 1 1-6-3.2 8 8 0 0 1 0-16.5z"
)
STAR = "M0-17 4.2-5.8 16.2-5.3 6.8 2.2 10 13.8 0 7.1-10 13.8-6.8 2.2-16.2-5.3-4.2-5.8z"

SHAPES = {
    "c": drawn(_CLUB, LINE),
    "d": drawn(_DIAMOND + _OPEN_DIAMOND, LINE),
    "h": drawn(_HEART + _OPEN_HEART, LINE),
    "s": drawn(_SPADE, LINE),
    "": drawn("M0-15a15 15 0 0 1 0 30a15 15 0 0 1 0-30z", BRASS, 2.5)
    + drawn("M0-9C2-5.5 4-2.5 7 0 4 2.5 2 5.5 0 9-2 5.5-4 2.5-7 0-4-2.5-2-5.5 0-9z", LINE),
}
"""Each suit; and the coin that stands for it on cards without one. An open shape runs the other way round."""
