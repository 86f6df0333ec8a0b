"""A sample bracket for the style guide."""

from __future__ import annotations

from typing import Any

from matches.brackets.measure import Measure
from tests.static.samples import NAMES


def bracket(size: int = 16) -> dict[str, Any]:
    """A single elimination of ``size`` as the picture wants it; the first round and a half are played."""
    width, height, gap, top, pitch = 244, 60, 48, 28, 72
    words = {2: "Final", 4: "Semi-finals", 8: "Quarter-finals", 16: "Round of 16", 32: "Round of 32"}
    rounds: list[dict[str, Any]] = []
    lines: list[str] = []
    left = size
    while left >= 2:
        column = len(rounds)
        x, middle = column * (width + gap), [int(top + (k + 0.5) * pitch * 2**column) for k in range(left // 2)]
        boxes = [_box(column, k, x, y - height // 2) for k, y in enumerate(middle)]
        rounds.append({"label": words[left], "x": x, "y": 14, "matches": boxes})
        if column:
            # From the middle of both feeders, through the gap, to the middle of this box.
            for k, y in enumerate(middle):
                before = rounds[column - 1]["matches"][2 * k : 2 * k + 2]
                lines += [f"M{x - gap} {box['y'] + height // 2}h{gap // 2}V{y}h{gap // 2}" for box in before]
        left //= 2
    return {
        "width": len(rounds) * (width + gap) - gap,
        "height": top + size // 2 * pitch,
        "size": Measure(width=width, height=height, gap=gap, pitch=pitch, seed=30, text=5, score=36),
        "name_x": 38,
        "text_y": 20,
        "score_x": width - 10,
        "rounds": rounds,
        "matches": [box for played in rounds for box in played["matches"]],
        "lines": lines,
    }


def _box(column: int, number: int, x: int, y: int) -> dict[str, Any]:
    done = column == 0 or (column == 1 and number < 2)
    seats = [
        {
            "y": 30 * seat,
            "seed": 2 * number + seat + 1 if column == 0 else "",
            "name": NAMES[(2 * number + seat) * 2**column % 16] if column < 2 else "",
            "origin": f"Winner of table {2 * number + seat + 1}",
            "won": done and seat == 0,
            "lost": done and seat == 1,
            "score": ("2", "1")[seat] if done else "",
        }
        for seat in (0, 1)
    ]
    state = "done" if done else "running" if column == 1 else "open"
    score = "2–1" if done else ""
    return {
        "x": x,
        "y": y,
        "height": 60,
        "table": number + 1,
        "url": "#",
        "state": state,
        "seats": seats,
        "score": score,
    }
