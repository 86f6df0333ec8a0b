"""Result lines with what the desk must make of them, for the server's tests and for the browser's."""

from __future__ import annotations

from typing import Any

MONEY_RULES: dict[str, Any] = {"edition": "guide", "format": "blitz", "jokers": False}

ROUNDS = {
    "#2 2-1": (2, ("2", "1"), ""),
    "2,410-980": (None, None, "Type a table and a result"),
    "2: 2 – 0": (2, ("2", "0"), ""),
    "t2 xx": (2, ("no-show", "no-show"), ""),
    "Table 2 1-1 sd2": (2, ("1", "1"), ""),
    "２　２－１": (2, ("2", "1"), ""),
    "002 1-1 c2": (2, ("1", "1"), ""),
    "2 1-2 c": (2, ("1", "2"), ""),
    "2 2-1-0": (2, None, "not a result"),
    "2 3-0": (2, None, "A player can win at most 2 rounds."),
    "2,2-1": (2, ("2", "1"), ""),
    "-2 2-1": (None, None, "Type a table and a result"),
    "99 2-1": (None, None, "There is no table 99"),
    "2 2-1 id": (2, None, ""),
}
MONEY = {
    "2,410-980": (None, None, "Type a table and a result"),
    "2 410-980": (2, ("$410", "$980"), ""),
    "2, 2,410-1,980": (2, ("$2,410", "$1,980"), ""),
    "2 $2.410 / $1.980": (2, ("$2,410", "$1,980"), ""),
    "2 2\u2019410-1\u2019980": (2, ("$2,410", "$1,980"), ""),
    "2 24,10-1": (2, None, "not a result"),
}
"""Line → (table, what each seat has, part of the sentence that refuses it): for round wins and for money."""
