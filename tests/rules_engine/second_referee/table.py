"""Money, hands, ends: what the second referee keeps of a match, a round and a turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.rules_engine.second_referee.deck import Deck
from tests.rules_engine.second_referee.words import NUMBERS, UNSEEN, Card

DEFAULTS: dict[str, Any] = {
    "latent_trigger": "any_jack",
    "wild_queen_window": True,
    "deck_out": "finish_turn",
    "shield_round_two": True,
    "light_joker_round": 2,
    "bankout_time_call": "lead",
    "swap_scope": "round",
    "bonus_in_pot": False,
    "sudden_death_deck": "one_pass",
    "cue_cards": "with_reshuffle",
    "third_jack_window": True,
    "joker_draw_public": False,
    "bonus_on": "total",
    "king_window": False,
    "overhand_default": "oldest",
}
BY_EDITION = {
    "guide": {"auto_queen_order": "after", "shield_replaces_counter": False},
    "complete": {"auto_queen_order": "before", "shield_replaces_counter": True},
}


def leader(amounts: list[int]) -> int | None:
    """The seat with more."""
    return None if amounts[0] == amounts[1] else int(amounts[1] > amounts[0])


class Table:
    """The state. Seats are 0 and 1, the active one ``me``."""

    def __init__(self, rules: dict[str, Any]) -> None:
        self.edition = rules.get("edition", "guide")
        self.blitz = rules.get("format", "bankout") == "blitz"
        self.jokers = rules.get("jokers", True)
        self.variants = set(rules.get("variants", ()))
        self.options = DEFAULTS | BY_EDITION[self.edition] | rules.get("options", {})
        self.last_round = 2 if "short_blitz" in self.variants else 3
        self.totals, self.wins, self.pot = [0, 0], [0, 0], 0
        self.shields = [int("shield_token" in self.variants)] * 2
        self.status = "in_progress"
        self.winner: str | None = None
        self.decided_by: str | None = None
        self.sudden_due = False
        self.round: int | str = 0
        self.first, self.round_over = 0, False
        self.round_winner: int | None = None
        self.banks = [0, 0]
        self.me = 0

    # Rounds

    def begin_round(self, name: int | str, first: int) -> None:
        """BO-1.7, BO-2.1 to BO-2.3, BO-7.1."""
        self.totals = self.money()
        self.round, self.first = name, first
        self.sudden = name == "SD"
        self.round_winner, self.round_over = None, False
        self.banks = [0, 0]
        self.hands: list[list[Card]] = [[], []]
        self.old_cues: list[list[Card]] = [[], []]
        self.cues: list[Card] = []
        self.pile: list[Card] = []
        jokers = 0 if isinstance(name, str) else self._jokers(name)
        self.to_hand = name == 3 and jokers > 0
        self.refills = self.options["sudden_death_deck"] == "reshuffle" if self.sudden else not self.blitz
        fresh = Counter(dict.fromkeys([*NUMBERS, "J"] if self.sudden else [*NUMBERS, *"JQKA"], 4))
        fresh["X"] = jokers
        self.deck = Deck(fresh)

    def _jokers(self, number: int) -> int:
        if not self.jokers:
            return 0
        if "light_jokers" in self.variants:
            return int(number == self.options["light_joker_round"])
        return number - 1

    def money(self) -> list[int]:
        """Earlier rounds and this one, Sudden Death apart."""
        if self.round == "SD" or self.round == 0:
            return self.totals[:]
        return [self.totals[0] + self.banks[0], self.totals[1] + self.banks[1]]

    # Turns

    def begin_turn(self, seat: int) -> None:
        """BO-3.1."""
        self.me = seat
        self.loot = self.jacks = self.latent = self.gained = 0
        self.ended: str | None = None
        self.bust_rule = ""

    @property
    def hand(self) -> list[Card]:
        """The active player's."""
        return self.hands[self.me]

    def secure(self, amount: int, by: str) -> None:
        """BO-4.3, BO-5.15, BO-6.5, BO-8.3."""
        self.banks[self.me] += amount
        bonus = 0
        if "exact_bank_bonus" in self.variants and not self.sudden:
            whole = self.blitz and self.options["bonus_on"] == "total"
            reached = self.banks[self.me] + (self.totals[self.me] if whole else 0)
            bonus = 25 if reached == 1000 else 0
        self.banks[self.me] += bonus
        if self.blitz and not self.sudden:
            self.pot += amount + (bonus if self.options["bonus_in_pot"] else 0)
        self.gained = amount + bonus
        self.end(by)

    def bust(self, rule: str) -> None:
        """BO-6.1."""
        self.bust_rule = rule
        self.end("bust")

    def end(self, by: str) -> None:
        """BO-4.5, BO-3.6, and then the ends of section 6."""
        self.ended = by
        self.loot = self.jacks = self.latent = 0
        if self.edition == "guide":
            self.pile += self.cues
        elif by == "bust":
            self.pile += self.old_cues[self.me] + self.cues
            self.old_cues[self.me] = []
        else:
            self.old_cues[self.me] += self.cues
        self.cues = []
        self._end_round()

    def _end_round(self) -> None:
        """BO-6.3, BO-6.4, BO-7.3, BO-10.12."""
        out = not self.deck.size
        if self.blitz and not self.sudden:
            if out:
                self._round_won(leader(self.banks))
        elif max(self.banks) >= 1000:
            best = leader(self.banks)
            self._round_won(self.me if best is None else best)
        elif out and not self.refills:
            self._round_won(leader(self.banks))

    def _round_won(self, winner: int | None) -> None:
        self.round_over, self.round_winner = True, winner
        if self.sudden:
            if winner is not None:
                self._decide(winner, "sudden_death")
        elif not self.blitz:
            assert winner is not None
            self.wins[winner] += 1
            if self.wins[winner] == 2:
                self._decide(winner, "rounds")
        elif self.round == self.last_round:
            best = leader(self.money())
            if best is None:
                self.sudden_due = True
            else:
                self._decide(best, "total")

    def _decide(self, seat: int, by: str) -> None:
        self.winner, self.status, self.decided_by = "AB"[seat], "complete", by
        self.sudden_due = False

    def call_time(self) -> None:
        """BO-9.2, BO-9.3, BO-10.9, record.md 5.13: after the turn in which time was called."""
        if self.winner in ("A", "B"):
            return
        self.status = self.decided_by = "time"
        best = leader(self._compared_on_time())
        self.winner = "draw" if best is None else "AB"[best]
        self.sudden_due = best is None

    def _compared_on_time(self) -> list[int]:
        if self.sudden:
            return self.banks
        if self.blitz:
            return self.money()
        running = self.options["bankout_time_call"] == "lead" and not self.round_over
        return self.banks if self.wins[0] == self.wins[1] and running else self.wins

    # Cards

    def find(self, seat: int, rank: str, suit: str = "") -> Card | None:
        """record.md 5.10: which held card a named one is."""
        hand = self.hands[seat]
        unseen = [card for card in hand if card.rank == UNSEEN]
        if rank == UNSEEN:
            return unseen[0] if unseen else None
        alike = [card for card in hand if card.rank == rank]
        for card in [card for card in alike if suit and card.suit == suit] + alike:
            if not suit or not card.suit or card.suit == suit:
                return card
        if rank == "X" and (not self.to_hand or self.options["joker_draw_public"]):
            return None
        unseen.sort(key=lambda card: card.no_queen if rank == "Q" else not card.no_queen)
        return unseen[0] if unseen else None

    def use(self, seat: int, card: Card, rank: str, suit: str = "") -> None:
        """A held card goes to the pile, under the name it was used by."""
        self.hands[seat].remove(card)
        if card.rank == UNSEEN or (suit and not card.suit):
            card = Card(rank, suit)
        self.pile.append(card)

    def holds_joker(self) -> bool:
        """A Joker that the active player could play, or an unseen card that may be one."""
        return self.to_hand and self.find(self.me, "X") is not None

    def kings_answer(self) -> bool:
        """BO-10.17: a King or a Joker, or an unseen card, which one of them may be."""
        return self.options["king_window"] and (self.find(self.me, "K") is not None or self.holds_joker())

    def may_be_queens(self) -> list[Card]:
        """Unseen cards not known to be no Queen."""
        return [card for card in self.hand if card.rank == UNSEEN and not card.no_queen]

    def queen_effect(self) -> None:
        """BO-5.12, BO-3.6."""
        self.jacks, self.latent = max(self.jacks - 1, 0), max(self.latent - 1, 0)
        for rank in "JA":
            for lying in (self.cues, self.old_cues[self.me]):
                card = next((card for card in lying if card.rank == rank), None)
                if card is not None:
                    lying.remove(card)
                    self.pile.append(card)
                    break

    def to_reshuffle(self) -> list[Card]:
        """BO-2.4, BO-10.13."""
        if self.options["cue_cards"] == "held_out":
            return self.pile
        return self.pile + self.old_cues[0] + self.old_cues[1]

    def can_draw(self) -> bool:
        """Whether a card is left, or can be made so."""
        return self.deck.size > 0 or (self.refills and bool(self.to_reshuffle()))

    def reshuffle(self) -> None:
        """BO-2.4."""
        cards = self.to_reshuffle()
        if self.options["cue_cards"] != "held_out":
            self.old_cues = [[], []]
        self.pile = []
        self.deck.reshuffle(cards, [*self.hands[0], *self.hands[1], *self.old_cues[0], *self.old_cues[1], *self.cues])
