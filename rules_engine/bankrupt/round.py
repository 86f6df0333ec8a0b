"""One round of Bankrupt while it is judged: who is in it, what was done, what lies open."""

from __future__ import annotations

from collections.abc import Mapping

from rules_engine.bankrupt.cards import Hand
from rules_engine.bankrupt.notation import EXCHANGES, Token
from rules_engine.bankrupt.state import State


class Offer:
    """An open offer: who made it, its pieces, and who answered; True for acceptance."""

    def __init__(self, seat: int, pieces: int) -> None:
        self.seat = seat
        self.pieces = pieces
        self.answers: dict[int, bool] = {}


class Act:
    """A token of the round at its place in the record."""

    __slots__ = ("action", "seat", "token", "turn")

    def __init__(self, turn: int, action: int, seat: int, token: Token) -> None:
        self.turn = turn
        self.action = action
        self.seat = seat
        self.token = token


class Round:
    """The round that is played.

    ``order`` are the live seats from the dealer's left, the dealer last; ``place`` their places in it. ``acted`` are
    those who have exchanged, ``short`` those whose ante is not full. ``right`` is the first place that may still offer.
    ``last_exchange`` is the index of each seat's last exchange act in the round.
    """

    def __init__(self, state: State, dealer: int, acts: list[Act]) -> None:
        self.state = state
        self.dealer = dealer
        self.was_out = {seat for seat, player in enumerate(state.players) if player.out}
        self.order: list[int] = []
        self.place: Mapping[int, int] = {}
        self.set_order()
        self.laid = self.dealt = self.closed = self.decided = False
        self.short: set[int] = set()
        self.legs_said: set[int] = set()
        self.acted: set[int] = set()
        self.thrown: set[int] = set()
        self.missing: set[int] = set()
        self.took_part: set[int] = set()
        self.not_in_said: set[int] = set()
        self.exchange_order_said = self.over_said = self.void_answers = self.upping_over = False
        self.right = 0
        self.offer: Offer | None = None
        self.shown: dict[int, tuple[Hand, Act]] = {}
        self.cards_seen: list[Token] = []
        self.counts_alone = False
        self.upturned = False
        self.pieces_dealt: dict[int, int] = {}
        self.last_in: int | None = None
        self.last_exchange = {act.seat: at for at, act in enumerate(acts) if act.token.kind in EXCHANGES}
        self.acts = acts

    def set_order(self) -> None:
        """Who plays, from the dealer's left."""
        live, count = self.state.live(), len(self.state.players)
        self.order = sorted(live, key=lambda seat: (seat - self.dealer - 1) % count)
        self.place = {seat: at for at, seat in enumerate(self.order)}

    @property
    def inside(self) -> list[int]:
        """The seats that did not throw in and are not absent, from the dealer's left."""
        return [seat for seat in self.order if seat not in self.thrown and seat not in self.missing]

    def exchanged(self) -> bool:
        """Whether every live seat has exchanged."""
        return len(self.acted) == len(self.order)

    def ante(self, seat: int) -> int:
        """This round's ante of a seat."""
        antes = self.state.players[seat].antes
        return antes[-1] if antes else 0
