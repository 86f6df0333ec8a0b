"""Who may do what in judging: predicates on a person's roles at one event, tested as a truth table.

Who may issue or confirm which penalty is decided by the policy (``judging.policy.authority``). The policy has roles
of its own; ``policy_roles`` gives a person's.
"""

from __future__ import annotations

from collections.abc import Set

from judging.policy import authority
from matches.enums import Role
from matches.permissions import JUDGES, STAFF

POLICY_ROLES = {
    Role.FLOOR_JUDGE: authority.FLOOR,
    Role.DEPUTY_HEAD: authority.DEPUTY,
    Role.HEAD_JUDGE: authority.HEAD,
    Role.SCOREKEEPER: "scorekeeper",
}


def policy_roles(roles: Set[Role]) -> frozenset[str]:
    """A person's roles as the policy names them; being an organiser does not make somebody a judge."""
    return frozenset(POLICY_ROLES[role] for role in roles if role in POLICY_ROLES)


def can_see_floor(roles: Set[Role]) -> bool:
    """See the tables, the calls and the log."""
    return bool(roles & STAFF)


def can_log(roles: Set[Role]) -> bool:
    """Log rulings, infractions, time and coverage at a table."""
    return bool(roles & JUDGES)


def can_call_judge(roles: Set[Role]) -> bool:
    """Call a judge to a table. Players do so through their personal link."""
    return bool(roles & STAFF)


def can_answer_calls(roles: Set[Role]) -> bool:
    """Claim, escalate and resolve calls."""
    return bool(roles & JUDGES)


def can_head(roles: Set[Role]) -> bool:
    """See the head judge's page and do what it offers."""
    return bool(roles & {Role.HEAD_JUDGE, Role.DEPUTY_HEAD})


def can_rescind(roles: Set[Role]) -> bool:
    """Take a penalty back."""
    return authority.may_rescind(policy_roles(roles))


def can_delegate(roles: Set[Role]) -> bool:
    """Let the deputy decide as the head judge does."""
    return Role.HEAD_JUDGE in roles


def can_set_policy(roles: Set[Role]) -> bool:
    """Choose the profile before the first record."""
    return bool(roles & {Role.ORGANISER, Role.HEAD_JUDGE})


def can_export_log(roles: Set[Role]) -> bool:
    """Export the whole log."""
    return bool(roles & {Role.ORGANISER, Role.HEAD_JUDGE, Role.DEPUTY_HEAD})
