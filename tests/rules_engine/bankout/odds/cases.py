"""Situations for the odds' tests, as engine states and as counts, so that each can be held against the other."""

from __future__ import annotations

import random
from fractions import Fraction

from rules_engine.bankout import actions as act
from rules_engine.bankout import endings, engine
from rules_engine.bankout.cards import ACE, JACK, JOKER, KING, QUEEN, RANKS
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import ANSWER, TURN_OVER, State

RULE_SETS = (
    BankoutRuleSet(),
    BankoutRuleSet(edition="complete"),
    BankoutRuleSet(edition="complete", latent_trigger="on_alert_change"),
    BankoutRuleSet(auto_queen_order="before"),
    BankoutRuleSet(edition="complete", auto_queen_order="after"),
    BankoutRuleSet(wild_queen_window=False),
    BankoutRuleSet(third_jack_window=False),
    BankoutRuleSet(king_window=True),
    BankoutRuleSet(edition="complete", king_window=True, wild_queen_window=False),
    BankoutRuleSet(king_window=True, third_jack_window=False),
    BankoutRuleSet(format="blitz", deck_out="immediate"),
    BankoutRuleSet(format="blitz", edition="complete"),
)


def state_with(
    rules: BankoutRuleSet,
    round_number: int,
    counts: dict[int, int],
    hand: tuple[int, ...] = (),
    loot: int = 0,
    jacks: int = 0,
    latent: int = 0,
    banks: tuple[int, int] = (0, 0),
) -> State:
    """Seat A's turn in the middle: the draw pile is exactly ``counts``, the opponent holds nothing."""
    state = State(rules)
    endings.begin_round(state, round_number, 0)
    state.counts = [counts.get(rank, 0) for rank in range(RANKS)]
    state.size = sum(state.counts)
    state.hands[0] = list(hand)
    state.loot, state.jacks, state.latent = loot, jacks, latent
    state.cues = [JACK] * jacks + [ACE] * latent
    state.banks = list(banks)
    return state


def random_state(seed: int, cards: int) -> State:
    """A turn in the middle with a pile of a few cards, under one of the rule sets, in one of the rounds."""
    chance = random.Random(seed)
    rules = chance.choice(RULE_SETS)
    round_number = chance.choice((1, 2, 3))
    ranks = [chance.choice((2, 3, 5, 10, JACK, JACK, ACE, ACE, QUEEN, KING)) for _ in range(cards)]
    if round_number > 1:
        ranks[0] = chance.choice((ranks[0], JOKER))
    held = (QUEEN, QUEEN, KING) + ((JOKER, JOKER) if round_number == 3 else ())
    hand = tuple(chance.sample(held, chance.randrange(3)))
    jacks = chance.randrange(3)
    latent = chance.randrange(3)
    banks = chance.choice(((0, 0), (5, 40), (40, 5)))
    counts = {rank: ranks.count(rank) for rank in set(ranks)}
    return state_with(rules, round_number, counts, hand, chance.randrange(30), jacks, latent, banks)


def best_worth(state: State, goal: int | None = None) -> Fraction:
    """The worth of best play, by trying every act and every card in the engine itself. A swap is never answered."""
    return _best(state, state.seat, state.banks[state.seat], goal)


def _best(state: State, seat: int, bank: int, goal: int | None) -> Fraction:
    if state.phase == ANSWER:
        state, _events = engine.apply(state, act.PASS)
    if state.phase >= TURN_OVER:
        return Fraction(state.banks[seat] - bank if goal is None else int(state.banks[seat] >= goal))
    found = []
    for action in engine.legal(state):
        if action == act.DRAW:
            found += [_drawn(state, seat, bank, goal)] if state.size else []
        else:
            found.append(_best(engine.apply(state, action)[0], seat, bank, goal))
    return max(found)


def _drawn(state: State, seat: int, bank: int, goal: int | None) -> Fraction:
    return sum(
        (
            Fraction(copies, state.size) * _best(engine.apply(state, act.DRAW, card)[0], seat, bank, goal)
            for card, copies in engine.outcomes(state)
        ),
        Fraction(0),
    )
