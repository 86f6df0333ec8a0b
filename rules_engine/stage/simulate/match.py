"""One simulated game, played on the engine's own state and written down as a sheet writes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rules_engine.record import GameRecord, GameRound, Seat, Turn
from rules_engine.stage import effects, endings, moves
from rules_engine.stage.board import name_of
from rules_engine.stage.cards import ACE, HIDDEN, JACK, KING, NAMES
from rules_engine.stage.findings import SEAT_NAMES, Findings
from rules_engine.stage.record.notation import token_of
from rules_engine.stage.ruleset import SCHEMA, StageRuleSet
from rules_engine.stage.simulate.players import player
from rules_engine.stage.simulate.table import Table
from rules_engine.stage.state import IN_EFFECT, State
from rules_engine.stage.turns import TurnJudge

SECONDS_A_TOKEN = 4
MOST_TURNS = 3_000
"""No game is as long: a blocked one ends."""


@dataclass(frozen=True)
class Sheet:
    """How much a record shows of what the cards were: the chance that a draw, and that a banked card, is named."""

    draws: float = 0.0
    banks: float = 0.0


class Match:
    """A game. ``record`` plays it to its end, or to the time cap, and writes it down."""

    def __init__(
        self, rules: StageRuleSet, players: Sequence[str], seed: int, sheet: Sheet, cap: int | None, first: int = 0
    ) -> None:
        self.rng = Random(f"stage:{seed}")
        self.state = State(rules, len(players), first)
        self.players = [player(name)(self.rng) for name in players]
        self.table = Table(self.state, self.rng)
        self.sheet = sheet
        self.cap = None if cap is None else cap * 60
        self.findings = Findings()
        self.judge = TurnJudge(self.state, self.findings)
        self.tokens: list[str] = []
        self.turns: list[Turn] = []
        self.seconds = 0

    @classmethod
    def at(cls, state: State, name: str, kept: Mapping[str, Any], rng: Random) -> Match:
        """A game that is under way between turns, with its real cards; the same player sits on every seat."""
        match = cls.__new__(cls)
        match.rng, match.state, match.players = rng, state, [player(name)(rng) for _seat in range(state.players)]
        match.table, match.sheet, match.cap = Table.of(state, rng, kept), Sheet(), None
        match.findings = Findings()
        match.judge = TurnJudge(state, match.findings)
        match.tokens, match.turns, match.seconds = [], [], 0
        return match

    def record(self) -> GameRecord:
        """Play, and return the record."""
        state, first = self.state, SEAT_NAMES[self.state.first]
        while not state.decided_by and len(self.turns) < MOST_TURNS:
            self.turn()
        rules, _problems = SCHEMA.spell(state.rules.to_mapping())
        names = {_seat(letter): f"Player {letter}" for letter in SEAT_NAMES[: state.players]}
        played = GameRound(1, _seat(first), tuple(self.turns))
        return GameRecord((played,), game="stage", rules=rules, seats=names)

    # A turn

    def turn(self) -> None:
        """One turn of the seat that is due."""
        state = self.state
        placing = bool(state.unplaced())
        state.begin_turn(state.due)
        self.judge.begin(())
        self.tokens = []
        self.move()
        if state.stage == IN_EFFECT:
            self.effect()
        self.seconds += SECONDS_A_TOKEN * len(self.tokens)
        if self.cap is not None and self.seconds >= self.cap:
            self.write("T")
        self.judge.finish(last=False)
        endings.end_turn(state, is_open=False)
        claim = self.claim() if state.decided_by else None
        self.turns.append(Turn(_seat(SEAT_NAMES[state.seat]), tuple(self.tokens), claim))
        if not state.decided_by:
            state.due = endings.next_seat(state, placing)

    def write(self, text: str) -> None:
        """A token that was played."""
        self.tokens.append(text)
        self.judge.take_up(token_of(text), len(self.tokens) - 1)

    def move(self) -> None:
        """Step to a space, enter again, or say that no move is possible."""
        state, seat = self.state, self.state.seat
        again = list(moves.reentries(state, seat)) if state.may_reenter[seat] else []
        spaces = list(moves.steps(state, seat)) or again
        if not spaces:
            self.write("M")
            return
        place = self.players[seat].space(state, self.table.hands[seat], spaces)
        mark = "^" if place in again else ""
        face_down = moves.is_face_down_placing(state)
        card = self.table.stage[place]
        if effects.reshuffles_first(state, card) and not face_down:
            self.table.reshuffle()
        shown = "" if state.shown[place] or face_down else f":{NAMES[card]}"
        self.write(f"{mark}{name_of(place)}{shown}")

    def effect(self) -> None:
        """Do all that the card asks for, as far as it is possible."""
        state = self.state
        if state.effect == ACE:
            self.bank()
        elif state.effect in (KING, JACK):
            while state.stage == IN_EFFECT and effects.part_owed(state):
                self.discard()
        else:
            self.swap()
        while state.stage == IN_EFFECT and state.draws > 0 and state.can_draw():
            self.write("+" + self.shown(self.table.draw(state.seat), self.sheet.draws))

    def bank(self) -> None:
        """Bank two cards, under Go Fish a pair; none if the hand has none to bank."""
        state, hand = self.state, self.table.hands[self.state.seat]
        if state.rules.go_fish:
            ranks = sorted({card for card in hand if hand.count(card) > 1})
            cards = [self.players[state.seat].pair(ranks)] * 2 if ranks else []
        else:
            cards = sorted(hand, reverse=True)[:2]
        if not cards:
            return
        for card in cards:
            hand.remove(card)
        self.table.bank(state.sides[state.seat], cards, state.rules.flush, state.rules.one_seven)
        chance = 1.0 if state.rules.flush else self.sheet.banks
        self.write("B" + "+".join(self.shown(card, chance) for card in cards))

    def discard(self) -> None:
        """Give up a card, for a King the highest; under Flush it is banked."""
        state, hand = self.state, self.table.hands[self.state.seat]
        card = max(hand) if state.effect == KING else self.players[state.seat].discard(hand)
        hand.remove(card)
        if state.rules.flush:
            self.table.banks[state.sides[state.seat]].append(card)
        else:
            self.table.discards.append(card)
        self.write(f"-{NAMES[card]}")

    def swap(self) -> None:
        """Take a card of an opponent by chance and give one back."""
        state, seat, hands = self.state, self.state.seat, self.table.hands
        seats = [other for other in state.opponents(seat) if hands[other]]
        if not seats:
            return
        other = self.players[seat].target(state, seats)
        hands[seat].append(hands[other].pop(self.rng.randrange(len(hands[other]))))
        self.write(f"<{SEAT_NAMES[other]}")
        gift = self.players[seat].gift(hands[seat])
        hands[seat].remove(gift)
        hands[other].append(gift)
        self.write(f">{SEAT_NAMES[other]}")

    def shown(self, card: int, chance: float) -> str:
        """A card as the sheet shows it."""
        return NAMES[card if self.rng.random() < chance else HIDDEN]

    def claim(self) -> dict[Seat, int]:
        """What the banks are worth, for the last line of the sheet."""
        state = self.state
        worth = [bank.pairs if state.rules.go_fish else sum(self.table.banks[side])
                 for side, bank in enumerate(state.banks)]  # fmt: skip
        return {_seat(SEAT_NAMES[seat]): worth[side] for seat, side in enumerate(state.sides)}


def _seat(letter: str) -> Seat:
    return letter


def simulate(
    rules: StageRuleSet,
    players: Sequence[str],
    seed: int,
    sheet: Sheet = Sheet(),
    cap: int | None = None,
    first: int = 0,
) -> GameRecord:
    """The record of one game; ``cap`` is in minutes."""
    return Match(rules, players, seed, sheet, cap, first).record()
