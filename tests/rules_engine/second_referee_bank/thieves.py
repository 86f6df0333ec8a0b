"""Thieves, and what they steal (BK-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.rules_engine.second_referee_bank import words

if TYPE_CHECKING:
    from tests.rules_engine.second_referee_bank.turn import Turn


def play(turn: Turn, content: tuple[str, str, list[str]]) -> None:
    """A straight is discarded to steal cards."""
    kind, victim, names = content
    wrong = refusal(turn, kind, victim, names)
    if wrong:
        turn.refuse(*wrong)
        turn.run = {"kind": "steal", "skip": True}
        return
    table, seat = turn.table, turn.seat
    for name in names:
        table.from_hand(seat, name)
        table.to_pile(seat, name)
    due = min(len(names) - 2, within_reach(turn, kind, victim))
    turn.run = {
        "kind": "steal",
        "skip": False,
        "due": due,
        "from": victim,
        "bank": kind == "W",
        "place": turn.place,
    }


def within_reach(turn: Turn, kind: str, victim: str) -> int:
    """How many cards can be stolen."""
    return len(turn.table.bank[victim]) if kind == "W" else turn.table.size(victim)


def refusal(turn: Turn, kind: str, victim: str, names: list[str]) -> tuple[str, str] | None:
    """The first that applies of: in play, target, straight, colour, kind, cards, victim, hand."""
    rules, table = turn.rules, turn.table
    if rules["thieves"] not in ("both", "thieves" if kind == "H" else "wild"):
        return "thief_not_in_play", "BK-1.9"
    if victim == turn.seat or victim not in table.seats:
        return "thief_target", "BK-3.1"
    if not words.is_straight(names, rules["ace_straight"]):
        return "not_a_straight", "BK-3.1"
    if kind == "W" and not words.one_colour(names):
        return "not_one_colour", "BK-3.2"
    to_bank = rules["thieves"] == "both" and rules["both_kind"] == "bank"
    if kind == "H" and to_bank and words.one_colour(names):
        return "thief_kind", "BK-6.19"
    if not table.may_hold(turn.seat, names):
        return "card_not_in_hand", "BK-3.1"
    there, wanted = within_reach(turn, kind, victim), len(names) - 2
    if not there or (rules["victim_short"] == "refuse" and there < wanted):
        return "victim_short", "BK-6.9"
    if rules["thief_order"] == "steal_first" and table.size(turn.seat) + min(there, wanted) > 10:
        return "hand_full", "BK-6.7"
    return None


def steal(turn: Turn, name: str | None) -> None:
    """A stolen card, named or not."""
    run, table = turn.run, turn.table
    if run and run["skip"]:
        return
    if not run or not run["due"]:
        turn.refuse("needless_steal", "BK-3.1")
        return
    victim = run["from"]
    if run["bank"]:
        steal_from_bank(turn, victim, name)
    elif name is None:
        table.hide(victim)
        table.hidden[victim] -= 1
        table.hidden[turn.seat] += 1
        run["due"] -= 1
    elif not table.may_hold(victim, [name]):
        turn.refuse("card_not_in_hand", "BK-3.2")
    else:
        table.from_hand(victim, name)
        table.to_hand(turn.seat, name)
        run["due"] -= 1


def steal_from_bank(turn: Turn, victim: str, name: str | None) -> None:
    """A bank is known to the sheet (7.7)."""
    assert turn.run
    bank = turn.table.bank[victim]
    if name is None:
        turn.refuse("card_unnamed", "BK-3.2")
        name = bank[0]
    if name not in bank:
        turn.refuse("card_not_in_bank", "BK-3.2")
        return
    bank.remove(name)
    turn.table.to_hand(turn.seat, name)
    turn.run["due"] -= 1
