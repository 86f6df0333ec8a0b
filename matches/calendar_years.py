"""The years in which an event can be. Pure.

Further away there are no moments to count with: a year before 1000 has no four digits, and one near 9999 no day after.
"""

from __future__ import annotations

FIRST, LAST = 1900, 2200


def is_possible(year: int) -> bool:
    """Whether an event, or a line of its schedule, can be in this year."""
    return FIRST <= year <= LAST
