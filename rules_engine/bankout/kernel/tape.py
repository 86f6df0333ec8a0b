"""The tape of a match, written while it is played, and the record that is read from it.

A sign and its value for each thing that a careful scorekeeper writes. The kernel says itself what an act brought, that
a bust or an automatic Queen came, and the Banks after each turn; the record repeats it, and the referee judges it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules_engine.bankout.cards import RANK_NAMES
from rules_engine.bankout.kernel.compiling import Cells, compiled
from rules_engine.bankout.kernel.layout import (
    BANK,
    BANKS,
    BUST,
    COUNTER,
    DISCARD_JOKER,
    DISCARD_KING,
    DISCARD_QUEEN,
    DRAW,
    EFFECT,
    END,
    ENDED_BY,
    FIRST,
    JOKER_KING,
    JOKER_QUEEN,
    LET_BUST,
    PASS,
    PHASE,
    PLAY_KING,
    PLAY_QUEEN,
    ROUND,
    SEAT,
    SHIELD,
    SIGN_BITS,
    SUDDEN_DEATH,
    SWAP,
    TAPE_AT_ONCE_KING,
    TAPE_AT_ONCE_QUEEN,
    TAPE_AT_ONCE_SWAP,
    TAPE_AUTO_QUEEN,
    TAPE_BANK_A,
    TAPE_BANK_B,
    TAPE_BUST,
    TAPE_FIRST,
    TAPE_ROUND,
    TAPE_TIME,
    TAPE_TURN,
    TAPED,
    TRIGGERED,
)
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import SEATS
from rules_engine.record import GameRecord, GameRound, Turn


@compiled
def note(s: Cells, sign: int, value: int) -> None:
    """Write a sign with its value."""
    s[s[TAPED]] = sign + (value << SIGN_BITS)
    s[TAPED] += 1


@compiled
def note_act(s: Cells, phase: int, loot: int, action: int, card: int) -> None:
    """Write what was just done; phase and Loot are those of the decision."""
    if action == PASS or (action == DRAW and s[PHASE] == EFFECT):
        return  # the Joker is written with its effect
    if phase == EFFECT:
        note(s, action + TAPE_AT_ONCE_SWAP - SWAP, 2 * loot)
    else:
        value = card if action == DRAW else loot if action == BANK else 2 * loot
        note(s, action, value)
    if s[TRIGGERED]:
        note(s, TAPE_AUTO_QUEEN, 0)
    if action == DRAW and s[ENDED_BY] == BUST:
        note(s, TAPE_BUST, 0)


@compiled
def note_turn(s: Cells) -> None:
    """Write that the turn is over, and the Banks after it."""
    note(s, TAPE_TURN, s[SEAT])
    note(s, TAPE_BANK_A, s[BANKS])
    note(s, TAPE_BANK_B, s[BANKS + 1])


@compiled
def note_round(s: Cells) -> None:
    """Write that a round begins."""
    note(s, TAPE_ROUND, 0 if s[ROUND] == SUDDEN_DEATH else s[ROUND])
    note(s, TAPE_FIRST, s[FIRST])


_WORDS = {
    END: "E",
    LET_BUST: "#",
    COUNTER: "^X",
    SHIELD: "^S",
    PLAY_QUEEN: ">Q",
    SWAP: ">X=swap",
    JOKER_QUEEN: ">X=queen",
    DISCARD_QUEEN: "-Q",
    DISCARD_KING: "-K",
    DISCARD_JOKER: "-X",
    TAPE_AT_ONCE_SWAP: "X=swap",
    TAPE_AT_ONCE_QUEEN: "X=queen",
    TAPE_AUTO_QUEEN: "*Q",
    TAPE_BUST: "#",
    TAPE_TIME: "T",
}
_WITH_AMOUNT = {BANK: "B", PLAY_KING: ">K", JOKER_KING: ">X=king", TAPE_AT_ONCE_KING: "X=king"}


@dataclass
class _Reader:
    """What is read so far."""

    rounds: list[GameRound] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    number: int | str = 0
    first: str = ""

    def close_round(self) -> None:
        """The round that was begun is complete."""
        if self.first:
            self.rounds.append(GameRound(round=self.number, first=self.first, turns=tuple(self.turns)))
            self.turns = []


def record_of(tape: list[int], rules: BankoutRuleSet, players: tuple[str, str], tags: dict[str, str]) -> GameRecord:
    """The record of the match on a tape."""
    reader, seat, banks = _Reader(), "", {}
    for cell in tape:
        sign, value = cell & ((1 << SIGN_BITS) - 1), cell >> SIGN_BITS
        if sign == DRAW:
            reader.tokens.append(RANK_NAMES[value])
        elif sign in _WITH_AMOUNT:
            reader.tokens.append(f"{_WITH_AMOUNT[sign]}({value})")
        elif sign in _WORDS:
            reader.tokens.append(_WORDS[sign])
        elif sign == TAPE_ROUND:
            reader.close_round()
            reader.number = value or "SD"
        elif sign == TAPE_FIRST:
            reader.first = SEATS[value]
        elif sign == TAPE_TURN:
            seat = SEATS[value]
        elif sign == TAPE_BANK_A:
            banks = {"A": value}
        else:
            claim = {**banks, "B": value}
            reader.turns.append(Turn(seat=seat, actions=tuple(reader.tokens), claim=claim))
            reader.tokens = []
    reader.close_round()
    return GameRecord(
        rounds=tuple(reader.rounds),
        rules=rules.to_mapping(),
        seats=dict(zip(SEATS, players, strict=True)),
        tags=tags,
    )
