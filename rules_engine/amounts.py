"""From the amounts that the seats of a table hold at the end, their places: what a game's ``places`` begins with."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules_engine.text import Text


class SeatAmount(msgspec.Struct, frozen=True):
    """What a seat holds at the end. ``out`` says the how-manieth to go out the seat was, from 1; None if it was not."""

    amount: int
    out: int | None = None


class AmountsError(ValueError):
    """Amounts that a game cannot end with; ``text`` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def places_by_most(amounts: Sequence[SeatAmount]) -> tuple[int, ...]:
    """The place of each seat: the most first, then those who went out, the last of them first; equal seats share."""
    keys = [(amount.out is None, amount.amount, amount.out or 0) for amount in amounts]
    return tuple([1 + sum(other > key for other in keys) for key in keys])
