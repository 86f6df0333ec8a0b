"""The time of an answer about a turn, and its worth beside play by the plan.

Positions are those before each act of matches simulated by *steady* players, so that they are as they come. ``--play``
plays whole turns from the start of a round by the plan and prints the mean with its standard error.

    python -m benchmarks.rules_engine.odds [--positions 200] [--play 2000]
"""

from __future__ import annotations

import argparse
import random
import time
from statistics import mean, quantiles, stdev

from rules_engine.bankout import actions as act
from rules_engine.bankout import engine
from rules_engine.bankout.checking import legal
from rules_engine.bankout.odds import DrawPile, TurnSituation, from_state, plan
from rules_engine.bankout.odds.table import TabledTurn
from rules_engine.bankout.odds.turn_value import Node
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import SimulatedMatch, player
from rules_engine.bankout.state import OPEN, ROUND_OVER, TURN_OVER, State

# By the table as well: the Loot is the mean one there, and mixing it with the real one would favour neither.
STOPS = {act.DRAW: "draw", act.BANK: "bank", act.PLAY_KING: "king"}


def positions(count: int, rules: BankoutRuleSet) -> list[TurnSituation]:
    """Open turns of simulated matches, each at a moment of its own."""
    found: list[TurnSituation] = []
    for seed in range(count):
        seen: list[TurnSituation] = []

        def look(state: State, seen: list[TurnSituation] = seen) -> None:
            if state.phase == OPEN and state.size:
                seen.append(from_state(state))

        SimulatedMatch(rules, (player("steady", rules.format), player("steady", rules.format)), seed, watch=look).play()
        found.append(random.Random(seed).choice(seen))
    return found


def measured(situations: list[TurnSituation]) -> list[float]:
    """CPU seconds of each answer."""
    took = []
    for situation in situations:
        began = time.process_time()
        plan(situation)
        took.append(time.process_time() - began)
    return took


def played(turns: int) -> list[int]:
    """What whole turns from the start of a round without Jokers bring when each act is the plan's best."""
    rules = BankoutRuleSet(jokers=False)
    start = engine.new_match(rules)
    table = TabledTurn(from_state(start))
    return [_turn(start.copy(), random.Random(seed), table) for seed in range(turns)]


def _turn(state: State, chance: random.Random, table: TabledTurn) -> int:
    while state.phase not in _OVER:
        action = max(legal(state), key=lambda action: _worth(state, action, table))
        card = 0
        if action == act.DRAW:
            ranks, weights = zip(*engine.outcomes(state), strict=True)
            card = chance.choices(ranks, weights)[0]
        engine.step(state, action, card)
    return state.gained


def _worth(state: State, action: int, table: TabledTurn) -> float:
    """What an act is worth by the table, from here on."""
    if state.phase == OPEN and action in STOPS:
        return float(table.options(_node(state)).get(STOPS[action], -1))
    after = state.copy()
    engine.step(after, action)
    if after.phase in _OVER:
        return 0.0
    if after.phase == OPEN:
        return float(table.value(_node(after)))
    return max(_worth(after, further, table) for further in legal(after))


def _node(state: State) -> Node:
    """The state as the table counts it; its Loot is the mean one of as many numbers, and no reshuffle follows."""
    here = from_state(state)
    pile = here.pile if state.size else DrawPile()
    unseen = (pile.jacks, pile.aces, pile.queens, pile.kings, pile.jokers)
    return (pile.number_count,), unseen, (here.queens, here.kings, here.jokers), here.jacks, here.latent


_OVER = (TURN_OVER, ROUND_OVER)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--play", type=int, default=0)
    asked = parser.parse_args()
    for name, rules in (("Bankout, Jokers", BankoutRuleSet()), ("Blitz, no Jokers", BankoutRuleSet(jokers=False))):
        took = measured(positions(asked.positions, rules))
        tenths = quantiles(took, n=10)
        figures = f"median {tenths[4]:.3f} s, nine of ten {tenths[8]:.3f}, worst {max(took):.3f}"
        print(f"{name}: {len(took)} positions, {figures}")
    if asked.play:
        gains = played(asked.play)
        print(f"{asked.play} turns by the plan: ${mean(gains):.2f} ± {stdev(gains) / len(gains) ** 0.5:.2f}")


if __name__ == "__main__":
    main()
