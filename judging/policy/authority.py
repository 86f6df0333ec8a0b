"""Who may issue, confirm, change and rescind which penalty: the policy's ``authority`` section as predicates.

Roles are the policy's (floor, deputy_head, head, scorekeeper); ``judging.permissions`` translates a person's.
"""

from __future__ import annotations

from collections.abc import Set
from enum import StrEnum

from judging.policy.structs import WARNING, Infraction, Policy
from judging.policy.suggest import Suggestion

FLOOR, DEPUTY, HEAD = "floor", "deputy_head", "head"
RANKS = {FLOOR: 1, DEPUTY: 2, HEAD: 3}


class Verdict(StrEnum):
    """What becomes of a penalty that a person gives."""

    ISSUED = "issued"
    PROVISIONAL = "provisional"
    REFUSED = "refused"


def rank(roles: Set[str]) -> int:
    """0 for somebody who is no judge."""
    return max((RANKS[role] for role in roles if role in RANKS), default=0)


def needs(policy: Policy, code: str, penalty: str, suggestion: Suggestion, *, delegated: bool = False) -> str:
    """The lowest role whose word is enough for this penalty.

    Off the path (not what was suggested) that is the head, or the deputy where the head has delegated; never
    lower than what the ladder asks. An infraction may let the floor issue every step of its path.
    """
    infraction = policy.infraction(code)
    ladder = policy.penalty(penalty)
    if penalty != suggestion.penalty:
        return _higher(DEPUTY if delegated else infraction.upgrade, ladder.confirm or ladder.issue)
    if infraction.floor_may_issue_all:
        return FLOOR
    return _higher(suggestion.confirm, ladder.confirm or ladder.issue)


def _higher(one: str, other: str) -> str:
    return max(one, other, key=lambda role: RANKS.get(role, 0))


def verdict(roles: Set[str], needed: str) -> Verdict:
    """A judge of too low a role gives it provisionally; who is no judge, not at all."""
    own = rank(roles)
    if own == 0:
        return Verdict.REFUSED
    return Verdict.ISSUED if own >= RANKS[needed] else Verdict.PROVISIONAL


def may_confirm(roles: Set[str], needed: str) -> bool:
    """Confirm what is provisional: a deputy or head, of at least the role that the penalty needs."""
    return rank(roles) >= max(RANKS[DEPUTY], RANKS[needed])


def may_change(roles: Set[str], *, delegated: bool = False) -> bool:
    """Replace a penalty that stands by another: the head, or the deputy where the head has delegated."""
    return rank(roles) >= RANKS[DEPUTY if delegated else HEAD]


def may_rescind(roles: Set[str]) -> bool:
    """Take a penalty back: the head."""
    return rank(roles) >= RANKS[HEAD]


def may_decide_appeal(roles: Set[str], *, delegated: bool = False) -> bool:
    """The head, or the deputy where the head has delegated."""
    return rank(roles) >= RANKS[DEPUTY if delegated else HEAD]


def comment_needed(policy: Policy, infraction: Infraction, penalty: str, suggestion: Suggestion) -> int:
    """How many characters of comment a penalty needs: 0 up to a warning as suggested, else at least 1."""
    deviation = penalty != suggestion.penalty
    above = policy.level(penalty) > policy.level(WARNING)
    return max(infraction.comment_length, int(deviation or above))
