"""Calls and payments of Liar (BS-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.rules_engine.second_referee_stage.acts import check_copies

if TYPE_CHECKING:
    from tests.rules_engine.second_referee_stage.table import Bank
    from tests.rules_engine.second_referee_stage.turn import Turn


def call(turn: Turn, caller: str) -> None:
    """BS-14, detail 6."""
    table = turn.table
    able = turn.liar and caller not in table.out and table.side[caller] != table.side[turn.seat]
    omitted = able and not turn.broken and turn.omitted()
    if not able or not (turn.broken or omitted):
        turn.add("false_call", "BS-14", seat=caller)
        turn.owes = {"due": False, "refused": True}
        return
    if omitted:
        turn.omission()
    elif table.rules["liar_undo"] == "undone":
        undo(turn)
    turn.broken = False
    own = turn.table.bank_of(turn.seat)
    due = own.pairs > 0 if table.has("go_fish") else own.size > 0
    turn.owes = {"due": due, "refused": False, "place": turn.place, "caller": caller}


def undo(turn: Turn) -> None:
    """17.10: back to just before the first uncalled broken act."""
    assert turn.before
    off = turn.table.off
    old, state = turn.before
    turn.table.__dict__.update(old.__dict__)
    turn.table.off |= off
    turn.state = state
    turn.undone = True


def pay(turn: Turn, rank: int | None) -> None:
    """The card for a good call."""
    owes, table = turn.owes, turn.table
    turn.owes = None
    if owes and owes["refused"]:
        return
    if not owes or not owes["due"]:
        turn.add("payment_not_due", "BS-14")
        return
    own, other = table.bank_of(turn.seat), table.bank_of(owes["caller"])
    count = 2 if table.has("go_fish") else 1
    if rank is None:
        own.uncounted += len(own.known)
        own.known, own.named_pairs = [], []
        own.void()
        own.uncounted -= count
        other.uncounted += count
    elif not pay_named(own, rank, count):
        turn.add("card_not_in_bank", "BS-14")
        return
    else:
        other.known += [rank] * count
    if count == 2:
        own.pairs -= 1
        other.pairs += 1
        other.named_pairs += [rank] if rank else []
    if rank is not None:
        check_copies(turn, [rank])


def pay_named(own: Bank, rank: int, count: int) -> bool:
    """A known card, else a hidden one; whether there is one. A pair is one of those that count as pairs."""
    if own.known.count(rank) + own.hidden < count:
        return False
    if count == 2 and rank in own.named_pairs:
        own.named_pairs.remove(rank)
    elif count == 2 and own.pairs == len(own.named_pairs):
        return False
    for _ in range(count):
        if rank in own.known:
            own.known.remove(rank)
            continue
        if own.uncounted:
            own.void()
            own.uncounted -= 1
            continue
        own.counted -= 1
        own.total -= rank
        if not 2 * own.counted <= own.total <= 10 * own.counted:
            own.void()
    return True
