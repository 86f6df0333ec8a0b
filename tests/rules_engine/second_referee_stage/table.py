"""What lies where in the stage game: spaces, pieces, hands with ceilings, banks with uncounted cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

DRAWS = {"A": 2, "K": 1, "J": 3, "Q": 0}


@dataclass
class Hand:
    """Known cards, and a ceiling for each hidden one (detail 8)."""

    known: list[int] = field(default_factory=list)
    hidden: list[int] = field(default_factory=lambda: [10] * 5)

    @property
    def size(self) -> int:
        return len(self.known) + len(self.hidden)

    def hide(self) -> None:
        """Known cards become hidden ones, their rank the ceiling."""
        self.hidden = sorted(self.hidden + self.known)
        self.known = []

    def lose_unseen(self) -> int:
        """An unseen card leaves; the ceiling that it carries."""
        self.hide()
        highest = self.hidden[-1]
        del self.hidden[0]
        return highest

    def lose(self, rank: int) -> bool:
        """A named card leaves; whether a ceiling allowed it."""
        if rank in self.known:
            self.known.remove(rank)
            return True
        self.hidden.sort()
        fitting = [place for place, ceiling in enumerate(self.hidden) if ceiling >= rank]
        del self.hidden[fitting[0] if fitting else 0]
        return bool(fitting)

    def cap(self, rank: int) -> None:
        """The rest is no higher than this."""
        self.hidden = [min(ceiling, rank) for ceiling in self.hidden]


@dataclass
class Bank:
    """Known cards; hidden ones of which a claim has told the sum; hidden ones not counted; in Go Fish the pairs and
    the ranks of those that are named."""

    known: list[int] = field(default_factory=list)
    counted: int = 0
    total: int = 0
    uncounted: int = 0
    pairs: int = 0
    named_pairs: list[int] = field(default_factory=list)

    @property
    def hidden(self) -> int:
        return self.counted + self.uncounted

    @property
    def size(self) -> int:
        return len(self.known) + self.hidden

    @property
    def least(self) -> int:
        return sum(self.known) + self.total + 2 * self.uncounted

    @property
    def most(self) -> int:
        return sum(self.known) + self.total + 10 * self.uncounted

    def void(self) -> None:
        """A claim no longer tells anything."""
        self.uncounted += self.counted
        self.counted = self.total = 0


class Table:
    """The state of a game."""

    def __init__(self, rules: dict[str, Any], seats: list[str], first: str) -> None:
        self.rules, self.seats = rules, seats
        count = len(seats)
        self.decks = count // 2
        columns, rows = ("abcd", 4) if count == 2 else ("abcdefgh", count)
        self.spaces = [column + str(row) for column in columns for row in range(1, rows + 1)]
        self.last_row = str(rows)
        start = seats.index(first)
        self.order = seats[start:] + seats[:start]
        self.side = {seat: seat for seat in seats}
        if rules["teams"]:
            self.side = {seat: min(seat, seats[-1 - place]) for place, seat in enumerate(seats)}
        self.revealed: set[str] = set()
        self.card: dict[str, str] = {}
        self.pits: set[str] = set()
        self.piece: dict[str, str | None] = dict.fromkeys(seats)
        self.bar: dict[str, str | None] = dict.fromkeys(seats)
        self.reentry: set[str] = set()
        self.out: set[str] = set()
        self.hand = {seat: Hand() for seat in seats}
        self.bank = {side: Bank() for side in self.side.values()}
        self.pile = 36 * self.decks - 5 * count
        self.discards: list[int | None] = []
        self.removed: list[int] = []
        self.off: set[Any] = set()

    def has(self, variant: str) -> bool:
        """Whether it is played with this variant."""
        return variant in self.rules["variants"]

    def bank_of(self, seat: str) -> Bank:
        """The bank of a player or team."""
        return self.bank[self.side[seat]]

    def still_in(self) -> list[str]:
        """In turn order."""
        return [seat for seat in self.order if seat not in self.out]

    # Spaces (BS-3, BS-4, BS-15).

    def free(self, space: str, seat: str) -> bool:
        """No pit, no piece, not barred."""
        return space not in self.pits and not self.occupied(space, None) and space != self.bar[seat]

    def occupied(self, space: str, but: str | None) -> bool:
        """Whether a piece stands there."""
        return any(place == space for seat, place in self.piece.items() if seat != but)

    def adjacent(self, one: str, other: str) -> bool:
        """17.1."""
        across = abs(ord(one[0]) - ord(other[0]))
        along = abs(int(one[1]) - int(other[1]))
        return max(across, along) == 1 if self.rules["adjacent"] == "eight" else across + along == 1

    def own_row(self, seat: str, space: str) -> bool:
        """BS-2."""
        return len(self.seats) > 2 or space[1] == ("1" if seat == "A" else self.last_row)

    def can_move(self, seat: str) -> bool:
        """Whether an ordinary move is open."""
        here = self.piece[seat]
        return any(
            self.free(space, seat) and (self.adjacent(here, space) if here else self.own_row(seat, space))
            for space in self.spaces
        )

    def only_shown(self) -> bool:
        """Whether nobody may re-enter on a face-down space."""
        free = [space for space in self.spaces if space not in self.pits and not self.occupied(space, None)]
        return self.rules["pit_reentry"] == "literal" or any(space in self.revealed for space in free)

    def reentries(self, seat: str) -> list[str]:
        """17.8."""
        free = [space for space in self.spaces if self.free(space, seat)]
        return [space for space in free if space in self.revealed or not self.only_shown()]

    # Copies (detail 8).

    def copies(self, rank: int) -> int:
        """Named ones that are not in the draw pile."""
        named: list[int | None] = [*self.discards, *self.removed]
        for hand in self.hand.values():
            named += hand.known
        for bank in self.bank.values():
            named += bank.known
        return named.count(rank)

    def too_many(self, rank: int | str, copies: int) -> bool:
        """Whether the decks do not hold so many; then the rank is off the account."""
        if rank in self.off or copies <= 4 * self.decks:
            return False
        self.off.add(rank)
        return True

    # The draw pile (BS-6).

    def reshuffle(self) -> None:
        """The discards go into the draw pile."""
        self.pile += len(self.discards)
        self.discards = []

    def drawable(self) -> bool:
        """Whether a card can be drawn in an effect."""
        return self.pile > 0 or (self.rules["reshuffle_when"] == "on_draw" and bool(self.discards))

    # Banks.

    def score(self, seat: str) -> int | None:
        """Points or pairs, if they are known."""
        bank = self.bank_of(seat)
        if self.has("go_fish"):
            return bank.pairs
        return None if bank.uncounted else bank.least

    def over_40(self) -> list[str]:
        """The sides that have just gone over 40, put out (17.7)."""
        if not self.has("flush") or self.rules["over_40"] != "at_once":
            return []
        gone = [side for side, bank in self.bank.items() if bank.least > 40 and side not in self.out]
        for seat in self.seats:
            if self.side[seat] in gone:
                self.out.add(seat)
                self.piece[seat] = None
        return gone

    def sides_left(self) -> int:
        """Players or teams still in."""
        return len({self.side[seat] for seat in self.still_in()})
