"""Charts that the server draws as SVG: where their shapes stand. Pure; templates draw them beside a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from matches.columns import Column

WIDTH, HEIGHT = 600, 160
"""A chart's own units; the page stretches it."""


class HistogramBar(msgspec.Struct, frozen=True):
    """One bar: from and to on the axis, the share from 0 to 1, and what the table says of its range."""

    start: int
    end: int
    share: float
    label: str


@dataclass(frozen=True, slots=True)
class BarDrawn:
    """A bar of a histogram where it stands, with what its table says: the range, and the share in percent."""

    x: float
    width: float
    y: float
    height: float
    label: str
    share: str


@dataclass(frozen=True, slots=True)
class Histogram:
    """A histogram for ``components/histogram.html``, with the heads of its table."""

    heads: Sequence[Column]
    first: int
    last: int
    bars: Sequence[BarDrawn]
    width: int = WIDTH
    height: int = HEIGHT


def histogram(bars: Sequence[HistogramBar], heads: Sequence[Column]) -> Histogram:
    """A histogram; the highest bar fills the height. ``heads`` are those of its table."""
    most = max(bar.share for bar in bars)
    step = WIDTH / len(bars)
    drawn = [
        BarDrawn(
            x=round((place + 0.05) * step, 1),
            width=round(0.9 * step, 1),
            y=round(HEIGHT * (1 - bar.share / most), 1),
            height=round(HEIGHT * bar.share / most, 1),
            label=bar.label,
            share=f"{100 * bar.share:.1f}",
        )
        for place, bar in enumerate(bars)
    ]
    return Histogram(heads, bars[0].start, bars[-1].end, drawn)


class CurvePoint(msgspec.Struct, frozen=True):
    """A point of a curve: a share from 0 to 1, and whether a new part begins with it."""

    share: float
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve for ``components/curve.html``: its points as SVG takes them, and where a part begins."""

    points: str
    parts: Sequence[float]
    width: int = WIDTH
    height: int = HEIGHT
    middle: float = HEIGHT / 2


def curve(points: Sequence[CurvePoint]) -> Curve:
    """A curve of shares, from 0 below to 1 above, with a line where a part begins."""
    step = WIDTH / max(len(points) - 1, 1)
    return Curve(
        points=" ".join(f"{place * step:.1f},{HEIGHT * (1 - point.share):.1f}" for place, point in enumerate(points)),
        parts=[round(place * step, 1) for place, point in enumerate(points) if place and point.begins],
    )


@dataclass(frozen=True, slots=True)
class Falling:
    """A share that falls in steps (``steps``), and another one as a line; ``last`` ends the axis."""

    steps: str
    line: str
    last: int
    width: int = WIDTH
    height: int = HEIGHT


def falling(steps: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]], end: float) -> Falling:
    """A share that falls in steps from all, and another one as a line.

    Both are pairs of a place on the axis, which ends at ``end``, and a share from 0 to 1.
    """

    def point(place: float, share: float) -> str:
        return f"{WIDTH * place / end:.1f},{HEIGHT * (1 - share):.1f}"

    corners, share = [point(0, 1)], 1.0
    for place, after in steps:
        corners += [point(place, share), point(place, after)]
        share = after
    line = " ".join(point(place, value) for place, value in other)
    return Falling(steps=" ".join(corners), line=line, last=round(end))


@dataclass(frozen=True, slots=True)
class Trend:
    """A few numbers, one after the other, as a line of points as SVG takes them."""

    line: str
    width: int = WIDTH
    height: int = HEIGHT


def trend(numbers: Sequence[float], *, lowest: float, highest: float) -> Trend:
    """Numbers from round to round, ``lowest`` below and ``highest`` above: of ranks, the first is the highest."""
    step, span, edge = WIDTH / max(len(numbers) - 1, 1), (highest - lowest) or 1, HEIGHT / 20
    inside = HEIGHT - 2 * edge  # the line is not cut where it is highest
    heights = [edge + inside * (highest - number) / span for number in numbers]
    return Trend(" ".join(f"{place * step:.1f},{height:.1f}" for place, height in enumerate(heights)))
