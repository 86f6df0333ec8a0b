"""Counts the legal sequences of actions from a fixed deck, to a depth: the number that every change must leave alone.

A turn's end and a round's end take no action; a sequence that ends with the match counts once. Run as a module, it
prints the table that ``perft.toml`` holds.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from rules_engine.bankout import actions as act
from rules_engine.bankout import endings, engine
from rules_engine.bankout.cards import HIDDEN
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import ROUND_OVER, TURN_OVER, State
from tests.rules_engine.bankout.tables import cards

FILE = Path(__file__).with_name("perft.toml")


def start(row: dict[str, Any]) -> tuple[State, list[int]]:
    """The state and the deck, top card first, that a row of the table begins with."""
    state = State(BankoutRuleSet.from_mapping(row["rules"]))
    endings.begin_round(state, row["round"], 0)
    state.banks = list(row.get("banks", [0, 0]))
    state.hands = [cards(row.get("hand", "")), cards(row.get("other_hand", ""))]
    deck = cards(row["deck"])
    state.counts, state.size = [deck.count(rank) for rank in range(16)], len(deck)
    return state, deck


def perft(state: State, deck: list[int], depth: int) -> int:
    """How many legal sequences of so many actions there are. A reshuffle puts the pile in the order it was made."""
    if depth == 0:
        return 1
    if state.phase == ROUND_OVER:
        return 1
    if state.phase == TURN_OVER:
        state = state.copy()
        engine.next_turn(state)
    total = 0
    for action in engine.legal(state):
        after, left, card = state.copy(), deck, HIDDEN
        if action == act.DRAW:
            left = deck or list(state.pile)
            card, left = left[0], left[1:]
        engine.step(after, action, card)
        total += perft(after, left, depth - 1)
    return total


def rows() -> list[dict[str, Any]]:
    """The table."""
    return tomllib.loads(FILE.read_text())["deck"]


if __name__ == "__main__":
    for row in rows():
        counts = [perft(*start(row), depth) for depth in range(1, len(row["counts"]) + 1)]
        print(row["name"], counts)  # noqa: T201
