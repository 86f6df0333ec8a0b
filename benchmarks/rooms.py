"""Draw the house from its code: the apps from top to bottom, the rooms of each in their order, with their size.

    python -m benchmarks.rooms docs/images/rooms.svg

An app uses those below it, a room those to its left. A box is as wide as its code has lines.
"""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path

from tests.test_layers import APPS, MODULES, ROOMS, imports, room

WIDTH, LEFT, ROW, BOX, GAP = 1200, 180, 64, 30, 4
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #1a1a1a }
.app { font-weight: 700; font-size: 14px } .note { fill: #595959 }
rect { fill: #e8eef7; stroke: #4a6a9c } .own rect { fill: #f4f4f4; stroke: #8a8a8a }
path { stroke: #4a6a9c; fill: none; marker-end: url(#tip) }
"""


def main() -> None:
    """Write the picture to the file that is named, or print it."""
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(picture(), encoding="utf-8")
    else:
        print(picture())


def lines_of(name: str) -> int:
    """How many lines a module has."""
    return MODULES[name].read_text(encoding="utf-8").count("\n")


def rooms_of(app: str) -> list[tuple[str, int]]:
    """The rooms of an app in their order, those without an order last by size, each with its lines."""
    sizes: dict[str, int] = {}
    for name in MODULES:
        if name.split(".")[0] == app and ".migrations." not in name:
            sizes[room(name)] = sizes.get(room(name), 0) + lines_of(name)
    order = {name: place for place, name in enumerate(ROOMS.get(app, ()))}
    return sorted(sizes.items(), key=lambda found: (order.get(found[0], len(order)), -found[1]))


def uses(app: str, other: str) -> int:
    """How many imports of one app are of the other."""
    own = [name for name in MODULES if name.split(".")[0] == app]
    return sum(target.split(".")[0] == other for name in own for target, _ in imports(name))


def picture() -> str:
    """The SVG."""
    parts, y = [], 20
    for place, app in enumerate(reversed(APPS)):
        drawn, height = _app(app, y)
        parts += drawn
        if place + 1 < len(APPS):
            below = list(reversed(APPS))[place + 1]
            count = uses(app, below)
            parts.append(f'<path d="M 24 {y + 40} V {y + height - 6}"/>')
            text = f"{count:,} imports" if count else "wires all"
            parts.append(f'<text class="note" x="34" y="{y + height - 14}">{text}</text>')
        y += height
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" role="img" aria-labelledby="title">'
    title = '<title id="title">The apps and their rooms, each box as wide as its code has lines</title>'
    tip = '<marker id="tip" markerWidth="8" markerHeight="8" refX="6" refY="3" orient="auto"><path d="M0 0L6 3L0 6"/>'
    return "\n".join([head, title, f"<style>{STYLE}</style>", f"<defs>{tip}</marker></defs>", *parts, "</svg>", ""])


def _app(app: str, top: int) -> tuple[list[str], int]:
    rooms = rooms_of(app)
    total = sum(size for _, size in rooms)
    parts = [f'<text class="app" x="12" y="{top + 14}">{app}</text>']
    x, y = LEFT, top
    for name, size in rooms:
        width = max(len(name or "its own folder") * 7.6 + 12, size / 22)
        if x + width > WIDTH - 10:
            x, y = LEFT, y + BOX + GAP
        label = escape(name or "its own folder")
        parts.append(
            f'<g{"" if name else " class=" + chr(34) + "own" + chr(34)}><rect x="{x:.0f}" y="{y}" width="{width:.0f}" '
            f'height="{BOX}" rx="3"/><text x="{x + 5:.0f}" y="{y + 19}">{label}</text>'
            f"<title>{label}: {size:,} lines</title></g>"
        )
        x += width + GAP
    parts.append(f'<text class="note" x="12" y="{top + 32}">{total:,} lines</text>')
    return parts, max(y - top + BOX, ROW) + 24


if __name__ == "__main__":
    main()
