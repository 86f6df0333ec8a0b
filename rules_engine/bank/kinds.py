"""The kinds of acts that a recorder has keys for: whether one of each may come next, whatever the hand hides."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import structs

from rules_engine.bank import banking, thieving, tricks
from rules_engine.bank.cards import RANKS, SUITS
from rules_engine.bank.record.notation import SEATS
from rules_engine.bank.thieving import LONGEST, SHORTEST
from rules_engine.bank.turn import Turn
from rules_engine.bank.withdrawing import is_due
from rules_engine.table import Kind
from rules_engine.text import PlayerAt, Text
from rules_engine.text import text as _

_TRICKS = {2: _("Pair"), 3: _("Trio"), 4: _("Quad")}
_DRAW, _TAKE, _DISCARD, _EXCHANGE, _STEAL = _("Draw"), _("Take"), _("Discard"), _("Exchange"), _("Steal")
_THIEF_HAND, _THIEF_BANK = _("Thief: hand"), _("Thief: bank")
_SUITS = tuple(SUITS)


def kinds_of(turn: Turn, allowed: Collection[str]) -> list[Kind]:
    """The kinds that the rules have, in one order in every state; ``allowed`` are the tokens that the acts list."""
    found = (*_plain(turn, allowed), *_banks(turn, allowed), *_thieves(turn, allowed))
    return [structs.replace(kind, kept=True) for kind in found]


def _plain(turn: Turn, allowed: Collection[str]) -> Iterator[Kind]:
    """What happens with one card."""
    rules = turn.state.rules
    has_thieves = rules.thieves != "none" and len(turn.state.players) > 1
    for mark, label, has in (
        ("", _DRAW, True),
        ("<", _TAKE, True),
        ("-", _DISCARD, True),
        ("/", _EXCHANGE, bool(turn.state.limit)),
        ("+", _STEAL, has_thieves),
    ):
        if has:
            yield _with_listed(Kind(mark, label, (RANKS,), suits=_SUITS), allowed)


def _with_listed(kind: Kind, allowed: Collection[str]) -> Kind:
    """A kind of which each act that may be done is listed."""
    return structs.replace(kind, allowed=any(kind.entries(token) for token in allowed))


def _banks(turn: Turn, allowed: Collection[str]) -> Iterator[Kind]:
    rules = turn.state.rules
    for size, name in tricks.NAMES.items():
        if name not in rules.tricks:
            continue
        counts = tricks.counts(rules, size)
        kind = Kind(f"B{size}:", _TRICKS[size], (RANKS,) * counts[-1], counts[0], suits=_SUITS)
        may = _is_open(turn) and not is_due(turn) and banking.may_bank(turn, size)
        yield _in_any_order(kind, turn, allowed, may=may)


def _thieves(turn: Turn, allowed: Collection[str]) -> Iterator[Kind]:
    state, rules = turn.state, turn.state.rules
    others = [seat for seat in range(len(state.players)) if seat != turn.seat]
    for wild, place, label, own in ((False, "H", _THIEF_HAND, "thieves"), (True, "W", _THIEF_BANK, "wild")):
        for target in others if rules.thieves in ("both", own) else ():
            text = label if len(others) == 1 else _of(label, target)
            kind = Kind(f"{place}>{SEATS[target]}:", text, (RANKS,) * LONGEST, SHORTEST, suits=_SUITS)
            may = _is_open(turn) and thieving.may_play(turn, target, wild=wild)
            yield _in_any_order(kind, turn, allowed, may=may)


def _of(label: Text, target: int) -> Text:
    return Text("{thief}, {player}", {"thief": label, "player": PlayerAt(SEATS[target])})


def _in_any_order(kind: Kind, turn: Turn, allowed: Collection[str], *, may: bool) -> Kind:
    """A kind whose cards are listed in one order only; ``may`` is whether unseen cards can make such an act."""
    known = _with_listed(kind, allowed).allowed
    return structs.replace(kind, allowed=known or (may and turn.player.hidden > 0), listed=False)


def _is_open(turn: Turn) -> bool:
    """Whether the turn goes on, and owes no card of a box or a thief."""
    return not (turn.discarded or turn.ended or (turn.run is not None and turn.run.due))
