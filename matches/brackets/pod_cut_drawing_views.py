"""A cut that is played in pods as a picture: a column for each round, with its tables and those who wait.

Who goes on may come to any table of the next round, so the lines of a column meet before the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from matches.brackets.measure import LONG, TOP, Measure

TABLE = Measure(width=300, height=52, gap=48, pitch=0, seed=30, text=5, score=76)
APART = 16
"""Between two tables of a round."""


def drawing(rounds: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Place the lines of each round, which gain their position, and return what the picture needs besides."""
    names = [seat.get("name", "") for round_ in rounds for line in round_["matches"] for seat in line["seats"]]
    size = TABLE.holding(names)
    tallest = max(_height(round_["matches"], size) for round_ in rounds)
    for column, round_ in enumerate(rounds):
        round_["x"] = column * (size.width + size.gap)
        y = TOP + (tallest - _height(round_["matches"], size)) // 2
        round_["y"] = y - TOP // 2
        for line in round_["matches"]:
            _place(line, round_["x"], y, size)
            y += line["height"] + APART
    return {
        "width": rounds[-1]["x"] + size.width + 4,
        "height": TOP + tallest + APART,
        "box_width": size.width,
        "seat_height": size.seat,
        "seed_x": size.seed,
        "name_x": size.seed + size.apart,
        "name_width": size.name,
        "text_y": size.seat // 2 + size.text,
        "score_x": size.width - 10,
        "matches": [line for round_ in rounds for line in round_["matches"]],
        "lines": [
            path for before, after in pairwise(rounds) for path in _lines(before["matches"], after["matches"], size)
        ],
    }


def _height(lines: Sequence[dict[str, Any]], size: Measure) -> int:
    return sum(len(line["seats"]) * size.seat + APART for line in lines) - APART


def _place(line: dict[str, Any], x: int, y: int, size: Measure) -> None:
    over = line["state"] == "done"
    line |= {"x": x, "y": y, "height": len(line["seats"]) * size.seat}
    line["seats"] = [
        {
            "name": "",
            "from": "",
            **seat,
            "y": at * size.seat,
            "long": len(seat.get("name", "")) > LONG,
            "lost": over and not seat.get("won"),
            "score": seat.get("place", ""),
        }
        for at, seat in enumerate(line["seats"])
    ]


def _lines(before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]], size: Measure) -> list[str]:
    """From each table of a round to the bar between the columns, the bar, and from it to each table of the next."""
    ends = [line["y"] + line["height"] // 2 for line in before]
    starts = [line["y"] + line["height"] // 2 for line in after]
    right, left = before[0]["x"] + size.width, after[0]["x"]
    bar = left - size.gap // 2
    return [
        *(f"M{right} {y}H{bar}" for y in ends),
        f"M{bar} {min(*ends, *starts)}V{max(*ends, *starts)}",
        *(f"M{bar} {y}H{left}" for y in starts),
    ]
