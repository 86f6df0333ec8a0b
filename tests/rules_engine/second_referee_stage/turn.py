"""One turn of the stage game, token by token (stage.md, *Going on*)."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from tests.rules_engine.second_referee_stage import acts, liar, words
from tests.rules_engine.second_referee_stage.table import DRAWS, Table

Add = Callable[[str, str, str, "int | None", "str | None"], None]


@dataclass
class State:
    """What has been done in this turn. A call that undoes takes an earlier one back."""

    moved: bool = False
    missed: bool = False
    placed: bool = False
    skip_to_move: bool = False
    skip_cards: bool = False
    card: str | None = None
    entered_at: int = 0
    revealed: bool = False
    banked: bool = False
    # The effect: banks or discards done, whether that part is closed and was left out, draws, the Queen's partner.
    first_part: int = 0
    closed: bool = False
    left_out: bool = False
    drawn: int = 0
    taken: str | None = None
    given: bool = False
    bank_tried: bool = False
    pair_at_start: bool = False
    refused: bool = False
    refused_takes: set[str] = field(default_factory=set)


class Turn:
    """Reads a turn's tokens."""

    def __init__(self, table: Table, seat: str, add: Add) -> None:
        self.table, self.seat, self.rules = table, seat, table.rules
        self.report = add
        self.state = State()
        self.liar = table.has("liar")
        self.facedown = len(table.seats) > 2 and self.rules["placing"] == "face_down" and table.piece[seat] is None
        self.reentry = seat in table.reentry
        table.reentry.discard(seat)
        self.place = 0
        self.timed = self.open = False
        # Under Liar: whether something broken stands uncalled, and all as it was before it.
        self.broken = False
        self.before: tuple[Any, State] | None = None
        self.omission_reported = self.undone = False
        self.early_act = False
        self.owes: dict[str, Any] | None = None
        self.over: str | None = None

    def add(self, code: str, rule: str, kind: str = "illegal", seat: str | None = None) -> None:
        """A finding on the token that stands here."""
        self.report(code, kind, rule, self.place, seat or self.seat)

    def lie(self, code: str, rule: str) -> None:
        """A finding marked L on an act that stands under Liar."""
        if self.liar and not self.broken:
            self.broken = True
            self.before = self.now
        self.add(code, rule, "note" if self.liar else "illegal")

    def read(self, tokens: list[str], last: bool) -> None:
        """All tokens, and the turn's end."""
        self.timed = any(words.read(token) == ("aside", "T") for token in tokens)
        skipping = False
        for self.place, token in enumerate(tokens, 1):
            kind, content = words.read(token)
            if kind == "aside" or skipping:
                continue
            self.now = deepcopy((self.table, self.state)) if self.liar and not self.broken else None
            skipping = self.token(kind, content)
        self.finish(last)

    now: Any = None

    def token(self, kind: str, content: Any) -> bool:
        """One token; whether the rest is skipped."""
        state, table = self.state, self.table
        if kind != "pay":
            self.close_payment()
        if self.over or self.seat in table.out:
            self.add("action_after_turn", "BS-3")
            return True
        if kind == "enter":
            if state.moved:
                self.add("action_after_turn", "BS-3")
                return True
            self.undone = False
            self.enter(*content)
        elif state.skip_to_move:
            pass
        elif kind in ("call", "pay"):
            liar.call(self, content) if kind == "call" else liar.pay(self, content)
        elif not state.moved:
            self.add("move_missing", "BS-3", "missed")
            self.undone = False
            state.skip_to_move = self.early_act = True
        elif state.missed or state.placed:
            self.add("action_after_turn", "BS-3")
            return True
        else:
            self.undone = False
            if not state.skip_cards:
                acts.card_act(self, kind, content)
        self.check_over()
        return False

    def check_over(self) -> None:
        """17.7: at the card that does it."""
        self.table.over_40()
        if self.table.out and self.table.sides_left() <= 1:
            self.over = "over_40"

    # Moves.

    def enter(self, space: str | None, card: str | None, caret: bool) -> None:
        """A move, an entry, a re-entry or ``M``."""
        state, table, seat = self.state, self.table, self.seat
        state.moved, state.skip_to_move = True, False
        state.entered_at = self.place
        if space is None:
            self.miss()
            return
        wrong = self.wrong_move(space, caret)
        if wrong:
            self.lie(*wrong)
        here = table.piece[seat]
        if here and here != space and table.has("pitfall") and here in table.revealed:
            table.pits.add(here)
        table.bar[seat] = here
        table.piece[seat] = space
        if self.facedown:
            state.placed = True
            if card:
                self.add("placing_revealed", "BS-10")
                state.placed, state.skip_cards = False, True
            return
        self.reveal(space, card)

    def miss(self) -> None:
        """BS-4, BS-15."""
        state, table, seat = self.state, self.table, self.seat
        state.missed = True
        if self.reentry and table.reentries(seat):
            self.lie("move_available", "BS-15")
            table.reentry.add(seat)
        elif table.can_move(seat):
            self.lie("move_available", "BS-4")
        elif table.has("pitfall") and table.piece[seat]:
            table.reentry.add(seat)
        self.lapse()

    def lapse(self) -> None:
        """17.2."""
        if self.rules["previous"] == "lapses":
            self.table.bar[self.seat] = None

    def wrong_move(self, space: str, caret: bool) -> tuple[str, str] | None:
        """The first code that applies (*Going on* 1)."""
        table, seat = self.table, self.seat
        here = table.piece[seat]
        if caret and (not table.has("pitfall") or here is None or not self.reentry):
            return "reentry_not_due", "BS-15"
        if here is None and not table.own_row(seat, space):
            return "wrong_row", "BS-2"
        if here is not None and not caret and not table.adjacent(here, space):
            return "not_adjacent", "BS-3"
        if space in table.pits:
            return "space_is_pit", "BS-15"
        if table.occupied(space, None if caret else seat):
            return "space_occupied", "BS-4"
        if caret and space not in table.revealed and table.only_shown():
            return "reentry_space", "BS-15"
        if space == table.bar[seat]:
            return "space_before", "BS-4"
        return None

    def reveal(self, space: str, card: str | None) -> None:
        """The space's card, and its effect."""
        state, table = self.state, self.table
        pit = space in table.pits
        if space not in table.revealed:
            table.revealed.add(space)
            state.revealed = True
            if card is None:
                self.add("reveal_missing", "BS-3", "misrecorded")
        known = table.card.get(space)
        if card and known is None:
            table.card[space] = card
            if table.too_many(card, list(table.card.values()).count(card)):
                self.add("impossible_draw", "BS-1", "misrecorded")
        elif card and card != known:
            self.add("wrong_card", "BS-3", "misrecorded")
        state.card = table.card.get(space)
        if pit or state.card is None:
            state.skip_cards, state.card = True, None
            return
        state.pair_at_start = self.knows_pair()
        before = self.rules["reshuffle_when"] == "before_effect"
        if before and table.pile < DRAWS[state.card] and table.discards:
            table.reshuffle()
            self.add("reshuffle", "BS-6", "note")

    def knows_pair(self) -> bool:
        """Whether known cards of the hand hold a pair."""
        known = self.table.hand[self.seat].known
        return len(set(known)) < len(known)

    # What is due.

    def draws_due(self) -> int:
        """How many cards are still to be drawn."""
        state = self.state
        if state.card is None:
            return 0
        if state.card == "A" and self.table.has("go_fish"):
            banked = state.first_part or state.bank_tried
            if not banked and self.rules["go_fish_none"] == "nothing":
                return 0
        return DRAWS[state.card] - state.drawn

    def first_due(self) -> int:
        """How many banks or discards are still to be made."""
        if self.state.card is None or self.state.closed:
            return 0
        return {"A": 1, "K": 1, "J": 3, "Q": 0}[self.state.card] - self.state.first_part

    def first_owed(self) -> bool:
        """Whether a bank or discard is due and possible."""
        if self.first_due() <= 0:
            return False
        if self.state.card == "A" and self.table.has("go_fish"):
            return self.state.pair_at_start
        return self.table.hand[self.seat].size > 0

    def owed(self) -> bool:
        """Whether something due and possible is not done."""
        state, table = self.state, self.table
        if state.card == "Q":
            if state.taken is None:
                return any(
                    table.hand[other].size for other in table.still_in() if table.side[other] != table.side[self.seat]
                )
            return not state.given and state.taken not in table.out
        return state.left_out or self.first_owed() or (self.draws_due() > 0 and table.drawable())

    def omitted(self) -> bool:
        """Whether what is owed is to be reported as left out."""
        reported = self.state.refused or self.undone or self.omission_reported
        return self.state.moved and self.owed() and not reported

    def omission(self) -> None:
        """``effect_incomplete``: it names the space."""
        self.omission_reported = True
        self.report("effect_incomplete", "note" if self.liar else "missed", "BS-5", self.state.entered_at, self.seat)

    def close_payment(self) -> None:
        """The card for a good call must come right after it."""
        if self.owes and self.owes["due"]:
            self.report("payment_missing", "missed", "BS-14", self.owes["place"], self.seat)
        self.owes = None

    def finish(self, last: bool) -> None:
        """The end of the tokens."""
        state, table = self.state, self.table
        over = bool(self.over) or self.seat in table.out
        paying = bool(self.owes and self.owes["due"])
        owed = not over and (not state.moved or self.owed() or paying)
        stops = last or self.timed
        self.open = stops and owed and not state.left_out and not self.early_act
        if self.open:
            return
        self.close_payment()
        if over:
            # What was left out before the card that ended the turn was left out all the same.
            if state.left_out and self.omitted():
                self.omission()
        elif not state.moved:
            if not self.early_act and not self.undone:
                self.add_null("move_missing", "BS-3")
            self.lapse()
        elif self.omitted():
            self.omission()

    def add_null(self, code: str, rule: str) -> None:
        """A finding on the whole turn."""
        self.report(code, "missed", rule, None, self.seat)
