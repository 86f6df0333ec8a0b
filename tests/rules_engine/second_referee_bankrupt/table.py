"""Pieces: beside the antes, in the antes and in the centre (BR-2, BR-4, BR-13, BR-18)."""

from __future__ import annotations

from typing import Any

from tests.rules_engine.second_referee_bankrupt.words import SEATS

FULL_ANTE = 9


class Table:
    """Where the pieces of a game are, and what is remembered from round to round."""

    def __init__(self, rules: dict[str, Any], seats: list[str]) -> None:
        self.rules, self.seats = rules, seats
        self.beside = dict.fromkeys(seats, int(rules["start"]))
        self.antes: dict[str, list[int]] = {seat: [] for seat in seats}
        # The centre: what offers brought, with the rest of a division of them, and all else.
        self.offers = self.others = 0
        self.dead = 0
        self.part_since_built: set[str] = set()
        self.throw_ins = dict.fromkeys(seats, 0)
        self.out: list[list[str]] = []

    @property
    def centre(self) -> int:
        return self.offers + self.others

    @property
    def multiple(self) -> int:
        """BR-13."""
        return self.dead + 1

    def front(self, seat: str) -> int:
        """All antes in front of a player."""
        return sum(self.antes[seat])

    def total(self, seat: str) -> int:
        """A player's pieces, antes included."""
        return self.beside[seat] + self.front(seat)

    def is_out(self, seat: str) -> bool:
        """Whether a player has gone out."""
        return any(seat in group for group in self.out)

    def live(self) -> list[str]:
        """Who plays, in seat order."""
        return [seat for seat in self.seats if not self.is_out(seat)]

    def holders(self) -> list[str]:
        """Who holds pieces."""
        return [seat for seat in self.live() if self.total(seat)]

    def next_live(self, seat: str) -> str:
        """The next live seat clockwise."""
        place = SEATS.index(seat)
        live = self.live()
        return next((one for one in live if SEATS.index(one) > place), live[0])

    def lay_antes(self) -> None:
        """BR-4, BR-14."""
        for seat in self.live():
            ante = min(FULL_ANTE, self.beside[seat])
            self.beside[seat] -= ante
            self.antes[seat].append(ante)

    def take_back_last(self) -> None:
        """This round's antes go back to their owners."""
        for seat in self.live():
            self.beside[seat] += self.antes[seat].pop()

    def take_back_all(self) -> None:
        """All antes go back; nine are laid anew in the next round."""
        for seat in self.live():
            self.beside[seat] += self.front(seat)
            self.antes[seat] = []

    def offer(self, seat: str, pieces: int) -> None:
        """Pieces go from beside the ante to the centre; negative ones come back."""
        self.beside[seat] -= pieces
        self.offers += pieces

    def pay(self, loser: str, winner: str, pieces: int) -> None:
        """From the antes, the latest first, then from beside them."""
        self.beside[winner] += pieces
        for place in range(len(self.antes[loser]) - 1, -1, -1):
            paid = min(pieces, self.antes[loser][place])
            self.antes[loser][place] -= paid
            pieces -= paid
        self.beside[loser] -= pieces

    def take_centre(self, seat: str) -> None:
        """All of it."""
        self.beside[seat] += self.centre
        self.offers = self.others = 0

    def divide_centre(self, active: list[str]) -> None:
        """BR-13, 19.6: evenly, the rest stays."""
        offers_only = self.rules["third_dead"] in ("upping_only", "both")
        pieces = self.offers if offers_only else self.centre
        share, rest = divmod(pieces, len(active))
        for seat in active:
            self.beside[seat] += share
        self.others = self.others if offers_only else 0
        self.offers = rest

    def resign(self, seat: str) -> None:
        """BR-15."""
        pieces = self.total(seat)
        self.beside[seat], self.antes[seat] = 0, []
        self.out.append([seat])
        others = self.live()
        share = pieces // len(others) if pieces >= 10 else 0
        for other in others:
            self.beside[other] += share
        self.others += pieces - share * len(others)
