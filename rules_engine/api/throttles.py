"""Rate limits of the engine's API: it is open to everyone, and reading and judging records costs processor time."""

from __future__ import annotations

from rules_engine.throttles import ByAccountOrAddress


class Visitors(ByAccountOrAddress):
    """The limit for visitors who are not signed in. A whole hall may share one address."""

    scope = "rules_visitors"
    rate = "120/min"
    signed_in = False


class Staff(ByAccountOrAddress):
    """The limit for signed-in users: high enough for a program that checks all sheets of a day."""

    scope = "rules_staff"
    rate = "1200/min"
    signed_in = True


THROTTLES = [Visitors, Staff]
