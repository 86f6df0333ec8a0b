"""Which held card a name means, with and without suits, known and unseen (record.md 5.10, and 7 *Suits*)."""

from __future__ import annotations

import pytest

from rules_engine.bankout import endings, resolving
from rules_engine.bankout.cards import HIDDEN, HIDDEN_NO_QUEEN, KING, QUEEN, SUIT_SHIFT
from rules_engine.bankout.holding import find
from rules_engine.bankout.odds.situation import DrawPile, TurnSituation
from rules_engine.bankout.referee.findings import Findings
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import OVER_HAND, State

DIAMOND, SPADE = (suit << SUIT_SHIFT for suit in (2, 4))


@pytest.mark.parametrize(
    ("hand", "named", "place"),
    [
        ([QUEEN | DIAMOND, QUEEN], QUEEN, 0),  # without a suit the oldest of its rank, suited or not
        ([QUEEN, QUEEN | DIAMOND], QUEEN, 0),
        ([KING, QUEEN | SPADE], QUEEN, 1),
        ([QUEEN, QUEEN | DIAMOND], QUEEN | DIAMOND, 1),  # with one that very card
        ([QUEEN | DIAMOND, QUEEN], QUEEN | SPADE, 1),  # else one whose suit is not known
        ([QUEEN | DIAMOND, KING], QUEEN | SPADE, -1),
        ([HIDDEN, QUEEN | DIAMOND], QUEEN, 1),  # a known card before an unseen one
        ([HIDDEN_NO_QUEEN, HIDDEN], QUEEN, 1),
        ([HIDDEN, HIDDEN_NO_QUEEN], KING, 1),
    ],
)
def test_which_card_a_name_means(hand: list[int], named: int, place: int) -> None:
    state = State(BankoutRuleSet())
    endings.begin_round(state, 1, 0)
    state.hands[0] = hand
    assert find(state, 0, named) == place


class ThreeInHand(BankoutRuleSet):
    """A variant: three cards may be held."""

    hand_limit = 3


@pytest.mark.parametrize(("rules", "most"), [(BankoutRuleSet(), 2), (ThreeInHand(), 3)])
def test_the_hand_limit_is_one_value_of_the_rules(rules: BankoutRuleSet, most: int) -> None:
    state = State(rules)
    endings.begin_round(state, 1, 0)
    for held in range(1, most + 2):
        resolving.to_hand(state, QUEEN)
        assert (state.phase == OVER_HAND) is (held > most)
    assert TurnSituation(DrawPile((1,) * 9, 1, 1, 0, 1), queens=most, rules=rules).queens == most
    findings = Findings(rules)
    findings.add("over_hand", "BO-3.3", None, "A")
    (finding,) = findings.in_order()
    assert f"more than {('two', 'three')[most - 2]} cards" in str(finding.message)
