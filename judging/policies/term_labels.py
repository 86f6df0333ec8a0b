"""The terms of a policy in words: its roles, its penalties, and how repeats are counted."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.policy import Policy
from judging.policy.structs import REMINDER, ROUND_LOSS

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


def penalty_choices(policy: Policy) -> list[tuple[str, str]]:
    """Every penalty of the policy as a form's choices: ``W Warning``."""
    return [(penalty.code, f"{penalty.code} {penalty_name(policy, penalty.code)}") for penalty in policy.penalties]


@dataclass(frozen=True, slots=True)
class PenaltyShown:
    """A penalty for ``judging/_penalty.html``: ``level`` colours it, ``struck`` shows it struck through."""

    code: str
    name: str
    level: str
    struck: bool = False


def penalty_shown(policy: Policy, code: str, *, struck: bool = False) -> PenaltyShown:
    """A penalty of the policy by its code."""
    level = policy.level(code)
    kind = "caution" if level <= policy.level(REMINDER) else "warning"
    return PenaltyShown(
        code, penalty_name(policy, code), "loss" if level >= policy.level(ROUND_LOSS) else kind, struck=struck
    )


_PLACE = re.compile(r"\{([a-z_.]+)\}")


def sentence_text(text: str, policy: Policy) -> str:
    """A sentence of the policy with its terms replaced: ``by hand.remedy_mode`` may become ``by lot``."""
    if not policy.terms:
        return text
    longest_first = sorted(policy.terms, key=len, reverse=True)
    terms = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    return terms.sub(lambda found: _term_text(policy.terms[found[0]], policy), text)


def _term_text(term: str, policy: Policy) -> str:
    """The replacement of a term, with the policy's values filled in."""
    return _PLACE.sub(lambda found: str(policy.value(found[1])), term)
