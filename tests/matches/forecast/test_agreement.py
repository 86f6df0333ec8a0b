"""Draws by agreement: which pairs could, how many do, and what an event's own rounds say of that."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from matches.forecast.agreement import AGREED, WEIGHT, Agreement, agreement_of, pairs_that_could
from matches.forecast.field import field_of
from matches.forecast.model import Model
from matches.forecast.pairing import Pairs
from matches.forecast.playing import Play, play_round
from matches.forecast.simulation import forecast
from matches.forecast.stage import Stage
from matches.history import Played, RoundPlayed, Scoring
from matches.tables.outcome import BOTH_DREW, FIRST_WON
from tests.matches.forecast.test_simulation import ORDER, stage_of
from tests.matches.lines import line_of

FOURS = tuple("ABCDEFGHIJKLMNOP")


def won(first: str, second: str) -> Played:
    return line_of((first, second), FIRST_WON, (2, 0))


def drew(first: str, second: str) -> Played:
    return line_of((first, second), BOTH_DREW, (0, 0), 3)


def after_two(*third: Played) -> Stage:
    """Sixteen players and a cut to 8 after two of four rounds, in the third of which ``third`` were played."""
    one = tuple(won(FOURS[n], FOURS[n + 8]) for n in range(8))
    two = (
        *(won(FOURS[n], FOURS[n + 4]) for n in range(4)),
        *(won(FOURS[n], FOURS[n + 4]) for n in range(8, 12)),
    )
    rounds = (RoundPlayed(1, one), RoundPlayed(2, two), *([RoundPlayed(3, third)] if third else []))
    return Stage(FOURS, frozenset(FOURS), rounds, 4 - len(rounds), 8, ORDER, agreed_draws=True)


OTHERS = (won("E", "I"), won("F", "J"), won("G", "K"), won("H", "L"), won("M", "N"), won("O", "P"))


def weights(agreement: Agreement | None) -> tuple[float, float]:
    assert agreement
    return agreement.agreed - AGREED * WEIGHT, agreement.played - (1 - AGREED) * WEIGHT


def test_the_rounds_of_an_event_say_how_often_its_players_agree() -> None:
    """With six points and two rounds to go a draw nearly secures A to D."""
    both = after_two(drew("A", "B"), won("C", "D"), *OTHERS)
    assert pairs_that_could(both, 2) == [True, False]
    assert weights(agreement_of(after_two())) == (0, 0)
    assert weights(agreement_of(both)) == pytest.approx((1, 1))
    assert weights(agreement_of(after_two(drew("A", "B"), drew("C", "D"), *OTHERS))) == pytest.approx((2, 0))
    assert agreement_of(msgspec.structs.replace(both, agreed_draws=False)) is None


def test_a_round_that_is_being_played_says_nothing_because_agreed_draws_are_reported_first() -> None:
    now = msgspec.structs.replace(after_two(drew("A", "B"), *OTHERS), open_pairs=(("C", "D"),))
    assert weights(agreement_of(now)) == (0, 0)


@pytest.mark.parametrize(
    ("rounds_after", "agreeing", "draws"), [(1, 1.0, 1.0), (1, 0.0, 0.0), (1, 0.6, 0.6), (2, 1.0, 0.0)]
)
def test_a_pair_that_could_agree_does_as_often_as_its_remainder_says(
    rounds_after: int, agreeing: float, draws: float
) -> None:
    """Nobody else draws here, and nobody agrees with more than one round to come."""
    stage, runs = after_two(), 2_000
    field = field_of(FOURS, stage.playing, stage.rounds, stage.settings, runs=runs, more_rounds=1)
    first, second = (np.tile(np.array(seats), (runs, 1)) for seats in ([0, 2, 4], [1, 3, 8]))
    pairs = Pairs(first, second, np.ones(first.shape, dtype=np.bool_), np.full(runs, len(FOURS)))
    before = field.points.copy()
    model = Model(draw=0.0, close=0.4, leave=(0.0,) * 5)
    play = Play(model, Scoring(), rounds_after, stage.cut, agreeing=np.full(runs, agreeing))
    play_round(field, pairs, play, np.random.default_rng(1))
    drawn = field.points - before == Scoring().draw
    assert drawn[:, :4].mean() == pytest.approx(draws, abs=0.03)
    assert not drawn[:, 4:].any()


def test_remainders_differ_in_how_often_players_agree() -> None:
    drawn = Agreement().draw(20_000, np.random.default_rng(1))
    assert drawn.mean() == pytest.approx(AGREED, abs=0.01)
    assert drawn.std() == pytest.approx((AGREED * (1 - AGREED) / (WEIGHT + 1)) ** 0.5, abs=0.01)


def test_a_leader_whose_opponent_may_want_to_play_is_not_sure_of_the_cut() -> None:
    """Two had won five of seven rounds in melee-23: two draws would have done. They played; one lost twice and was
    out."""
    chances = {row.player: row.chance for row in forecast(stage_of("melee-23", 2), seed=1)}
    assert 0.9 < chances["P077"] < 0.97
