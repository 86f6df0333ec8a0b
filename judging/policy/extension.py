"""How many seconds of extra time a table gets, by the policy's ``time`` section."""

from __future__ import annotations

import math

import msgspec

from judging.policy.policy import Policy
from judging.policy.structs import Effect


class Pause(msgspec.Struct, frozen=True, kw_only=True):
    """An interruption; all times in seconds.

    ``left`` is the table's time when the pause began: what was left on the round's clock plus unused extensions; 0
    or less once time was called. ``extended`` is the sum of the match's extensions so far.
    """

    paused: float
    left: float
    extended: int = 0
    deck_check: bool = False
    round_ended_by_penalty: bool = False


class Extension(msgspec.Struct, frozen=True):
    """Extra time in ``seconds``, and the code of the rule that decided it."""

    seconds: int
    reason: str


def extension(policy: Policy, pause: Pause) -> Extension:
    """The extra time for a pause: the smaller of the pause and the time that was left when it began.

    A pause below the threshold gives nothing. The pause is rounded up to the policy's step, in favour of the table,
    and then limited to the second by the time left and the table's cap. A deck check adds its bonus.
    """
    time = policy.time
    if pause.left <= 0:
        return Extension(0, "time_already_called")
    if pause.round_ended_by_penalty:
        return Extension(0, "round_ended_by_penalty")
    if pause.paused < time.extension_threshold_seconds and not pause.deck_check:
        return Extension(0, "below_threshold")
    step = time.extension_round_to_seconds
    rounded = math.ceil(pause.paused / step) * step
    seconds, reason = rounded, "pause"
    if seconds > math.floor(pause.left):
        seconds, reason = math.floor(pause.left), "left_when_pause_began"
    if pause.deck_check:
        seconds += time.deck_check_bonus_seconds
    return _capped(policy, seconds, pause.extended, reason)


def by_hand(policy: Policy, seconds: int, *, left: float, extended: int) -> Extension:
    """The extra time when a judge enters the seconds: the same limits, but no rounding."""
    if left <= 0:
        return Extension(0, "time_already_called")
    return _capped(policy, seconds, extended, "by_hand")


def for_penalty(policy: Policy, effect: Effect, *, left: float, extended: int) -> Extension:
    """The extra time for a time penalty; 0 after time was called, when the penalty is only recorded."""
    if left <= 0 and effect.if_time_already_called == "record_only":
        return Extension(0, "time_already_called")
    return _capped(policy, round(effect.table_extension_minutes * 60), extended, "time_penalty")


def _capped(policy: Policy, seconds: int, extended: int, reason: str) -> Extension:
    room = max(0, policy.time.table_extension_cap_minutes * 60 - extended)
    return Extension(seconds, reason) if seconds <= room else Extension(room, "table_cap")
