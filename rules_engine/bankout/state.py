"""The state of a match, one slotted mutable object that copies cheaply; and the events that a step reports.

Seats are 0 (A) and 1 (B), money whole dollars, cards the integers of ``cards``. Nothing here decides anything: the
rules are in ``resolving``, ``endings`` and ``dealing``, the permissions in ``checking``.
"""

from __future__ import annotations

import msgspec

from rules_engine.bankout.cards import RANKS
from rules_engine.bankout.ruleset import BankoutRuleSet

SEATS = ("A", "B")
SUDDEN_DEATH = -1
DRAWN_MATCH = 2

# What the state waits for.
OPEN = 0  # the active player's next act
OVER_HAND = 1  # a discard, the hand is above its limit (BO-3.3)
EFFECT = 2  # the effect of a Joker that cannot be held (BO-5.20)
THIRD_JACK = 3  # a Queen effect, or the bust (BO-5.6)
TRIGGER = 4  # a latent trigger that a Joker, or a card drawn unseen, may answer (BO-5.3)
ANSWER = 5  # the opponent's counter or shield, or none (BO-5.24, BO-8.2)
TURN_OVER = 6
ROUND_OVER = 7

IN_PROGRESS, COMPLETE, TIME = "in_progress", "complete", "time"


class GameEvent(msgspec.Struct, frozen=True, gc=False):
    """What the rules made of an action, beyond the action itself.

    ``kind`` is one of ``reshuffle``, ``auto_queen``, ``over_hand``, ``bust`` (``rule`` says which),
    ``bonus``, ``swap``, ``countered``, ``shielded``, ``turn_over`` (``rule`` says how),
    ``round_over`` and ``match_over`` (``seat`` is the winner, -1 for no winner, 2 for a draw).
    """

    kind: str
    seat: int
    amount: int = 0
    rule: str = ""


Events = tuple[GameEvent, ...]
NOTHING: Events = ()


class State:
    """Everything that the rules look at. ``State(rules)`` is a match in which no round has begun.

    ``engine.new_match`` also begins the first round; ``copy`` is the way to branch.
    """

    __slots__ = (
        "banks",
        "blind",
        "blitz",
        "bust_rule",
        "counts",
        "cues",
        "decided_by",
        "ended_by",
        "first",
        "gained",
        "gone",
        "hands",
        "held_out",
        "holds",
        "jacks",
        "latent",
        "loose",
        "loot",
        "old_cues",
        "pending",
        "phase",
        "pile",
        "pot",
        "refills",
        "round",
        "round_winner",
        "rules",
        "seat",
        "shields",
        "size",
        "soft",
        "spare",
        "status",
        "sudden_due",
        "suspended",
        "time_called",
        "totals",
        "winner",
        "wins",
    )

    rules: BankoutRuleSet
    blitz: bool

    # The match.
    totals: list[int]  # money of the earlier rounds, per seat; Sudden Death apart
    wins: list[int]  # Bankout rounds won
    pot: int  # Blitz money banked so far (BO-6.5)
    shields: list[int]  # shield tokens left (BO-8.2)
    status: str
    winner: int  # a seat, DRAWN_MATCH, or -1
    decided_by: str  # "rounds", "total", "sudden_death", "time" or ""
    sudden_due: bool
    time_called: bool

    # The round.
    round: int  # from 1, or SUDDEN_DEATH
    first: int
    holds: bool  # Jokers go to hand here (BO-5.22), else they take effect at once
    refills: bool  # an empty deck is refilled from the pile (BO-2.4, BO-10.12)
    banks: list[int]
    hands: list[list[int]]  # oldest first
    old_cues: list[list[int]]  # Jacks and Aces of finished turns that still lie there (BO-3.6, `complete`)
    pile: list[int]
    round_winner: int  # a seat, or -1

    # The draw pile: how many cards, how many of each rank; the rest is for records (see dealing).
    size: int
    counts: list[int]
    suspended: int  # ranks, as bits, whose accounting is suspended
    blind: bool  # an unseen card was shuffled in: no accounting
    gone: set[int]  # suited cards that are certainly not in the deck
    soft: set[int]  # suited cards that are there only if an unsuited one in it is they
    spare: list[int]  # suited cards that the pile named more than once: so often they can come again
    held_out: tuple[int, ...]  # ranks that BO-10.13 `held_out` kept out of the last reshuffle
    loose: list[int]  # unsuited cards shuffled in, by rank

    # The turn.
    seat: int
    phase: int
    loot: int
    jacks: int
    latent: int
    cues: list[int]  # this turn's Jacks and Aces on the table
    pending: int  # the Jack that a TRIGGER waits with, or the Joker of EFFECT
    ended_by: str
    gained: int
    bust_rule: str

    def __init__(self, rules: BankoutRuleSet) -> None:
        self.rules = rules
        self.blitz = rules.format == "blitz"
        self.totals, self.wins, self.pot = [0, 0], [0, 0], 0
        self.shields = [1, 1] if "shield_token" in rules.variants else [0, 0]
        self.status, self.winner, self.decided_by = IN_PROGRESS, -1, ""
        self.sudden_due = self.time_called = False
        self.round, self.first = 0, 0
        self.holds = self.refills = False
        self.banks, self.hands, self.old_cues = [0, 0], [[], []], [[], []]
        self.pile, self.round_winner = [], -1
        self.size, self.counts = 0, [0] * RANKS
        self.suspended, self.blind, self.held_out = 0, False, ()
        self.gone, self.soft, self.spare, self.loose = set(), set(), [], []
        self.seat, self.phase = 0, ROUND_OVER
        self.loot = self.jacks = self.latent = self.pending = self.gained = 0
        self.cues, self.ended_by, self.bust_rule = [], "", ""

    @property
    def alert(self) -> bool:
        """True while a Jack of this turn stands."""
        return self.jacks > 0

    @property
    def opponent(self) -> int:
        """The seat that is not active."""
        return 1 - self.seat

    @property
    def sudden_death(self) -> bool:
        """Whether this round is Sudden Death."""
        return self.round == SUDDEN_DEATH

    @property
    def decided(self) -> bool:
        """Whether the match has a winner. A draw on time may still be broken by Sudden Death (BO-9.3)."""
        return self.winner in (0, 1)

    def table(self, seat: int) -> list[int]:
        """Jacks and Aces that lie before a seat, oldest first."""
        return self.old_cues[seat] + (self.cues if seat == self.seat else [])

    def copy(self) -> State:
        """An independent copy; the rule set, which never changes, is shared."""
        new = State.__new__(State)
        for name in _PLAIN:
            setattr(new, name, getattr(self, name))
        new.totals, new.wins, new.shields, new.banks = self.totals[:], self.wins[:], self.shields[:], self.banks[:]
        new.hands = [self.hands[0][:], self.hands[1][:]]
        new.old_cues = [self.old_cues[0][:], self.old_cues[1][:]]
        new.pile, new.counts, new.cues, new.loose = self.pile[:], self.counts[:], self.cues[:], self.loose[:]
        new.gone, new.soft, new.spare = set(self.gone), set(self.soft), self.spare[:]
        return new

    def as_dict(self) -> dict[str, object]:
        """Every field by name, for tests and for comparing two states."""
        return {name: getattr(self, name) for name in self.__slots__}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.as_dict() == other.as_dict()

    __hash__ = None  # type: ignore[assignment]  # mutable


_LISTS = {
    "totals",
    "wins",
    "shields",
    "banks",
    "hands",
    "old_cues",
    "pile",
    "counts",
    "cues",
    "loose",
    "gone",
    "soft",
    "spare",
}
_PLAIN = tuple(name for name in State.__slots__ if name not in _LISTS)
