"""The chances of a game that is watched, from what lies open to everybody.

Hands and deck are dealt anew from the cards that were not shown, and *careful* players go on with the round that is
under way and with those after it. A game to the last piece is too long for that: after ``ROUNDS`` rounds each player's
part of the pieces is the chance to win.
"""

from __future__ import annotations

import pickle
from random import Random

from rules_engine.bankrupt import endings
from rules_engine.bankrupt.record.notation import HOLD
from rules_engine.bankrupt.replay import standing
from rules_engine.bankrupt.simulate.deck import Deck
from rules_engine.bankrupt.simulate.games import PLAYERS, Table
from rules_engine.bankrupt.simulate.players import GOOD
from rules_engine.bankrupt.state import Round, State
from rules_engine.play.chances import LiveChances, seed_of, side_chances, split
from rules_engine.record import SEATS, GameRecord

RUNS, ROUNDS = 100, 30
PLAYER = "careful"
COPIES = 4


def chances(record: GameRecord, runs: int | None = None) -> LiveChances | None:
    """The chances where a record ends; None once the game is over."""
    state = standing(record)
    if state.ended_by or state.time_called:
        return None
    seed, sides = seed_of(record), [[seat] for seat in SEATS[: len(state.players)]]
    kept = pickle.dumps(state)  # copied ten times as fast as by deepcopy
    shares = [
        _shares(pickle.loads(kept), sides, Random(f"{seed}/{number}"))  # noqa: S301 - our own bytes
        for number in range(runs or RUNS)
    ]
    return LiveChances(sides=tuple(side_chances(sides, shares)), runs=len(shares))


def _shares(state: State, sides: list[list[str]], rng: Random) -> list[float]:
    """What each player wins in one game that is played on."""
    table = Table.at(state, [PLAYERS[PLAYER]] * len(sides), deck_at(state, rng), rng)
    if state.round is not None and state.round.acts and not state.round.decided:
        table.finish_round(_hands(state.round, table.deck))
    played = 0
    while not state.ended_by and (state.rules.round_cap or played < ROUNDS):
        table.round()
        played += 1
    if state.ended_by:
        return split(endings.places(state), sides)
    live = len(state.live())
    return [(player.pieces + (0 if player.out else state.centre / live)) / state.total for player in state.players]


def deck_at(state: State, rng: Random) -> Deck:
    """The cards that were not shown since the last shuffle, in any order; those that were shown and lie in no hand come
    after them.
    """
    deck = Deck(rng)
    deck.cards = [rank for rank, shown in enumerate(state.shown) for _card in range(max(0, COPIES - shown))]
    deck.used = [rank for rank, shown in enumerate(state.shown) for _card in range(min(COPIES, shown))]
    hands = state.round.shown.values() if state.round is not None and not state.round.decided else ()
    for rank in [rank for hand, _act in hands for rank in (hand.high, hand.low)]:
        if rank in deck.used:
            deck.used.remove(rank)
    rng.shuffle(deck.cards)
    rng.shuffle(deck.used)
    return deck


def _hands(round_: Round, deck: Deck) -> dict[int, tuple[int, int]]:
    """Two cards for everybody in the round: those that were shown, and others that a careful player would hold."""
    hands: dict[int, tuple[int, int]] = {}
    for seat in round_.order:
        if seat in round_.shown:
            hand, _act = round_.shown[seat]
            hands[seat] = hand.high, max(hand.low, 0)
    for seat in round_.order:
        if seat not in hands:
            hands[seat] = likely_hand(deck, holds=_held_on(round_, seat))
    return hands


def _held_on(round_: Round, seat: int) -> bool:
    """Whether a player kept both cards."""
    kept = [act.token.kind for act in round_.acts if act.seat == seat]
    return bool(kept) and HOLD in kept


TRIES = 40


def likely_hand(deck: Deck, *, holds: bool) -> tuple[int, int]:
    """Two cards of the deck; of one who held, a pair or a high card."""
    first, second = deck.draw(), deck.draw()
    for _try in range(TRIES if holds and deck.cards else 0):
        if first == second or max(first, second) >= GOOD:
            break
        at, to = deck.rng.randrange(len(deck.cards)), deck.rng.randrange(len(deck.cards))
        if at != to:
            deck.cards[at], first = first, deck.cards[at]
            deck.cards[to], second = second, deck.cards[to]
    return first, second
