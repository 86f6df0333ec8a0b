"""A scene as SVG, whose letters are outlines and need no font, and as PNG. Pure."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from math import ceil, comb, floor
from operator import mul

from PIL import Image, ImageChops, ImageDraw

from judging.paper.text.outlines import Contour, Point
from judging.share.scene import Scene, Shape

FINER = 4
"""A shape is drawn so many times larger and made smaller: that smooths its edges."""
SMALL, FEW, MANY = 16.0, 4, 16
"""A curve no longer than ``SMALL`` pixels, as in letters, is drawn as a few straight pieces, others as many."""


def _bernstein(degree: int, share: float) -> tuple[float, ...]:
    """What each point of a Bézier curve weighs at a share of it."""
    return tuple(comb(degree, k) * share**k * (1 - share) ** (degree - k) for k in range(degree + 1))


_WEIGHTS = {
    (degree, pieces): [_bernstein(degree, piece / pieces) for piece in range(1, pieces)] if degree > 1 else []
    for degree in (1, 2, 3)
    for pieces in (FEW, MANY)
}


def svg_of(scene: Scene, title: str) -> str:
    """The picture as an SVG file, with its title for those who cannot see it."""
    size = f"{scene.width} {scene.height}"
    shapes = "".join(
        f'<path fill="{colour}" d="{"".join(_path(shape) for shape in group)}"/>'
        for colour, group in groupby(scene.shapes, key=lambda shape: shape.colour)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{scene.width}" height="{scene.height}" '
        f'role="img" aria-labelledby="title"><title id="title">{escape(title)}</title>'
        f'<rect width="{scene.width}" height="{scene.height}" fill="{scene.ground}"/>{shapes}</svg>'
    )


def _path(shape: Shape) -> str:
    return "".join(_outline(contour) for contour in shape.contours)


def _outline(contour: Contour) -> str:
    steps = "".join(f"{step.kind}{_numbers(step.points)}" for step in contour.steps)
    return f"M{_numbers((contour.start,))}{steps}Z"


def _numbers(points: Sequence[Point]) -> str:
    return " ".join(f"{number:.1f}".removesuffix(".0") for point in points for number in point)


def png_of(scene: Scene) -> bytes:
    """The picture as a PNG file."""
    picture = Image.new("RGB", (scene.width, scene.height), scene.ground)
    for shape in scene.shapes:
        _fill(picture, shape)
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _fill(picture: Image.Image, shape: Shape) -> None:
    """Fill a shape: each outline counts by the way it runs, and what counts more than nothing is filled."""
    outlines = [list(_flat(contour)) for contour in shape.contours]
    points = [point for outline in outlines for point in outline]
    left, top = floor(min(x for x, _ in points)), floor(min(y for _, y in points))
    right, bottom = ceil(max(x for x, _ in points)), ceil(max(y for _, y in points))
    size = (max(1, right - left) * FINER, max(1, bottom - top) * FINER)
    largest = max(outlines, key=lambda outline: abs(_area(outline)))
    filled, holes = Image.new("L", size), Image.new("L", size)
    for outline in outlines:
        mask = Image.new("L", size)
        ImageDraw.Draw(mask).polygon([((x - left) * FINER, (y - top) * FINER) for x, y in outline], fill=1)
        if (_area(outline) > 0) == (_area(largest) > 0):
            filled = ImageChops.add(filled, mask)
        else:
            holes = ImageChops.add(holes, mask)
    mask = ImageChops.subtract(filled, holes).point(lambda count: 255 if count else 0)
    picture.paste(shape.colour, (left, top), mask.reduce(FINER))


def _flat(contour: Contour) -> Iterator[Point]:
    """The outline as straight pieces."""
    at = contour.start
    yield at
    for step in contour.steps:
        end = step.points[-1]
        small = abs(end[0] - at[0]) + abs(end[1] - at[1]) < SMALL
        weights = _WEIGHTS[len(step.points), FEW if small else MANY]
        if weights:
            xs, ys = zip(at, *step.points, strict=True)
            yield from ((sum(map(mul, row, xs)), sum(map(mul, row, ys))) for row in weights)
        at = end
        yield at


def _area(outline: Sequence[Point]) -> float:
    """Twice the area of an outline; its sign says which way it runs."""
    return sum(
        x * next_y - next_x * y for (x, y), (next_x, next_y) in zip(outline, [*outline[1:], outline[0]], strict=True)
    )
