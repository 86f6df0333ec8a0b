"""Players of simulated Bank: one who does anything that is allowed, and one who banks what is worth most."""

from __future__ import annotations

from random import Random

from rules_engine.bank.cards import WORTH
from rules_engine.bank.record.notation import BANK, DISCARD, DRAW, EXCHANGE, NOTHING, PICK, STEAL, THIEF, Token
from rules_engine.bank.turn import Turn


def random_player(turn: Turn, allowed: list[Token], rng: Random) -> Token:
    """Chooses a kind of act first, so that many ways to bank do not crowd out the others."""
    kinds = sorted({token.kind for token in allowed})
    kind = rng.choice(kinds)
    return rng.choice([token for token in allowed if token.kind == kind])


def greedy_player(turn: Turn, allowed: list[Token], rng: Random) -> Token:
    """Takes a discard that completes a trick, banks the most, and gives up what is worth least to the hand."""
    by_kind: dict[int, list[Token]] = {}
    for token in allowed:
        by_kind.setdefault(token.kind, []).append(token)
    if EXCHANGE in by_kind:
        return min(by_kind[EXCHANGE], key=lambda token: WORTH[token.card])
    if STEAL in by_kind:
        return max(by_kind[STEAL], key=lambda token: WORTH[token.card])
    if BANK in by_kind:
        return max(by_kind[BANK], key=lambda token: _gain(turn, token))
    withdrawal = _withdrawal(turn, by_kind)
    if withdrawal is not None:
        return withdrawal
    if DISCARD in by_kind:
        return min(by_kind[DISCARD], key=lambda token: _use(turn, token.card))
    return rng.choice(by_kind.get(THIEF) or by_kind.get(NOTHING) or allowed)


def _withdrawal(turn: Turn, by_kind: dict[int, list[Token]]) -> Token | None:
    """The top discard if it makes a pair at least, else one card from the deck while the hand has none too many."""
    groups, hand = turn.state.groups, turn.player.known
    for token in by_kind.get(PICK, ()):
        if sum(groups[card] == groups[token.card] for card in hand) >= 1:
            return token
    if DRAW in by_kind and not turn.drawn:
        return by_kind[DRAW][0]
    return by_kind[PICK][0] if PICK in by_kind and not turn.withdrew and DRAW not in by_kind else None


def _gain(turn: Turn, token: Token) -> tuple[int, int]:
    """What a bank adds; of equal ones, the one that breaks fewer tricks of the hand."""
    return sum(WORTH[card] for card in token.cards), -sum(_use(turn, card)[0] for card in token.cards[1:])


def _use(turn: Turn, card: int) -> tuple[int, int]:
    """How much a card is worth to the hand: its group's cards first, then its own worth."""
    groups = turn.state.groups
    return sum(groups[other] == groups[card] for other in turn.player.known), WORTH[card]
