"""The cards that a spectator of Bankrupt deals anew."""

from __future__ import annotations

from random import Random

from benchmarks.rules_engine.chances import cut
from rules_engine import games
from rules_engine.bankrupt.replay import standing
from rules_engine.bankrupt.simulate.chances import COPIES, deck_at, likely_hand
from rules_engine.play.simulation import SimulationRun
from rules_engine.record import GameRecord

BANKRUPT = games.get("bankrupt")
FULL = [rank for rank in range(13) for _card in range(COPIES)]


def moments(seed: int) -> list[GameRecord]:
    """A game of nine players, cut after each of its tokens."""
    assert BANKRUPT.simulation is not None
    run = SimulationRun(BANKRUPT.rule_set({"round_cap": 10, "fewest": 3}), ("careful",) * 9, seed=seed)
    record = BANKRUPT.simulation.record(run)
    length = sum(len(turn.actions) for played in record.rounds for turn in played.turns)
    return [cut(record, tokens) for tokens in range(1, length)]


def test_no_card_is_lost() -> None:
    """BR-5: used cards follow once the deck is out."""
    used = 0
    for seed in range(3):
        for record in moments(seed)[::3]:
            state = standing(record)
            deck = deck_at(state, Random(seed))
            under_way = state.round is not None and not state.round.decided
            shown = state.round.shown.values() if state.round is not None and under_way else ()
            held = [rank for hand, _act in shown for rank in (hand.high, hand.low) if rank >= 0]
            used = max(used, len(deck.used))
            drawn = [deck.draw() for _card in range(len(FULL) - len(held))]
            assert sorted([*drawn, *held]) == FULL
    assert used >= 18


def test_the_last_two_cards_may_be_a_hand() -> None:
    deck = deck_at(standing(moments(0)[0]), Random(0))
    deck.cards, deck.used = [2, 3], []
    assert sorted(likely_hand(deck, holds=True)) == [2, 3]
