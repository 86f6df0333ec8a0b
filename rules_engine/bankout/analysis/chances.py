"""The chances of a match that is watched, from what lies open to everybody: both hands are unknown.

The Queens, Kings and Jokers that nobody has seen are dealt anew to both hands, each as likely; two *steady* players go
on to the next decision of an open turn, and the kernel plays on from there. Imports the kernel, and so numba where it
is installed: only worker processes and commands come here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb

import msgspec
import numpy as np
from numpy.typing import NDArray

from rules_engine.bankout import actions as act
from rules_engine.bankout import engine
from rules_engine.bankout.analysis.positions import ACTS, TO_HAND, chosen
from rules_engine.bankout.analysis.rollouts import CELLS, PLAYER
from rules_engine.bankout.cards import BASE_DECK, HIDDEN, HIDDEN_NO_QUEEN, JOKER, RANK_BITS, SUDDEN_DEATH_DECK
from rules_engine.bankout.counting import PLAYERS
from rules_engine.bankout.kernel import layout
from rules_engine.bankout.kernel.compiling import COMPILED, cells
from rules_engine.bankout.kernel.declared import undeclared
from rules_engine.bankout.kernel.plays import Run
from rules_engine.bankout.kernel.rollout import play_on, start_cells
from rules_engine.bankout.odds.risk import risk
from rules_engine.bankout.odds.situation import DrawPile, SituationError, TurnSituation
from rules_engine.bankout.referee.replay import standing
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import SimulatedMatch, SimulatedPlayer, Terms, player
from rules_engine.bankout.simulate.chance import Chance, seed_of
from rules_engine.bankout.simulate.counted import CountedChance, counted_streams
from rules_engine.bankout.simulate.view import PlayerView
from rules_engine.bankout.state import ANSWER, DRAWN_MATCH, IN_PROGRESS, OPEN, ROUND_OVER, SEATS, TURN_OVER, State
from rules_engine.play.chances import Cause, LiveChances, Worth, gained, side_chances
from rules_engine.play.chances import seed_of as seed_of_record
from rules_engine.record import GameRecord

DEALS, EACH = (64, 32) if COMPILED else (24, 1)
"""How often the hands are dealt, and the matches that are played on from each deal."""
MOST_CHOICES = 400
"""So many acts of players before the next open turn would be an endless one."""
SEED = 6_007

Shares = NDArray[np.float64]


def chances(record: GameRecord, runs: int | None = None) -> LiveChances | None:
    """The chances where a record ends; None once the match is decided, or where the pile is not known."""
    state = standing(record)
    table = _Table.of(state)
    if table is None:
        return None
    rollouts = _Rollouts(state.rules, seed_of_record(record), runs)
    shares = [rollouts.shares(now, number) for number, now in enumerate(table.dealt(rollouts.deals, rollouts.seed))]
    return LiveChances(
        sides=tuple(side_chances([[seat] for seat in SEATS], shares, rollouts.each)),
        runs=rollouts.deals * rollouts.each,
        causes=tuple(_causes(table)),
        worth=_worth(record, rollouts),
    )


@dataclass(frozen=True)
class _Table:
    """A state as a spectator knows it: what is ``unseen`` by rank, in the deck and in hands of so many cards."""

    state: State
    unseen: tuple[int, ...]
    hands: tuple[int, int]

    @classmethod
    def of(cls, state: State) -> _Table | None:
        """None once the match is decided, and where it cannot be told what has not been seen."""
        if state.status != IN_PROGRESS or state.decided or state.time_called or state.blind or state.suspended:
            return None
        sizes = len(state.hands[0]), len(state.hands[1])
        if any(card & RANK_BITS not in (HIDDEN, HIDDEN_NO_QUEEN, *TO_HAND) for hand in state.hands for card in hand):
            return None
        unseen = list(state.counts)
        for rank in TO_HAND:
            unseen[rank] = _copies(state, rank) - _lying(state, rank)
        held = sum(unseen[rank] for rank in TO_HAND)
        if min(unseen) < 0 or sum(unseen) != state.size + sum(sizes) or held < sum(sizes):
            return None
        return cls(state, tuple(unseen), sizes)

    def dealt(self, times: int, seed: int) -> Iterator[State]:
        """The state with both hands dealt anew."""
        special = [rank for rank in TO_HAND for _copy in range(self.unseen[rank]) if rank != JOKER or self.state.holds]
        for number in range(times):
            chance, cards, now = Chance(seed_of(seed, number)), special[:], self.state.copy()
            now.hands = [
                [cards.pop(chance.below(len(cards))) for _card in range(min(size, len(cards)))] for size in self.hands
            ]
            now.counts = list(self.unseen)
            for card in (*now.hands[0], *now.hands[1]):
                now.counts[card] -= 1
            now.cues = [card & RANK_BITS for card in now.cues]
            now.pile = [card & RANK_BITS for card in now.pile]
            now.old_cues = [[card & RANK_BITS for card in cues] for cues in now.old_cues]
            now.pending &= RANK_BITS
            now.gone, now.soft, now.spare, now.loose = set(), set(), [], []
            yield now


def _copies(state: State, rank: int) -> int:
    """How many cards of a rank the round is played with."""
    if rank == JOKER:
        return 0 if state.sudden_death else state.rules.jokers_in(state.round)
    return (SUDDEN_DEATH_DECK if state.sudden_death else BASE_DECK)[rank]


def _lying(state: State, rank: int) -> int:
    """How many of them lie open: one that went to a hand unseen counts once it was played."""
    cards = (*state.pile, *state.cues, *state.old_cues[0], *state.old_cues[1], state.pending)
    return sum(card & RANK_BITS == rank for card in cards)


class _Rollouts:
    """Plays matches on from dealt states under one rule set."""

    def __init__(self, rules: BankoutRuleSet, seed: int, runs: int | None) -> None:
        self.seed = seed
        self.player: SimulatedPlayer = player(PLAYER, rules.format)
        self._run = None if undeclared(rules) else Run(rules, (PLAYER, PLAYER), SEED, Terms())
        self.each = EACH if self._run is not None else 1
        self.deals = max(2, runs // self.each) if runs else DEALS

    def shares(self, state: State, number: int, action: int | None = None) -> list[float]:
        """What both seats win in the matches of a deal, after an act or, without one, as the players go on."""
        now = state.copy()
        action = self._next_act(now, number) if action is None else action
        if action is None:
            return _share(now.winner)
        if self._run is None:
            engine.step(now, action, counted_streams(SEED, number).deck.deal(now) if action == act.DRAW else HIDDEN)
            both = self.player, self.player
            SimulatedMatch(now.rules, both, counted_streams(self.seed % 2**31, number), Terms(), start=now).play()
            return _share(now.winner)
        rows, start = cells([0] * (layout.ROW_CELLS * self.each)), cells(start_cells(now, tuple(now.counts), 0))
        first = (self.seed % 2**20 * self.deals + number) * self.each
        play_on(self._run.cells, self._run.memo, start, 0, CELLS[action], SEED, first, self.each, rows)
        winners = np.asarray(rows, dtype=np.int64).reshape(self.each, layout.ROW_CELLS)[:, layout.ROW_WINNER]
        own = float(np.where(winners == 0, 1.0, np.where(winners == 1, 0.0, 0.5)).mean())
        return [own, 1 - own]

    def _next_act(self, state: State, number: int) -> int | None:
        """Go on to the next decision of an open turn, and what is chosen there; None where the match ends before."""
        views = [PlayerView(state, seat, CountedChance(self.seed % 2**31, number, PLAYERS + seat)) for seat in range(2)]
        for _choice in range(MOST_CHOICES):
            if state.phase == TURN_OVER:
                engine.next_turn(state)
            elif state.phase == ROUND_OVER:
                if state.decided or engine.next_round_number(state) is None:
                    return None
                engine.next_round(state, None if engine.next_starter(state) is not None else state.round_winner)
            else:
                view = views[state.opponent if state.phase == ANSWER else state.seat]
                action = self.player.act(view)
                if state.phase == OPEN and action in CELLS:
                    return action
                engine.step(state, action, HIDDEN)
        return None


def _share(winner: int) -> list[float]:
    return [0.5, 0.5] if winner not in (0, 1) or winner == DRAWN_MATCH else [1.0 - winner, float(winner)]


def _causes(table: _Table) -> Iterator[Cause]:
    """The risk of the next card by cause, over all that the player to move may hold, each as likely as it is."""
    state = table.state
    if state.phase != OPEN or not (state.jacks or state.latent):
        return
    sums: dict[str, Fraction] = dict.fromkeys(
        ("ace_on_alert", "third_jack", "three_latent", "latent_trigger"), Fraction()
    )
    for hand, likely in _possible_hands(table):
        try:
            found = risk(_situation(table, hand))
        except (SituationError, ValueError):
            return
        for name in sums:
            sums[name] += likely * getattr(found, name)
    yield from (Cause(name, float(chance)) for name, chance in sums.items() if chance)


def _possible_hands(table: _Table) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """How many Queens, Kings and Jokers the player to move may hold, with how likely it is."""
    copies = [table.unseen[rank] if rank != JOKER or table.state.holds else 0 for rank in TO_HAND]
    held = table.hands[table.state.seat]
    ways = comb(sum(copies), held)
    for hand in product(*(range(min(held, count) + 1) for count in copies)):
        if sum(hand) == held:
            found = 1
            for own, count in zip(hand, copies, strict=True):
                found *= comb(count, own)
            yield hand, Fraction(found, ways)


def _situation(table: _Table, hand: tuple[int, ...]) -> TurnSituation:
    state, unseen = table.state, list(table.unseen)
    for rank, own in zip(TO_HAND, hand, strict=True):
        unseen[rank] -= own
    queens, kings, jokers = hand
    return TurnSituation(
        pile=DrawPile.of_counts(unseen, table.hands[state.opponent]),
        loot=state.loot,
        jacks=state.jacks,
        latent=state.latent,
        queens=queens,
        kings=kings,
        jokers=jokers,
        bank=state.banks[state.seat],
        opponent_bank=state.banks[state.opponent],
        round=state.round,
        rules=state.rules,
    )


OPEN_TO_ALL = ("draw", "bank")
"""The acts that everybody knows to be possible, whatever is held."""


def _worth(record: GameRecord, rollouts: _Rollouts) -> Worth | None:
    """What the last token was worth, if it was a draw or a bank where both were possible and money lay at risk."""
    before, token = _one_less(record)
    name = chosen(token)
    table = _Table.of(standing(before)) if before is not None and name in OPEN_TO_ALL else None
    if table is None or table.state.phase != OPEN or not table.state.loot:
        return None
    legal = engine.legal(table.state)
    if not all(ACTS[one] in legal for one in OPEN_TO_ALL):
        return None
    seat, other = table.state.seat, next(one for one in OPEN_TO_ALL if one != name)
    deals = list(enumerate(table.dealt(rollouts.deals, rollouts.seed)))
    after, instead = ([rollouts.shares(now, number, ACTS[one])[seat] for number, now in deals] for one in (name, other))
    gain, error = gained(after, instead)
    return Worth(SEATS[seat], name, other, gain, error)


def _one_less(record: GameRecord) -> tuple[GameRecord | None, str]:
    """The record without its last token, and that token; None where it would be the first of its turn."""
    played = record.rounds[-1] if record.rounds else None
    turn = played.turns[-1] if played is not None and played.turns else None
    if played is None or turn is None or len(turn.actions) < 2:
        return None, ""
    shorter = msgspec.structs.replace(turn, actions=turn.actions[:-1], claim=None)
    last = msgspec.structs.replace(played, turns=(*played.turns[:-1], shorter))
    return msgspec.structs.replace(record, rounds=(*record.rounds[:-1], last)), turn.actions[-1]
