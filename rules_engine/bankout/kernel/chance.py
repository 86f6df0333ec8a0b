"""Chance by counting, compiled: the twin of ``counting``, number for number."""

from __future__ import annotations

import numpy as np

from rules_engine.bankout import counting
from rules_engine.bankout.kernel.compiling import COMPILED, Cells, compiled
from rules_engine.bankout.kernel.layout import KEYS, NUMBERS_DRAWN

if COMPILED:
    _STEP, _FIRST, _SECOND = np.uint64(counting.STEP), np.uint64(counting.FIRST), np.uint64(counting.SECOND)
    _BY_30, _BY_27, _BY_31, _BY_32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)

    @compiled
    def _mix(value: np.uint64) -> np.uint64:
        value = (value ^ (value >> _BY_30)) * _FIRST
        value = (value ^ (value >> _BY_27)) * _SECOND
        return value ^ (value >> _BY_31)

    @compiled
    def key_of(seed: int, match: int, stream: int) -> int:
        """The key of a stream."""
        run = _mix(np.uint64(seed) + _STEP)
        return np.int64(_mix(_mix(run ^ np.uint64(match)) + np.uint64(stream)))  # type: ignore[return-value]

    @compiled
    def bits(key: int, number: int) -> int:
        """The number at a place of a stream, from 0 to 2 to the 32nd."""
        return np.int64(_mix(np.uint64(key) + np.uint64(number) * _STEP) >> _BY_32)  # type: ignore[return-value]

else:
    key_of, bits = counting.key_of, counting.bits


@compiled
def below(s: Cells, stream: int, limit: int) -> int:
    """A whole number from 0 to ``limit`` - 1 from one of the match's streams."""
    number = s[NUMBERS_DRAWN + stream]
    s[NUMBERS_DRAWN + stream] = number + 1
    return (bits(s[KEYS + stream], number) * limit) >> 32
