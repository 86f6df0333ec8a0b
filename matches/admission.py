"""Admission to an event: who is in, who waits, and which acts a sign-up still allows.

Admission is kept apart from play: what a person does once they are in is ``EntryStatus``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class State(StrEnum):
    """Where a sign-up stands. Only one that is confirmed has an entry. Who is invited has not answered, and takes
    neither a place nor one on the waiting list.
    """

    INVITED = "invited"
    PENDING = "pending"
    WAITING = "waiting"
    CONFIRMED = "confirmed"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class Act(StrEnum):
    """What may become of a sign-up."""

    JOIN = "join"
    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    RESTORE = "restore"


_FROM: Mapping[Act, frozenset[State]] = {
    Act.JOIN: frozenset({State.INVITED}),
    Act.ACCEPT: frozenset({State.INVITED, State.PENDING, State.WAITING}),
    Act.DECLINE: frozenset({State.INVITED, State.PENDING, State.WAITING, State.CONFIRMED}),
    Act.WITHDRAW: frozenset({State.INVITED, State.PENDING, State.WAITING, State.CONFIRMED}),
    Act.RESTORE: frozenset({State.DECLINED, State.WITHDRAWN}),
}
OPEN = frozenset({State.PENDING, State.WAITING})
"""The states of those who are not in yet and want to be."""


def may(act: Act, state: str) -> bool:
    """Whether the act is possible in this state."""
    return State(state) in _FROM[act]


def places_left(capacity: int | None, taken: int) -> int | None:
    """How many can still get in; None where the event has no limit. More than the capacity may be in already."""
    return None if capacity is None else max(0, capacity - taken)


def on_sign_up(*, approval: bool, left: int | None, waiting: int) -> State:
    """The state of a new sign-up: nobody gets in past those who wait."""
    if approval:
        return State.PENDING
    return on_acceptance(left=left, waiting=waiting)


def on_acceptance(*, left: int | None, waiting: int) -> State:
    """The state of a sign-up that is accepted: in while there is a place that nobody waits for, else on the list."""
    return State.CONFIRMED if left is None or left > waiting else State.WAITING


def moving_up(*, left: int | None, waiting: int) -> int:
    """How many of the waiting list get in now."""
    return waiting if left is None else min(left, waiting)
