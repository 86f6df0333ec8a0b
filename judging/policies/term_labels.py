"""The terms of a policy in words: its roles, its penalties, and how repeats are counted."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.policy import Policy

TIMES = (
    gettext_lazy("first time"),
    gettext_lazy("second time"),
    gettext_lazy("third time"),
    gettext_lazy("fourth time"),
    gettext_lazy("fifth time"),
    gettext_lazy("sixth time"),
)
WINDOWS = {
    "match": gettext_lazy("in this match"),
    "day": gettext_lazy("today"),
    "event": gettext_lazy("in this event"),
}
ROLES: dict[str, Promise] = {
    "floor": gettext_lazy("a floor judge"),
    "deputy_head": gettext_lazy("the deputy or the head judge"),
    "head": gettext_lazy("the head judge"),
}
PROVISIONAL_UNTIL: dict[str, Promise] = {
    "floor": gettext_lazy("Provisional until a floor judge confirms it."),
    "deputy_head": gettext_lazy("Provisional until the deputy or the head judge confirms it."),
    "head": gettext_lazy("Provisional until the head judge confirms it."),
}
WAITING_FOR: dict[str, Promise] = {
    "floor": gettext_lazy("Waiting for a floor judge"),
    "deputy_head": gettext_lazy("Waiting for the deputy or the head judge"),
    "head": gettext_lazy("Waiting for the head judge"),
}


def penalty_name(policy: Policy, code: str) -> str:
    """A penalty's short name, or its name if the policy has no short one: ``Round loss``."""
    penalty = policy.penalty(code)
    return penalty.short_name or penalty.name


def which_time(n: int) -> str:
    """``second time``; after the sixth time, ``occurrence 7``."""
    return str(TIMES[n - 1]) if n <= len(TIMES) else _("occurrence %(n)d") % {"n": n}
