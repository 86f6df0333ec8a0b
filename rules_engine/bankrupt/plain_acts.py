"""The tokens of a round with their seats, read once: those that players repeat are kept."""

from __future__ import annotations

from rules_engine.bankrupt.notation import UPTURNED, Token, token_of
from rules_engine.record import SEATS, Turn

_PLACE = {seat: place for place, seat in enumerate(SEATS)}
MOST_KEPT = 4096
"""Acts kept for each seat: more than two shown cards, an offer and a word can be written in."""

Acts = list[tuple[int, Token]]
_ACTS: dict[str, dict[str, tuple[int, Token]]] = {seat: {} for seat in SEATS}


def acts_of(turns: tuple[Turn, ...]) -> Acts | None:
    """The tokens of a round with their seats; None if one is no plain act, or a claim is made before the last one."""
    acts: Acts = []
    for number, turn in enumerate(turns, 1):
        if turn.claim and number < len(turns):
            return None
        known = _ACTS[turn.seat]
        for text in turn.actions:
            act = known.get(text) or _act_of(known, turn.seat, text)
            if act is None:
                return None
            acts.append(act)
    return acts


def _act_of(known: dict[str, tuple[int, Token]], seat: str, text: str) -> tuple[int, Token] | None:
    """A plain act that was not met before; those that players repeat are kept."""
    token = token_of(text)
    if token.kind >= UPTURNED:
        return None
    act = _PLACE[seat], token
    if len(known) < MOST_KEPT:
        known[text] = act
    return act
