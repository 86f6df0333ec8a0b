"""The state of a game, mutable and cheap to copy: the stage, pieces, hands, banks, piles, and the running turn."""

from __future__ import annotations

from rules_engine.stage.banks import Bank
from rules_engine.stage.board import WIDTH, Board, board
from rules_engine.stage.cards import COPIES, HAND, HIDDEN, NUMBER_CARDS, RANKS, SPACES
from rules_engine.stage.hands import Hand, dealt
from rules_engine.stage.ruleset import BLOCKED, StageRuleSet

NOBODY = NOWHERE = -1

# What became of the running turn's move
BEFORE_MOVE, IN_EFFECT, NO_EFFECT, TURN_OVER = range(4)
"""NO_EFFECT: the card is not known, or lies in a pit, so that card acts are not judged."""

NO_CALL, CALL_REFUSED, NOTHING_TO_PAY, PAYMENT_DUE = range(4)
"""What came of a call, until something else is done."""

# What the seat to move has to do
ENTER, PLACE, STEP = range(3)


class State:
    """One game. ``copy`` gives one that changes on its own; seats and sides count from 0."""

    def __init__(self, rules: StageRuleSet, players: int, first: int = 0) -> None:
        decks = players // 2
        self.rules = rules
        self.players = players
        self.first = first
        self.board: Board = board(players, rules.diagonals)
        self.copies = COPIES * decks
        self.blocked_after = BLOCKED * decks
        self.sides: list[int] = [min(seat, players - 1 - seat) if rules.teams else seat for seat in range(players)]
        self.off: set[int] = set()  # ranks that are not accounted any more
        # The stage
        self.shown = [HIDDEN] * (WIDTH * WIDTH)
        self.pits = [False] * (WIDTH * WIDTH)
        self.face_down = SPACES * decks
        self.at = [NOWHERE] * players
        self.barred = [NOWHERE] * players
        self.may_reenter = [False] * players
        self.out = [False] * players
        # The cards
        self.hands: list[Hand] = [dealt(HAND) for _seat in range(players)]
        self.banks: list[Bank] = [Bank() for _side in range(max(self.sides) + 1)]
        self.pile = NUMBER_CARDS * decks - HAND * players
        self.discards: list[int] = []
        self.tally = [0] * RANKS
        self.idle = 0  # turns since a space was revealed or a card banked
        self.decided_by = ""
        self.time_called = False
        self.due = (self.unplaced() or [first])[-1]  # who moves next: the last in order places first (BS-10)
        self.begin_turn(self.due)
        self.stage = TURN_OVER

    def begin_turn(self, seat: int) -> None:
        """It is a seat's turn, and nothing has been done in it."""
        self.seat = seat
        self.stage = BEFORE_MOVE
        self.effect = 0
        self.space_index = NOWHERE  # of the token that entered the space
        self.face_down_placing = False
        self.broken = False  # there is something to call
        self.after_call, self.caller = NO_CALL, NOBODY
        self.end_effect()

    def end_effect(self) -> None:
        """Nothing of an effect is due."""
        self.parts = 0  # banks or discards that the effect still asks for
        self.parts_over = False  # the first draw has ended them
        self.pair_known = False  # known cards held a pair when the effect began
        self.draws_granted = False  # in Go Fish a bank, even a refused one, calls for the draws
        self.draws = 0
        self.take_due = self.part_missed = self.drew_past = False
        self.refused = self.revealed = self.banked = self.told_incomplete = False
        self.taken_from = NOBODY
        self.refused_takes: list[int] = []

    def copy(self) -> State:
        """An equal state that changes on its own."""
        twin = State.__new__(State)
        twin._become(self)
        twin.off = set(self.off)
        return twin

    def restore(self, other: State) -> None:
        """Make this state equal to another one. Time stays called, and ranks that went out of account stay out."""
        off, time_called = self.off, self.time_called
        self._become(other)
        self.off, self.time_called = off, time_called

    def _become(self, other: State) -> None:
        self.__dict__.update(other.__dict__)
        for name in _LISTS:
            self.__dict__[name] = other.__dict__[name][:]
        self.hands = [hand.copy() for hand in other.hands]
        self.banks = [bank.copy() for bank in other.banks]

    # What is asked of a state

    @property
    def hand(self) -> Hand:
        """The hand of the seat whose turn it is."""
        return self.hands[self.seat]

    @property
    def bank(self) -> Bank:
        """The bank of the seat whose turn it is."""
        return self.banks[self.sides[self.seat]]

    @property
    def task(self) -> int:
        """What the seat whose turn it is has to do with its piece."""
        if self.at[self.seat] >= 0:
            return STEP
        return ENTER if self.players == 2 else PLACE

    def order(self) -> list[int]:
        """The seats that are still in, in turn order from the first."""
        seats = [(self.first + place) % self.players for place in range(self.players)]
        return [seat for seat in seats if not self.out[seat]]

    def unplaced(self) -> list[int]:
        """With more than two players: those still to place a piece, in turn order (BS-10)."""
        if self.players == 2 or NOWHERE not in self.at:
            return []
        return [seat for seat in self.order() if self.at[seat] < 0]

    def sides_in(self) -> list[int]:
        """The sides that are still in."""
        return sorted({self.sides[seat] for seat in range(self.players) if not self.out[seat]})

    def opponents(self, seat: int) -> list[int]:
        """Who plays against a seat and is still in."""
        return [other for other in range(self.players) if self.sides[other] != self.sides[seat] and not self.out[other]]

    def can_draw(self) -> bool:
        """Whether there is a card to draw; under `before_effect` the discards do not come back during an effect."""
        return self.pile > 0 or (not self.rules.early_reshuffle and len(self.discards) > 0)


_LISTS = ("shown", "pits", "at", "barred", "may_reenter", "out", "discards", "tally", "refused_takes")
