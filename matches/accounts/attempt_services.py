"""Slows down who guesses passwords: attempts that fail are counted, and further ones have to wait.

axes pauses one name at one address after eight failures. Counted here are many names from one address, one name from
many addresses, and guesses at the current password of a signed-in account. Two do not wait for what others do: a name
that has signed in from the same address before, so that a hall behind one address is not locked out by one guesser; and
a name on a device that has signed in with it before (``known_device_queries``), wherever it is. It has a limit
of its own. What one address may not try any more does not count against the name, so that a guesser at one or two
addresses keeps nobody out elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from axes.models import AccessLog

from matches.audit.limit_services import Limit, begin, forgive

SIGN_INS = (Limit(20, 60), Limit(60, 600))
PAIR = DEVICE = (Limit(8, 360),)
"""One name at one address, as axes counts it, and one name on one device."""
PASSWORD_CHANGES = (Limit(8, 360),)


@dataclass(frozen=True)
class SignIn:
    """An attempt to sign in: the seconds that it has to wait, or 0, and where it was counted."""

    wait: int
    counted: tuple[tuple[str, Sequence[Limit]], ...]


def begin_sign_in(*, address: str, username: str, device: str = "") -> SignIn:
    """Count an attempt to sign in before it is made. ``device`` is one that has signed in with this name before."""
    name = username.casefold()
    if device:
        return _counted(f"device:{device}:{name}", DEVICE)
    at_address = _counted(f"address:{address}", SIGN_INS)
    if not at_address.wait:
        beside = _counted(f"name:{name}:address:{address}", PAIR)
        known = SignIn(0, at_address.counted + beside.counted)
        if beside.wait:  # axes pauses it
            return known
        everywhere = _counted(f"name:{name}", SIGN_INS)
        at_address = SignIn(everywhere.wait, known.counted + everywhere.counted)
    if at_address.wait and AccessLog.objects.filter(username=username, ip_address=address).exists():
        return SignIn(0, at_address.counted)
    return at_address


def end_sign_in(attempt: SignIn) -> None:
    """Take an attempt back that was right."""
    for key, limits in attempt.counted:
        forgive(key, limits)


def _counted(key: str, limits: Sequence[Limit]) -> SignIn:
    return SignIn(begin(key, limits), ((key, limits),))


def begin_password_change(*, user_id: int) -> int:
    """Count an entry of the current password before it is checked. Return the seconds that it has to wait, or 0."""
    return begin(f"password:{user_id}", PASSWORD_CHANGES)


def end_password_change(*, user_id: int) -> None:
    """Take an entry back that was right."""
    forgive(f"password:{user_id}", PASSWORD_CHANGES)
