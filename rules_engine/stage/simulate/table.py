"""What really lies on the table of a simulated game: every card, seen or not."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Self

from rules_engine.stage.cards import HAND, NUMBERS, SEVEN, STAGE_CARDS
from rules_engine.stage.ruleset import StageRuleSet
from rules_engine.stage.state import State


class Table:
    """The real cards of a game. The engine's state knows only what a record shows of them."""

    def __init__(self, state: State, rng: Random) -> None:
        self.rng = rng
        cards = [card for card in STAGE_CARDS for _copy in range(state.copies)]
        rng.shuffle(cards)
        self.stage = dict(zip(state.board.spaces, cards, strict=True))
        self.pile = [card for card in NUMBERS for _copy in range(state.copies)]
        rng.shuffle(self.pile)
        self.hands = [[self.pile.pop() for _card in range(HAND)] for _seat in range(state.players)]
        self.banks: list[list[int]] = [[] for _side in state.banks]
        self.discards: list[int] = []

    def kept(self) -> dict[str, list[Any]]:
        """The cards as plain lists, for ``of``."""
        stage = [self.stage[place] for place in sorted(self.stage)]
        lying: dict[str, list[Any]] = {
            "pile": self.pile,
            "hands": self.hands,
            "banks": self.banks,
            "discards": self.discards,
        }
        return {"stage": stage, **lying}

    @classmethod
    def of(cls, state: State, rng: Random, kept: Mapping[str, Any]) -> Self:
        """The table of cards that were kept."""
        table = cls.__new__(cls)
        table.rng = rng
        table.stage = dict(zip(sorted(state.board.spaces), kept["stage"], strict=True))
        table.pile, table.discards = list(kept["pile"]), list(kept["discards"])
        table.hands, table.banks = [list(hand) for hand in kept["hands"]], [list(bank) for bank in kept["banks"]]
        return table

    def draw(self, seat: int) -> int:
        """A card from the pile, or from the shuffled discards if it is empty."""
        if not self.pile:
            self.reshuffle()
        card = self.pile.pop()
        self.hands[seat].append(card)
        return card

    def reshuffle(self) -> None:
        """The discards, shuffled, go under the pile."""
        self.rng.shuffle(self.discards)
        self.pile[:0] = self.discards
        self.discards.clear()

    def lay_down(self, side: int, cards: list[int], is_bank: bool, rules: StageRuleSet) -> None:
        """Cards from a hand are banked or discarded; with Flush-a-GoGo what is discarded is banked (BS-13)."""
        if is_bank:
            self.bank(side, cards, rules.flush, rules.one_seven)
        elif rules.flush:
            self.banks[side] += cards
        else:
            self.discards += cards

    def bank(self, side: int, cards: list[int], sevens: bool, one: bool) -> None:
        """Cards go into a bank; with ``sevens`` a 7 sends the rest of it into the pile, shuffled (BS-13)."""
        self.banks[side] += cards
        if sevens and SEVEN in cards:
            kept = self.banks[side]
            for _seven in range(1 if one else cards.count(SEVEN)):
                kept.remove(SEVEN)
            self.pile += kept
            self.banks[side] = []
            self.rng.shuffle(self.pile)
