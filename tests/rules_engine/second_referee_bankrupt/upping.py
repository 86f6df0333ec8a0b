"""The offers of a round (BR-8, BR-9; details 4)."""

from __future__ import annotations

from collections.abc import Callable

from tests.rules_engine.second_referee_bankrupt.table import Table
from tests.rules_engine.second_referee_bankrupt.words import Token

Report = Callable[[str, str, Token], None]
MOST = 6


class Upping:
    """Offers and answers. ``order`` is from the dealer's left, the dealer last; ``inside`` are those in the round."""

    def __init__(self, table: Table, order: list[str], inside: list[str], report: Report) -> None:
        self.table, self.rules, self.order, self.report = table, table.rules, order, report
        self.inside, self.outside = inside, list[str]()
        self.part: set[str] = set()
        self.next_right = 0
        self.offerer: str | None = None
        self.pieces = 0
        self.waiting: list[str] = []
        self.accepted: dict[str, bool] = {}
        self.over = False
        self.refused_offer = False

    def able(self, seat: str) -> list[str]:
        """Who could accept an offer of this player."""
        later = self.order[self.order.index(seat) + 1 :]
        return [one for one in later if one in self.inside and self.table.beside[one]]

    # Offers.

    def offer(self, token: Token) -> None:
        """``O``."""
        self.settle()
        wrong = self.wrong_offer(token)
        self.refused_offer = wrong is not None
        if wrong:
            code, rule = wrong
            self.report(code, rule, token)
            if code == "offer_to_nobody":
                self.next_right = self.order.index(token.seat) + 1
            return
        self.offerer, self.pieces, self.accepted = token.seat, token.amount, {}
        self.next_right = self.order.index(token.seat) + 1
        self.waiting = self.able(token.seat)
        self.take_part(token.seat)
        if not self.waiting:
            self.settle()

    def refuse(self) -> None:
        """An offer by one who may make none: an open one is settled, answers are read over."""
        self.settle()
        self.refused_offer = True

    def wrong_offer(self, token: Token) -> tuple[str, str] | None:
        """The first code that holds."""
        seat = token.seat
        if seat == self.order[-1]:
            return "dealer_offers", "BR-8"
        if not self.table.beside[seat]:
            return "no_pieces", "BR-9"
        if self.over:
            return "upping_over", "BR-8"
        if self.order.index(seat) < self.next_right:
            return "wrong_seat", "BR-8"
        if self.rules["empty_offer"] == "none" and not self.able(seat):
            return "offer_to_nobody", "BR-19.5"
        if not 1 <= token.amount <= min(MOST, self.cap()):
            return "offer_size", "BR-8"
        return None

    def cap(self) -> int:
        """19.4."""
        asked = self.inside + (self.outside if self.rules["least"] == "at_table" else [])
        return min(self.table.beside[seat] for seat in asked if self.table.beside[seat])

    def take_part(self, seat: str) -> None:
        """The pieces of an offer, made or accepted."""
        self.table.offer(seat, self.pieces)
        self.part.add(seat)
        self.table.part_since_built.add(seat)

    def settle(self) -> None:
        """An open offer: who has not answered has declined."""
        if self.offerer is None:
            return
        if not any(self.accepted.values()):
            self.table.offer(self.offerer, -self.pieces)
            self.over = self.rules["all_decline"] == "ends"
        self.offerer = None

    # Answers and passes.

    def answer(self, token: Token) -> None:
        """``Y`` and ``N``."""
        accepts, seat = token.kind == "Y", token.seat
        if self.offerer is None:
            if accepts and not self.refused_offer:
                self.report("no_offer", "BR-8", token)
        elif seat in self.accepted:
            self.report("acted_twice", "BR-8", token)
        elif seat not in self.waiting:
            if accepts:
                self.wrong_answer(token)
        else:
            place = self.order.index(seat)
            if any(self.order.index(other) > place for other in self.accepted):
                self.report("wrong_seat", "BR-8", token)
            self.accepted[seat] = accepts
            if accepts:
                self.take_part(seat)
            if len(self.accepted) == len(self.waiting):
                self.settle()

    def wrong_answer(self, token: Token) -> None:
        """``Y`` of a player who may not accept."""
        assert self.offerer
        if self.order.index(token.seat) <= self.order.index(self.offerer):
            self.report("wrong_seat", "BR-8", token)
        else:
            self.report("no_pieces", "BR-9", token)

    def passes(self, token: Token) -> None:
        """``P``: the right goes on, and a later player's settles an open offer."""
        seat = token.seat
        if seat == self.order[-1] or not self.table.beside[seat]:
            return
        place = self.order.index(seat)
        if self.offerer is not None and place > self.order.index(self.offerer):
            self.settle()
        self.next_right = max(self.next_right, place + 1)
