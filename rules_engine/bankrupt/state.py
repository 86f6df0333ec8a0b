"""A game of Bankrupt and the round that is played: pieces, the centre, the run of dead rounds, who does what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rules_engine.bankrupt.cards import RANKS, Hand
from rules_engine.bankrupt.record.notation import EXCHANGES, Token
from rules_engine.bankrupt.ruleset import ANTE, BankruptRuleSet

UNTIL_UPTURNED: Final = 39
"""Cards dealt since the shuffle until the upturned card lies open (BR-5): 52 less thirteen."""

BEFORE_REPEATS: Final = 51
"""The cards since the shuffle that are surely distinct, beside the upturned one (section *Details*, 2)."""


@dataclass(slots=True)
class Player:
    """What one seat has and what it did.

    ``antes`` are those laid in the run of rounds, this round's last. ``streak`` counts rounds thrown in running,
    ``legs`` is what was last wrong about last legs, ``absent`` whether a missing exchange was reported for a round
    without a token, ``part`` whether the player took part in upping since the centre was last empty.
    """

    beside: int
    antes: list[int] = field(default_factory=list)
    out: bool = False
    streak: int = 0
    legs: str = ""
    absent: bool = False
    part: bool = False
    is_seat_out_announced: bool = False

    @property
    def pieces(self) -> int:
        """All pieces, antes included."""
        return self.beside + sum(self.antes) if self.antes else self.beside


@dataclass(frozen=True, slots=True)
class Exit:
    """How a seat left the game: in which round, whether it resigned and as which, and with how many pieces before."""

    seat: int
    round: int
    resigned: int
    pieces: int


class State:
    """Where a game stands.

    ``upped`` and ``other`` make the centre: accepted offers with the undivided rest of them, and all else. ``dead``
    counts the dead rounds of the run. ``dealt`` and ``shown`` count cards since the shuffle.
    """

    def __init__(self, rules: BankruptRuleSet, players: int) -> None:
        self.rules = rules
        self.players = [Player(rules.start) for _ in range(players)]
        self.upped = self.other = self.dead = self.played = self.dealt = 0
        self.suspended: set[int] = set()
        self.forget_shown()
        self.dealer: int | None = None
        self.exits: list[Exit] = []
        self.time_called = False
        self.ended_by = ""
        self.round: Round | None = None
        self.moved: int | None = None  # who acted last
        self._seatings: dict[tuple[int, int], tuple[list[int], dict[int, int]]] = {}

    @property
    def centre(self) -> int:
        """All pieces in the centre."""
        return self.upped + self.other

    @property
    def total(self) -> int:
        """BR-18: all pieces of the game."""
        return self.centre + sum(player.pieces for player in self.players)

    @property
    def multiple(self) -> int:
        """BR-13: what a round pays."""
        return self.dead + 1

    def live(self) -> list[int]:
        """The seats that are not out, in order."""
        return [seat for seat, player in enumerate(self.players) if not player.out]

    def seating(self, dealer: int) -> tuple[list[int], dict[int, int]]:
        """Who acts in turn after a dealer, the dealer last, and each one's place; the same until somebody is out."""
        key = dealer, len(self.exits)
        known = self._seatings.get(key)
        if known is None:
            live = self.live()
            order = [seat for seat in live if seat > dealer] + [seat for seat in live if seat <= dealer]
            known = self._seatings[key] = order, {seat: at for at, seat in enumerate(order)}
        return known

    def next_live(self, seat: int) -> int:
        """The first seat after one, clockwise, that is not out."""
        return self.seating(seat)[0][0]

    # Pieces

    def lay_antes(self, seats: list[int]) -> None:
        """BR-4, BR-13, BR-14: nine each beside what lies there, or what is left."""
        for seat in seats:
            player = self.players[seat]
            laid = min(ANTE, player.beside)
            player.beside -= laid
            player.antes.append(laid)

    def take_back_antes(self, *, this_round: bool = False) -> None:
        """All antes go back to their owners, or this round's only."""
        for player in self.players:
            antes = player.antes
            if antes and this_round:
                player.beside += antes.pop()
            elif antes:
                player.beside += sum(antes)
                antes.clear()

    def end_run(self) -> None:
        """The run of dead rounds is over: antes go back."""
        self.take_back_antes()
        self.dead = 0

    def take_from(self, seat: int, pieces: int, *, beside: bool) -> int:
        """Take pieces from a seat's antes, this round's first, and from beside if need be; what was there to take."""
        player, left = self.players[seat], pieces
        for at in range(len(player.antes) - 1, -1, -1):
            taken = min(left, player.antes[at])
            player.antes[at] -= taken
            left -= taken
        if beside:
            taken = min(left, player.beside)
            player.beside -= taken
            left -= taken
        return pieces - left

    def give_centre(self, seat: int) -> None:
        """A player takes the whole centre."""
        self.players[seat].beside += self.centre
        self.upped = self.other = 0

    # The deck

    def shuffle(self) -> None:
        """The deck and the thirteen are shuffled and set anew (BR-5)."""
        self.dealt = 0
        self.suspended.clear()
        self.forget_shown()

    def forget_shown(self) -> None:
        """No card was shown so far: none of a rank, and none by its suit."""
        self.shown = [0] * len(RANKS)
        self.suited: set[tuple[int, str]] = set()


class Offer:
    """An open offer: who made it, its pieces, whose answer is waited for, and who answered; True for acceptance."""

    def __init__(self, seat: int, pieces: int, waited_for: list[int]) -> None:
        self.seat = seat
        self.pieces = pieces
        self.waited_for = waited_for
        self.answers: dict[int, bool] = {}


class Act:
    """A token of the round at its place in the record."""

    __slots__ = ("action", "seat", "token", "turn")

    def __init__(self, turn: int, action: int, seat: int, token: Token) -> None:
        self.turn = turn
        self.action = action
        self.seat = seat
        self.token = token

    @property
    def at(self) -> tuple[int, int]:
        """Its place in the round."""
        return self.turn, self.action


class Round:
    """The round that is played.

    ``order`` are the live seats from the dealer's left, the dealer last; ``place`` their places in it. ``inside`` are
    those of them who neither threw in nor are absent. ``acted`` are those who have exchanged, ``short`` those whose
    ante is not full. ``right`` is the first place that may still offer. ``last_exchange`` says where in the round each
    seat's last exchange act stands, ``furthest`` is the last place in the order that has exchanged.
    """

    def __init__(self, state: State, dealer: int, acts: list[Act]) -> None:
        self.state = state
        self.dealer = dealer
        self.was_out = {seat for seat, player in enumerate(state.players) if player.out}
        self.resigned: set[int] = set()
        self.order: list[int] = []
        self.inside: list[int] = []
        self.place: Mapping[int, int] = {}
        self.set_order()
        self.laid = self.dealt = self.closed = self.decided = False
        self.short: set[int] = set()
        self.legs_said: set[int] = set()
        self.acted: set[int] = set()
        self.thrown: set[int] = set()
        self.took_part: set[int] = set()
        self.not_in_said: set[int] = set()
        self.exchange_order_said = self.over_said = self.void_answers = self.upping_over = False
        self.right = 0
        self.furthest = -1
        self.offer: Offer | None = None
        self.shown: dict[int, tuple[Hand, Act]] = {}
        self.cards_seen: list[Token] = []
        self.counts_alone = False
        self.upturned = False
        self.pieces_dealt: dict[int, int] = {}
        self.last_in: int | None = None
        self.last_exchange = {act.seat: act.at for act in acts if act.token.kind in EXCHANGES}
        self.acts = acts

    def set_order(self) -> None:
        """Who plays, from the dealer's left."""
        live, dealer = self.state.live(), self.dealer
        self.order = [seat for seat in live if seat > dealer] + [seat for seat in live if seat <= dealer]
        self.inside = self.order.copy()
        self.place = {seat: at for at, seat in enumerate(self.order)}

    def next_playing(self, seat: int) -> int:
        """A seat, or the first one after it that has not resigned and was not out."""
        seats = len(self.state.players)
        gone = self.was_out | self.resigned
        return next(at % seats for at in range(seat, seat + seats) if at % seats not in gone)

    def exchanged(self) -> bool:
        """Whether every live seat has exchanged."""
        return len(self.acted) == len(self.order)

    def ante(self, seat: int) -> int:
        """This round's ante of a seat."""
        antes = self.state.players[seat].antes
        return antes[-1] if antes else 0
