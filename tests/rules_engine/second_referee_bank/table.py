"""What lies where: decks, piles, hands with hidden cards, banks (bank.md 2, 6.11 to 6.13, 7.5, 7.7)."""

from __future__ import annotations

from typing import Any

from tests.rules_engine.second_referee_bank import words

UNSEEN = None
"""A card of which nothing is known: the starter of a pile."""


class Table:
    """The cards. ``place`` of a card: ``new`` (not seen yet), ``hand A``, ``bank A``, ``pile``, ``lost`` (in some hand,
    it is not known which), or the number of the refill that it went into a deck with.
    """

    def __init__(self, rules: dict[str, Any], seats: list[str], document: dict[str, Any]) -> None:
        self.rules, self.seats = rules, seats
        self.place: dict[str, Any] = dict.fromkeys(words.CARDS, "new")
        self.known: dict[str, list[str]] = {seat: [] for seat in seats}
        self.hidden = dict.fromkeys(seats, 7)
        self.bank: dict[str, list[str]] = {seat: [] for seat in seats}
        self.best = dict.fromkeys(seats, (0, 0))
        self.refills = 0
        self.strangers: dict[Any, int] = {}
        self.ran_out = False
        own_decks, own_piles = rules["deck"] == "personal", rules["discard"] == "personal"
        self.deck_of = {seat: seat if own_decks else "*" for seat in seats}
        self.pile_of = {seat: seat if own_piles else "*" for seat in seats}
        self.pile: dict[str, list[str | None]] = {name: [] for name in self.pile_of.values()}
        self.left: dict[str, int] = {}
        self.inside: dict[str, set[Any]] = {}
        self._lay_out(own_decks, own_piles)
        for seat, cards in (document.get("deal") or {}).items():
            for name in cards:
                if name != "?":
                    self.hidden[seat] -= 1
                    self.to_hand(seat, words.card(name))
        if document.get("starter"):
            for name, pile in zip(document["starter"].split(), self.pile.values(), strict=False):
                if pile:
                    pile[-1] = words.card(name)
                    self.place[words.card(name)] = "pile"

    def _lay_out(self, own_decks: bool, own_piles: bool) -> None:
        """BK-2.1, 6.11."""
        count = len(self.seats)
        rest = 52 - 7 * count
        starters = not own_decks or self.rules["personal_starter"] == "as_dealt"
        if starters:
            for pile in self.pile.values():
                pile.append(UNSEEN)
        for name in self.deck_of.values():
            if not own_decks:
                self.left[name] = rest - starters * len(self.pile)
            elif own_piles:
                self.left[name] = rest // count - starters
            else:
                self.left[name] = (rest - starters) // count
            self.inside[name] = {"new"}

    # What can be known.

    def size(self, seat: str) -> int:
        """How many cards a hand holds."""
        return len(self.known[seat]) + self.hidden[seat]

    def shown(self, name: str) -> bool:
        """Whether the card is known in a hand, bank or pile."""
        return str(self.place[name]).split()[0] in ("hand", "bank", "pile")

    def unseen(self, kind: set[str]) -> int:
        """How many cards of these ranks may be hidden ones."""
        return sum(words.rank(name) in kind and not self.shown(name) for name in words.CARDS)

    def may_hold(self, seat: str, names: list[str]) -> bool:
        """Whether all these cards can be in the hand together (7.7)."""
        others = [name for name in names if name not in self.known[seat]]
        fresh = all(not self.shown(name) for name in others)
        return fresh and len(set(names)) == len(names) and len(others) <= self.hidden[seat]

    def score(self, seat: str) -> int:
        """What a bank is worth."""
        return words.score(self.bank[seat], self.rules["scoring"] == "advanced")

    # Moves of cards.

    def to_hand(self, seat: str, name: str) -> None:
        """A known card comes."""
        self.known[seat].append(name)
        self.place[name] = f"hand {seat}"

    def from_hand(self, seat: str, name: str) -> None:
        """A named card goes, a hidden one if it is not known (7.7)."""
        if name in self.known[seat]:
            self.known[seat].remove(name)
        else:
            self.hidden[seat] -= 1

    def to_pile(self, seat: str, name: str) -> None:
        """Onto the player's pile."""
        self.pile[self.pile_of[seat]].append(name)
        self.place[name] = "pile"

    def hide(self, seat: str) -> None:
        """An unseen card leaves the hand: any of it may be gone."""
        for name in self.known[seat]:
            self.place[name] = "lost"
        self.hidden[seat] += len(self.known[seat])
        self.known[seat] = []

    # The deck.

    def deck_left(self, seat: str) -> int:
        """Cards in the player's deck."""
        return self.left[self.deck_of[seat]]

    def own_pile(self, seat: str) -> list[str | None]:
        """The pile that the player discards to."""
        return self.pile[self.pile_of[seat]]

    def replace_deck(self, seat: str) -> None:
        """The pile becomes the deck (4.3, 6.13, 7.5)."""
        pile = self.own_pile(seat)
        self.refills += 1
        self.strangers[self.refills] = pile.count(UNSEEN)
        for name in pile:
            if name is not UNSEEN:
                self.place[name] = self.refills
        needs = self.deck_of[seat]
        split = self.rules["deck"] == "personal" and self.rules["discard"] == "shared"
        if split and self.rules["refill_from"] == "split":
            share, more = divmod(len(pile), len(self.seats))
            shares = {name: share + (more if name == needs else 0) for name in self.left}
        else:
            shares = {needs: len(pile)}
        for name, count in shares.items():
            if count:
                before = self.inside[name] if self.left[name] else set()
                self.inside[name] = before | {self.refills}
                self.left[name] += count
        pile.clear()

    def may_come(self, deck: str, name: str) -> bool:
        """Whether a deck may hold the card."""
        where = self.place[name]
        if where in self.inside[deck]:
            return True
        return where == "new" and any(self.strangers.get(refill) for refill in self.inside[deck])

    def draw(self, seat: str, name: str | None) -> bool:
        """A deck card to the hand; whether it could be that one."""
        deck = self.deck_of[seat]
        self.left[deck] -= 1
        possible = name is None or self.may_come(deck, name)
        if name is None or not possible:
            self.hidden[seat] += 1
        else:
            if self.place[name] not in self.inside[deck]:
                refill = next(one for one in self.inside[deck] if self.strangers.get(one))
                self.strangers[refill] -= 1
            self.to_hand(seat, name)
        self._notice_empty()
        return possible

    def _notice_empty(self) -> None:
        """BK-5.2: when the deck first ran out."""
        empty = [left == 0 for left in self.left.values()]
        rotating = self.rules["end"] == "rotating"
        if any(empty) if rotating or self.rules["personal_end"] == "first" else all(empty):
            self.ran_out = True

    # Tricks.

    def has_move(self, seat: str, certain: bool, known: list[str], hidden: int) -> bool:
        """Whether a hand of these cards has a banking move: surely, or perhaps (7.5)."""
        ranks = [words.rank(name) for name in known]
        for trick in self.rules["tricks"]:
            size = words.SIZE[trick]
            for kind in self.kinds():
                held = sum(rank in kind for rank in ranks)
                if not certain:
                    held += min(hidden, self.unseen(kind))
                if held >= size and any(
                    self.refusal(seat, count, len(known) + hidden) is None for count in self.counts(size)
                ):
                    return True
        return False

    def kinds(self) -> list[set[str]]:
        """Ranks that make a trick together (6.4)."""
        if self.rules["pair_of"] == "worth":
            return [{rank} for rank in words.RANKS[:8]] + [set(words.TENS)]
        return [{rank} for rank in words.RANKS]

    def counts(self, size: int) -> set[int]:
        """How many cards the trick may bank (2.9, 6.2)."""
        fixed = {2: 1, 3: 2, 4: 4}[size]
        return {fixed, size} if self.rules["trick_size"] == "whole" else {fixed}

    def refusal(self, seat: str, count: int, hand: int) -> tuple[str, str] | None:
        """Why the box, 6.6 or 6.5 does not let so many cards be banked."""
        box = self.rules["bank_size"]
        due = self.due(seat, count)
        if box != "unlimited" and count > self.rules["box_limit"]:
            return "box_too_small", "BK-2.10"
        if box == "moneybox" and due and self.rules["exchange"] == "in_first" and hand >= 10:
            return "hand_full", "BK-6.6"
        back = due if box == "moneybox" else 0
        if self.rules["last_card"] == "keep_one" and hand - count + back < 1:
            return "last_card", "BK-6.5"
        return None

    def due(self, seat: str, count: int) -> int:
        """How many cards must be exchanged if so many are banked (2.10)."""
        if self.rules["bank_size"] == "unlimited":
            return 0
        return max(0, len(self.bank[seat]) + count - self.rules["box_limit"])
