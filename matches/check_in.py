"""Check-in: the code that a player shows at the desk, and the time in which players check themselves in. Pure.

A code is made of digits alone, so that a scanner that types gives the same on every keyboard: six digits that nobody
can guess, one for what the number is of, and the number.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from math import ceil

from rules_engine.whole_numbers import whole_number

CHECK_DIGITS = 6
LONGEST = 24
A_DAY = timedelta(days=1)


class Holder(StrEnum):
    """What a code's number is of."""

    ENTRY = "1"
    SIGN_UP = "2"


@dataclass(frozen=True, slots=True)
class ReadCode:
    """What a code says, and its check digits, which are still to be compared."""

    holder: Holder
    number: int
    check: str


def code_of(secret: bytes, holder: Holder, number: int) -> str:
    """The code of a player or a sign-up. ``secret`` is the site's."""
    return f"{_check(secret, holder, number)}{holder.value}{number}"


def read_code(text: str) -> ReadCode | None:
    """What a code says, or None for a text that is not a code. Spaces and dashes are ignored."""
    digits = "".join(text.split()).replace("-", "")
    if len(digits) > LONGEST:
        return None
    number = whole_number(digits[CHECK_DIGITS + 1 :])
    kind = digits[CHECK_DIGITS : CHECK_DIGITS + 1]
    if number is None or kind not in tuple(Holder):
        return None
    return ReadCode(Holder(kind), number, digits[:CHECK_DIGITS])


def is_genuine(secret: bytes, code: ReadCode) -> bool:
    """Whether the check digits are those of the number."""
    return hmac.compare_digest(code.check, _check(secret, code.holder, code.number))


def _check(secret: bytes, holder: Holder, number: int) -> str:
    digest = hmac.digest(secret, f"check-in:{holder.value}:{number}".encode(), hashlib.sha256)
    return f"{int.from_bytes(digest[:8], 'big') % 10**CHECK_DIGITS:0{CHECK_DIGITS}d}"


class Window(StrEnum):
    """Where a moment lies in the time in which players check themselves in."""

    UNKNOWN = "unknown"
    EARLY = "early"
    OPEN = "open"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class OwnCheckIn:
    """From when to when players check themselves in; None where the start of the event is not known."""

    opens: datetime | None
    closes: datetime | None

    def at(self, now: datetime) -> Window:
        """Where ``now`` lies."""
        if self.opens is None or self.closes is None:
            return Window.UNKNOWN
        if now < self.opens:
            return Window.EARLY
        return Window.OPEN if now < self.closes else Window.LATE

    def seconds_to_change(self, now: datetime) -> int | None:
        """In how many seconds ``at`` says something else; None if that is over, or not within a day."""
        edges = [edge for edge in (self.opens, self.closes) if edge is not None and now < edge <= now + A_DAY]
        return ceil((min(edges) - now).total_seconds()) if edges else None


def own_check_in(start: datetime | None, opens: int, closes: int) -> OwnCheckIn:
    """The time in which players check themselves in: minutes before the start of the event."""
    if start is None:
        return OwnCheckIn(None, None)
    return OwnCheckIn(_before(start, opens), _before(start, closes))


def _before(start: datetime, minutes: int) -> datetime:
    """So many minutes that pass before a moment, also where its clock is put forward or back in between."""
    return (start.astimezone(UTC) - timedelta(minutes=minutes)).astimezone(start.tzinfo)
