"""The engine's laws: legal is what check passes, apply leaves its state alone, cards and money are conserved."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules_engine.bankout import actions as act
from rules_engine.bankout import dealing, endings, engine
from rules_engine.bankout.cards import HIDDEN, JOKER, RANK_BITS
from rules_engine.bankout.engine import IllegalActionError
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import EFFECT, ROUND_OVER, TRIGGER, TURN_OVER, State
from tests.rules_engine.bankout.tables import JACK, table
from tests.rules_engine.play import choose, deal, random_rules

EVERY_ACTION = act.all_actions((12, 13, 15, 12 | 16, 13 | 32))


def states(seed: int, steps: int = 400) -> list[State]:
    """The states of a random match under random rules, in order, each a copy."""
    rng = Random(seed)
    state = engine.new_match(random_rules(rng), rng.randrange(2))
    seen = [state.copy()]
    while len(seen) < steps:
        if state.phase < TURN_OVER:
            action = choose(state, rng)
            engine.step(state, action, deal(state, rng) if action == act.DRAW else HIDDEN)
        elif state.phase == ROUND_OVER:
            if engine.next_round_number(state) is None:
                break
            engine.next_round(state, rng.randrange(2) if engine.next_starter(state) is None else None)
        else:
            engine.next_turn(state)
        seen.append(state.copy())
    return seen


def test_legal_is_everything_that_check_passes(subtests: pytest.Subtests) -> None:
    for seed in range(40):
        with subtests.test(seed=seed):
            for state in states(seed):
                held = tuple(dict.fromkeys(state.hands[state.seat]))
                universe = act.all_actions(held)
                assert engine.legal(state) == [action for action in universe if not engine.check(state, action)]
                assert (engine.legal(state) == []) is (state.phase >= TURN_OVER)
                for action in EVERY_ACTION:
                    for violation in engine.check(state, action):
                        assert violation.code
                        assert violation.rule.startswith("BO-")


def test_cards_are_conserved(subtests: pytest.Subtests) -> None:
    for seed in range(40):
        with subtests.test(seed=seed):
            for state in states(seed):
                deck = Counter({rank: count for rank, count in enumerate(state.counts) if count})
                pending = [state.pending] if state.phase in (EFFECT, TRIGGER) else []
                lying = [*state.pile, *state.cues, *state.old_cues[0], *state.old_cues[1], *pending]
                seen = deck + Counter(card & RANK_BITS for card in [*lying, *state.hands[0], *state.hands[1]])
                whole = state.copy()
                dealing.new_deck(whole)
                assert seen == Counter({rank: count for rank, count in enumerate(whole.counts) if count})
                assert state.size == sum(state.counts)


def test_money_banked_in_blitz_is_the_pot(subtests: pytest.Subtests) -> None:
    for seed in range(60):
        with subtests.test(seed=seed):
            rng = Random(seed)
            rules = BankoutRuleSet(format="blitz", edition=rng.choice(("guide", "complete")))
            state, banked = engine.new_match(rules), 0
            while engine.next_round_number(state) is not None or state.phase != ROUND_OVER:
                if state.phase == ROUND_OVER:
                    engine.next_round(state)
                elif state.phase == TURN_OVER:
                    engine.next_turn(state)
                else:
                    action = choose(state, rng)
                    engine.step(state, action, deal(state, rng) if action == act.DRAW else HIDDEN)
                    if state.phase >= TURN_OVER and not state.sudden_death:
                        banked += state.gained
            assert state.pot == banked > 0
            assert sum(endings.grand_totals(state)) == banked  # a swap moves money, it makes none


def test_apply_leaves_its_state_alone_and_refuses_what_check_refuses() -> None:
    for state in states(7, 150):
        before = state.copy()
        for action in engine.legal(state):
            card = engine.outcomes(state)[0][0] if action == act.DRAW else HIDDEN
            after, _ = engine.apply(state, action, card)
            assert state == before
            assert after is not state
            again = state.copy()
            engine.step(again, action, card)
            assert again == after
        for action in set(EVERY_ACTION) - set(engine.legal(state)):
            if engine.check(state, action):
                with pytest.raises(IllegalActionError):
                    engine.apply(state, action)


def test_a_copy_shares_nothing_that_changes() -> None:
    state = table(jacks=1, latent=1, hand="Q K", other_hand="X", banks=(5, 6), number=3)
    other = state.copy()
    for name in state.__slots__:
        value = getattr(other, name)
        if isinstance(value, list | set):
            assert value is not getattr(state, name)
    other.hands[0].append(JOKER)
    other.old_cues[1].append(JACK)
    assert state.hands[0] != other.hands[0]
    assert state.old_cues[1] == []


def test_outcomes_are_the_cards_that_a_draw_can_turn_over() -> None:
    state = engine.new_match(BankoutRuleSet())
    assert sum(copies for _, copies in engine.outcomes(state)) == 52
    state.counts, state.size, state.pile = [0] * 16, 0, [5, 5, 9]
    assert engine.outcomes(state) == [(5, 2), (9, 1)]
    engine.step(state, act.DRAW, 9)
    assert (state.size, state.loot, state.pile) == (2, 9, [9])


def test_a_bankout_round_needs_the_target_and_a_match_two_rounds() -> None:
    state = table(loot=999)
    engine.step(state, act.BANK)
    assert state.phase == TURN_OVER
    state = table(loot=1000)
    events = engine.step(state, act.BANK)
    assert [event.kind for event in events] == ["turn_over", "round_over"]
    assert (state.phase, state.wins, state.round_winner) == (ROUND_OVER, [1, 0], 0)
    engine.next_round(state)
    assert (state.round, state.first, state.banks, state.totals) == (2, 1, [0, 0], [1000, 0])
    state.loot, state.seat = 1000, 0
    engine.step(state, act.BANK)
    assert (state.status, state.winner, state.decided_by) == ("complete", 0, "rounds")
    with pytest.raises(ValueError, match="No round may follow"):
        engine.next_round(state)


def test_with_the_seeding_edge_the_winner_must_be_asked() -> None:
    state = table(BankoutRuleSet(variants=frozenset({"seeding_edge"})), loot=1000)
    engine.step(state, act.BANK)
    assert engine.next_starter(state) is None
    with pytest.raises(ValueError, match=r"BO-8\.4"):
        engine.next_round(state)
    engine.next_round(state, 0)
    assert state.first == 0
