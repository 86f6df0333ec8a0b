"""Who may issue, confirm, change and rescind which penalty: the policy's ``authority`` section as predicates.

Roles are those of the policy (floor, deputy_head, head, scorekeeper); see ``judging.permissions.policy_roles``.
"""

from __future__ import annotations

from collections.abc import Set
from enum import StrEnum

from judging.policy.policy import Policy
from judging.policy.structs import WARNING, InfractionRule
from judging.policy.suggest import Suggestion

FLOOR, DEPUTY, HEAD = "floor", "deputy_head", "head"
RANKS = {FLOOR: 1, DEPUTY: 2, HEAD: 3}


class Verdict(StrEnum):
    """The state of a penalty that a person gives."""

    ISSUED = "issued"
    PROVISIONAL = "provisional"
    REFUSED = "refused"


def rank(roles: Set[str]) -> int:
    """The highest rank among the roles; 0 without a judge's role."""
    return max((RANKS[role] for role in roles if role in RANKS), default=0)


def needs(policy: Policy, code: str, penalty: str, suggestion: Suggestion, *, delegated: bool = False) -> str:
    """The lowest role that may give this penalty without confirmation.

    For a penalty other than the suggested one, that is the head, or the deputy if the head has delegated, and at
    least what the penalty itself requires. An infraction may let floor judges issue every step of its path.
    """
    infraction = policy.infraction(code)
    ladder = policy.penalty(penalty)
    if penalty != suggestion.penalty:
        return _higher(DEPUTY if delegated else infraction.upgrade, ladder.confirm or ladder.issue)
    if infraction.floor_may_issue_all:
        return FLOOR
    return _higher(suggestion.confirm, ladder.confirm or ladder.issue)


def _higher(first: str, second: str) -> str:
    return max(first, second, key=lambda role: RANKS.get(role, 0))


def verdict(roles: Set[str], needed: str) -> Verdict:
    """A judge with a lower role gives the penalty provisionally; somebody who is no judge is refused."""
    own = rank(roles)
    if own == 0:
        return Verdict.REFUSED
    return Verdict.ISSUED if own >= RANKS[needed] else Verdict.PROVISIONAL


def may_confirm(roles: Set[str], needed: str) -> bool:
    """Confirm a provisional penalty: a deputy or the head, with at least the role that the penalty needs."""
    return rank(roles) >= max(RANKS[DEPUTY], RANKS[needed])


def may_change(roles: Set[str], *, delegated: bool = False) -> bool:
    """Change a penalty: the head, or the deputy if the head has delegated."""
    return rank(roles) >= RANKS[DEPUTY if delegated else HEAD]


def may_rescind(roles: Set[str]) -> bool:
    """Rescind a penalty: the head."""
    return rank(roles) >= RANKS[HEAD]


def may_decide_appeal(roles: Set[str], *, delegated: bool = False) -> bool:
    """Decide an appeal: the head, or the deputy if the head has delegated."""
    return rank(roles) >= RANKS[DEPUTY if delegated else HEAD]


def comment_needed(policy: Policy, infraction: InfractionRule, penalty: str, suggestion: Suggestion | None) -> int:
    """The number of characters that the comment needs: none up to a suggested warning, otherwise at least 1.

    Without a suggestion no penalty deviates from it.
    """
    deviation = suggestion is not None and penalty != suggestion.penalty
    above = policy.level(penalty) > policy.level(WARNING)
    return max(infraction.comment_length, int(deviation or above))
