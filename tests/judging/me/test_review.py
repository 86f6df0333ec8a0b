"""What stands out of a day: chosen by how far the player's chance moved."""

from __future__ import annotations

from judging.me.review import AnalysedMatch, review_of
from rules_engine import games
from rules_engine.play.analysis import ActWorth, Decision, MatchAnalysis

RECORD = games.get("bankout").read('[game "bankout"]\n\nRound 1, A first\nA: 7 9 B\nB: 4 8 B\nA: 2 B\n')
CARDS = frozenset({"7", "9", "4", "8", "2"})


def decision(
    seat: str, turn: int, action: int, chance: float, chosen: str, error: float = 0.01, **acts: float
) -> Decision:
    """``chance`` is the first seat's before it; ``acts`` are the decider's chances after each act."""
    best = max(acts, key=lambda act: acts[act])
    return Decision(
        place=0,
        turn=turn,
        action=action,
        seat=seat,
        chosen=chosen,
        best=best,
        chance=chance,
        loss=acts[best] - acts[chosen],
        error=error,
        money=None,
        acts=tuple(ActWorth(act=act, chance=worth) for act, worth in acts.items()),
    )


def match(*decisions: Decision, seat: str = "A", key: int = 1) -> AnalysedMatch:
    analysis = MatchAnalysis(decisions=decisions, seats=(), runs=100, skipped=0)
    return AnalysedMatch(key, RECORD, seat, analysis, CARDS)


def test_the_best_decision_is_the_one_whose_alternatives_were_worst() -> None:
    small = decision("A", 1, 2, 0.5, "draw", draw=0.52, bank=0.48)
    large = decision("A", 1, 3, 0.5, "bank", draw=0.3, bank=0.6)
    review = review_of([match(small, large)])
    assert review.best is not None
    assert (review.best.decision, review.best.before, review.best.after) == (large, 0.3, 0.6)
    assert review.costliest is None
    assert (review.decisions, review.good) == (2, 2)


def test_the_costliest_is_the_largest_loss_of_the_player_in_any_match() -> None:
    theirs = decision("B", 2, 2, 0.5, "draw", draw=0.1, bank=0.9)
    own = decision("A", 1, 2, 0.5, "draw", draw=0.4, bank=0.5)
    worse = decision("A", 1, 2, 0.5, "draw", draw=0.2, bank=0.5)
    review = review_of([match(own, theirs), match(worse, key=2)])
    assert review.costliest is not None
    assert (review.costliest.match, review.costliest.decision) == (2, worse)
    assert (review.decisions, review.good) == (2, 0)


def test_what_chance_may_have_made_is_neither() -> None:
    loss = decision("A", 1, 2, 0.5, "draw", error=0.2, draw=0.4, bank=0.5)
    gain = decision("A", 1, 3, 0.5, "bank", error=0.2, draw=0.4, bank=0.5)
    review = review_of([match(loss, gain)])
    assert (review.best, review.costliest) == (None, None)


def test_the_luckiest_card_is_the_one_after_which_the_chance_had_risen_most() -> None:
    drew = decision("A", 1, 1, 0.5, "draw", draw=0.5, bank=0.4)
    then = decision("A", 1, 2, 0.8, "bank", draw=0.5, bank=0.8)
    review = review_of([match(drew, then)])
    assert review.luckiest is not None
    assert (review.luckiest.card, review.luckiest.before, review.luckiest.after) == ("7", 0.5, 0.8)


def test_a_card_of_the_other_player_can_be_luck_too_and_counts_the_other_way_round() -> None:
    drew = decision("B", 2, 1, 0.4, "draw", draw=0.6, bank=0.5)
    then = decision("B", 2, 2, 0.7, "bank", draw=0.2, bank=0.3)
    review = review_of([match(drew, then)])
    assert review.luckiest is not None
    assert review.luckiest.card == "4"
    assert round(review.luckiest.before, 6) == 0.4
    assert review.luckiest.after == 0.7
    assert review_of([match(drew, then, seat="B")]).luckiest is None


def test_a_bank_is_no_card() -> None:
    banked = decision("A", 1, 3, 0.5, "bank", draw=0.5, bank=0.5)
    then = decision("B", 2, 2, 0.9, "bank", draw=0.2, bank=0.3)
    assert review_of([match(banked, then)]).luckiest is None


def test_a_day_without_records_has_nothing() -> None:
    assert review_of([]) == (None, None, None, 0, 0)
