"""Which held card a name means, with and without suits, known and unseen (record.md 5.10, and 7 *Suits*)."""

from __future__ import annotations

from rules_engine.bankout import endings
from rules_engine.bankout.cards import HIDDEN, HIDDEN_NO_QUEEN, KING, QUEEN, SUIT_SHIFT
from rules_engine.bankout.holding import find
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import State
from tests.cases import every

DIAMOND, SPADE = (suit << SUIT_SHIFT for suit in (2, 4))


@every(
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
