"""Rules and tokens as the second referee of the stage game reads them (stage.md, *Readings* and *Record*)."""

from __future__ import annotations

import re
from typing import Any

UNSEEN = None
OPTIONS = {
    "adjacent": "orthogonal",
    "previous": "lapses",
    "reshuffle_when": "on_draw",
    "shape": "standard",
    "placing": "face_down",
    "go_fish_none": "nothing",
    "over_40": "at_once",
    "pit_reentry": "any",
    "sevens": "both",
    "liar_undo": "stands",
    "queen_target": "opponents",
    "count_opponents_bank": False,
}
_SPACE = re.compile(r"(\^?)([a-h][1-8])(?::([jqkaJQKA])[cdhsCDHS]?)?$")
_SIGNS = {"-": "discard", "+": "draw", "$": "pay"}
_SEATS = {"<": "take", ">": "give", "!": "call"}


def rules_of(given: dict[str, Any]) -> dict[str, Any]:
    """Options, ``teams`` and ``variants`` in one mapping."""
    rules: dict[str, Any] = OPTIONS | given.get("options", {})
    rules["teams"] = str(given.get("teams", False)).lower() in ("true", "on")
    rules["variants"] = set(given.get("variants", ()))
    return rules


def document_of(tags: dict[str, str], rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """The JSON of a record in text form, its tags sorted."""
    rules: dict[str, Any] = {"options": {name: tags[name] for name in OPTIONS if name in tags}}
    rules["variants"] = tags.get("variants", "").split()
    rules["teams"] = tags.get("teams", "off")
    return {"rules": rules, "seats": {seat: tags[seat] for seat in "ABCDEFGH" if seat in tags}, "rounds": rounds}


def card(text: str) -> int | None:
    """A number card by its worth, its suit left out; ``None`` for a hidden one."""
    return UNSEEN if text == "?" else int(text.rstrip("cdhsCDHS"))


def read(token: str) -> tuple[str, Any]:
    """Kind and content of a token."""
    space = _SPACE.match(token)
    if space:
        return "enter", (space[2], space[3] and space[3].upper(), bool(space[1]))
    if token in ("M", "m"):
        return "enter", (None, None, False)
    if token in ("T", "t") or token[0] == "@":
        return "aside", token[0].upper()
    if token[0] == "B":
        return "bank", [card(part) for part in token[1:].split("+")]
    if token[0] in _SEATS:
        return _SEATS[token[0]], token[1].upper()
    return _SIGNS[token[0]], card(token[1:])
