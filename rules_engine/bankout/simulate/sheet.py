"""Writes a simulated match down as a careful scorekeeper would: the record that a referee can replay."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules_engine.bankout import actions as act
from rules_engine.bankout.cards import JOKER, KING, QUEEN, name_of
from rules_engine.bankout.state import EFFECT, SEATS, SUDDEN_DEATH, Events, State
from rules_engine.record import GameRecord, GameRound, Turn

_AMOUNTS = (act.BANK, act.PLAY_KING, act.JOKER_KING)


@dataclass
class Sheet:
    """A sheet that is filled in during a match.

    With ``claims`` it notes the Banks after each turn. With ``unseen`` cards that go to hand are written ``?``, as by
    a scorer who cannot see them. With ``clock`` it notes the time after each action, in seconds since the match began.
    """

    claims: bool = False
    unseen: bool = False
    clock: bool = False
    rounds: list[GameRound] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)

    def acted(self, before: tuple[int, int], action: int, card: int, events: Events, state: State) -> None:
        """An action was carried out; ``before`` are the phase and the Loot at its decision."""
        phase, loot = before
        if action == act.DRAW:
            if state.phase == EFFECT:
                return  # the Joker is written with its effect
            self.tokens.append(self._drawn(card, state))
            if any(event.kind == "auto_queen" for event in events):
                self.tokens.append("*Q")
        elif action != act.PASS:
            text = act.describe(action)
            at_once = phase == EFFECT
            amount = loot if action == act.BANK else 2 * loot
            self.tokens.append(
                (text.removeprefix(">") if at_once else text) + (f"({amount})" if action in _AMOUNTS else "")
            )
        else:
            return
        if state.ended_by == "bust" and action == act.DRAW:
            self.tokens.append("#")

    def _drawn(self, card: int, state: State) -> str:
        hides = card in (QUEEN, KING) or (card == JOKER and not state.rules.joker_draw_public)
        return "?" if self.unseen and hides else name_of(card)

    def read_clock(self, seconds: int) -> None:
        """The clock, after an action."""
        if self.clock and self.tokens and not self.tokens[-1].startswith(("@", "T")):
            self.tokens.append(f"@{seconds}")

    def time_called(self) -> None:
        """Time is called at this point of the turn."""
        self.tokens.append("T")

    def turn_over(self, state: State) -> None:
        """The turn is complete."""
        claim = dict(zip(SEATS, state.banks, strict=True)) if self.claims else None
        self.turns.append(Turn(seat=SEATS[state.seat], actions=tuple(self.tokens), claim=claim))
        self.tokens = []

    def round_over(self, state: State) -> None:
        """The round is complete, or the match ends in it."""
        name = "SD" if state.round == SUDDEN_DEATH else state.round
        self.rounds.append(GameRound(round=name, first=SEATS[state.first], turns=tuple(self.turns)))
        self.turns = []

    def record(self, state: State, players: tuple[str, str], seed: int) -> GameRecord:
        """The finished record."""
        seats = dict(zip(SEATS, players, strict=True))
        return GameRecord(
            rounds=tuple(self.rounds),
            rules=state.rules.to_mapping(),
            seats=seats,
            tags={"seed": str(seed)},
        )
