"""What may be done is what the referee finds nothing wrong with, in every state of games under any rules."""

from __future__ import annotations

from copy import deepcopy
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.bank.cards import HIDDEN, NAMES
from rules_engine.bank.legal import CANNOT, DRAWN
from rules_engine.bank.record.notation import BANK, CLOCK, DRAW, THIEF, TIME, Token, token_of
from rules_engine.bank.simulate.dealer import Dealer
from rules_engine.bank.simulate.players import random_player
from rules_engine.bank.turn import Turn
from rules_engine.bank.turns import judge_token
from tests.forms import LONG, in_form
from tests.rules_engine.bank.games import any_token, random_rules

HERE = 0.4
"""In how many states of a game the gate tries tokens; each takes a copy of the state."""


def is_listed(turn: Turn, allowed: list[Token], token: Token) -> bool:
    """Whether a token is among the allowed ones; its cards may stand in another order."""
    if token.kind not in (BANK, THIEF):
        return token in allowed
    groups, named = turn.state.groups, set(token.cards)
    return len(named) == len(token.cards) and any(
        (one.kind, one.size, one.target, one.wild) == (token.kind, token.size, token.target, token.wild)
        and set(one.cards) == named
        and (one.kind == THIEF or groups[one.cards[0]] == groups[token.cards[0]])
        for one in allowed
    )


def is_clean(turn: Turn, token: Token) -> bool:
    """Whether the referee finds nothing wrong with a token, notes apart."""
    trial = deepcopy(turn)
    before = len(trial.findings.found)
    judge_token(trial, 0, token)
    return all(finding.kind == "note" for finding in trial.findings.found[before:])


def tried(turn: Turn, allowed: list[Token], rng: Random) -> list[Token]:
    """Some tokens: any, some of the allowed ones, and banks and thieves with cards of the hand."""
    hand = sorted(turn.player.known)
    cards = "+".join(NAMES[card] for card in rng.sample(hand, min(len(hand), rng.choice((1, 2, 3, 4)))))
    texts = [any_token(rng), any_token(rng), rng.choice("0~?")]
    if cards:
        texts += [f"B{rng.choice('234')}:{cards}", f"{rng.choice('HW')}>{rng.choice('AB')}:{cards}"]
    return [token_of(text) for text in texts] + rng.sample(allowed, min(len(allowed), 2))


def is_left_to_chance(token: Token) -> bool:
    """Tokens that are not listed one by one: the face of a draw or of a card stolen unseen; and what is no act."""
    return (token.kind == DRAW and token != DRAWN) or token.text == "+?" or token.kind in (TIME, CLOCK)


@given(st.integers(0, 2**32))
@settings(max_examples=in_form(gate=25, long=1000), deadline=None)
def test_legal_equals_checked(seed: int) -> None:
    rng = Random(seed)

    def choose(turn: Turn, allowed: list[Token], rng: Random) -> Token:
        assert not turn.player.hidden
        assert HIDDEN not in turn.state.pile(turn.seat)
        for token in tried(turn, allowed, rng) if LONG or rng.random() < HERE else ():
            if not is_left_to_chance(token) and not (token == CANNOT and turn.declared):
                assert is_listed(turn, allowed, token) == is_clean(turn, token), token.text
        return random_player(turn, allowed, rng)

    players = rng.choice((1, 2, 2, 3, 4))
    Dealer(random_rules(rng), players, rng).play([choose] * players)
