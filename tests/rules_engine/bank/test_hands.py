"""What a spectator takes a hidden hand to hold."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules_engine import read_record
from rules_engine.bank.cards import DECK, NAMES, RANK, WORTH
from rules_engine.bank.replay import standing
from rules_engine.bank.simulate.chances import public
from rules_engine.bank.simulate.hands import likely_hand, signs
from rules_engine.bank.state import UNSEEN, State
from rules_engine.record import GameRecord


def record_of(*lines: str, head: str = '[preset "simple"]') -> GameRecord:
    return public(read_record("\n".join(['[game "bank"]', head, "", "Round 1, A first", *lines])))


def hands_of(record: GameRecord, seat: int, times: int = 40) -> list[list[int]]:
    """Hands that a seat may hold, as they are dealt."""
    found = []
    for number in range(times):
        state: State = standing(record)
        pool = [card for card in DECK if state.where[card] == UNSEEN]
        Random(number).shuffle(pool)
        known = set(state.players[seat].known)
        found.append([*known, *likely_hand(state, seat, signs(record, state)[seat], [], pool)])
        assert len(found[-1]) == len(set(found[-1])) == state.players[seat].hand
    return found


def test_whoever_banks_nothing_holds_no_pair_and_nothing_cheaper_than_the_discard() -> None:
    for hand in hands_of(record_of("A: ? -8c"), 0):
        assert len({RANK[card] for card in hand}) == len(hand)
        assert min(WORTH[card] for card in hand) >= 8
    free = hands_of(record_of("A: ? -8c", "B: ? B2:Kh -4c"), 1)
    assert any(len({RANK[card] for card in hand}) < len(hand) for hand in free)
    assert any(min(WORTH[card] for card in hand) < 8 for hand in free)


@pytest.mark.parametrize(
    ("turns", "stay"),
    [
        (("A: ? B2:Kh -4c",), 1),
        (("A: ? B3:Kh+Qs -4c",), 2),
        (("A: ? B2:Kh -Ks",), 0),
        (("A: ? B2:Kh -4c", "B: ? -5c", "A: ? B2:Kd -6c"), 1),
    ],
)
def test_the_rest_of_a_trick_stays_in_the_hand(turns: tuple[str, ...], stay: int) -> None:
    """BK-2.6 and 2.7: a pair banks one of its cards, a trio one and any other."""
    kings = [sum(NAMES[card][0] == "K" for card in hand) for hand in hands_of(record_of(*turns), 0)]
    assert min(kings) == stay


def test_a_stolen_hand_shows_nothing_of_a_trick() -> None:
    record = record_of("A: ? B2:Kh -4c", "B: ? H>A:5c+6d+7h +? -8c", head='[thieves "both"]')
    own, thief = signs(record, standing(record))
    assert not +own.kept
    assert (+thief.kept, thief.has_none, thief.last_discard) == (Counter(), True, 8)
