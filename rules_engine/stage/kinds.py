"""The kinds of acts that a recorder has keys for: spaces and the cards that lie there, cards by number."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rules_engine.stage.board import name_of
from rules_engine.stage.cards import NAMES, NUMBERS, STAGE_CARDS
from rules_engine.stage.record.notation import BANK, DISCARD, DRAW, MOVE, PAY, REENTRY, Token, token_of
from rules_engine.stage.state import State
from rules_engine.table import Kind
from rules_engine.text import Text
from rules_engine.text import text as _

_NUMBERS = tuple(NAMES[card] for card in NUMBERS)
_FACES = tuple(NAMES[card] for card in STAGE_CARDS)
_BANK, _DISCARD, _DRAW, _PAY = _("Bank"), _("Discard"), _("Draw"), _("Pay")
_AGAIN = _("Again {space}")
FEW = 8
"""So many spaces have keys of their own; of more, the column comes first."""


def kinds_of(state: State, tokens: Collection[str]) -> list[Kind]:
    """The kinds of which an act may be done; ``tokens`` are those that the acts list."""
    read = [token_of(text) for text in tokens if text]
    return [*_spaces(read), *_cards(state, read)]


def _spaces(tokens: Sequence[Token]) -> Iterator[Kind]:
    """Where a piece may go: on a space that is face down, what lies there; of many spaces, the column first."""
    for kind, mark, label in ((MOVE, "", Text("{space}")), (REENTRY, "^", _AGAIN)):
        for hidden in (True, False):
            places = sorted({token.place for token in tokens if token.kind == kind and bool(token.card) == hidden})
            if len(places) > FEW:
                yield from _columns([name_of(place) for place in places], mark, label, hidden=hidden)
            elif hidden:
                for place in places:
                    name = name_of(place)
                    yield Kind(f"{mark}{name}:", Text(label.text, {"space": name}), (_FACES,))


def _columns(spaces: Sequence[str], mark: str, label: Text, *, hidden: bool) -> Iterator[Kind]:
    for column in sorted({space[0] for space in spaces}):
        rows = tuple(sorted(space[1:] for space in spaces if space[0] == column))
        steps = (rows, _FACES) if hidden else (rows,)
        yield Kind(mark + column, Text(label.text, {"space": column}), steps, joiner=":")


def _cards(state: State, tokens: Sequence[Token]) -> Iterator[Kind]:
    """What may be banked, discarded, drawn or paid: a card that nobody has seen can have any number."""
    kinds = {token.kind for token in tokens}
    if BANK in kinds:
        most = 2 if state.rules.go_fish else min(2, len(state.hand))
        yield Kind("B", _BANK, ((*_NUMBERS, "?"),) * most, listed=False)
    if DISCARD in kinds:
        yield Kind("-", _DISCARD, (_NUMBERS,))
    if DRAW in kinds:
        yield Kind("+", _DRAW, (_NUMBERS,), listed=False)
    if PAY in kinds:
        yield Kind("$", _PAY, (_NUMBERS,), listed=False)
