"""BO-11.10 against the engine itself: every act and every card tried, for small piles under many rule sets."""

from __future__ import annotations

import pytest

from rules_engine.bankout.odds import from_state
from rules_engine.bankout.odds.numbers import Faces, Levels, Means
from rules_engine.bankout.odds.turn_value import TurnValue
from tests.rules_engine.bankout.odds.cases import best_worth, random_state


def test_faces_is_the_exact_value_of_the_turn(subtests: pytest.Subtests) -> None:
    for seed in range(120):
        with subtests.test(seed=seed):
            state = random_state(seed, 5 if seed < 10 else 4)
            situation = from_state(state)
            turn = TurnValue(situation, Faces(situation), exact=True)
            assert turn.value(turn.root) == best_worth(state)


def test_faces_is_the_exact_chance_to_reach_a_bank(subtests: pytest.Subtests) -> None:
    for seed in range(60):
        with subtests.test(seed=seed):
            state = random_state(seed, 5 if seed < 6 else 4)
            situation = from_state(state)
            goal = situation.bank + (10, 25, 60)[seed % 3]
            turn = TurnValue(situation, Faces(situation, goal), exact=True)
            assert turn.value(turn.root) == best_worth(state, goal)


def test_means_never_exceeds_the_exact_value_and_stays_close(subtests: pytest.Subtests) -> None:
    for seed in range(25):
        with subtests.test(seed=seed):
            situation = from_state(random_state(seed, 8))
            exact, means = (
                TurnValue(situation, Faces(situation)),
                TurnValue(situation, Means(situation, exact=True), exact=True),
            )
            best, found = exact.value(exact.root), means.value(means.root)
            assert found <= best + 1e-9
            assert found >= best * 0.9


def test_levels_is_close_to_the_exact_chance(subtests: pytest.Subtests) -> None:
    for seed in range(25):
        with subtests.test(seed=seed):
            situation = from_state(random_state(seed, 8))
            goal = situation.bank + 40
            exact, levels = TurnValue(situation, Faces(situation, goal)), TurnValue(situation, Levels(situation, goal))
            assert levels.value(levels.root) == pytest.approx(float(exact.value(exact.root)), abs=0.03)
