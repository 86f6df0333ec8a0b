"""Who may do what on the floor: plain predicates on a person's roles at one event. Tested as a truth table.

Which penalty somebody may issue or confirm is the policy's to say (``judging.policy.authority``); it speaks of its
own roles, which ``policy_roles`` translates to.
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
    """A person's roles in the policy's words; an organiser as such is no judge."""
    return frozenset(POLICY_ROLES[role] for role in roles if role in POLICY_ROLES)


def can_see_floor(roles: Set[Role]) -> bool:
    """The tables, calls and the log: every member of the event's staff."""
    return bool(roles & STAFF)


def can_log(roles: Set[Role]) -> bool:
    """Log rulings, infractions, time and coverage at a table."""
    return bool(roles & JUDGES)


def can_call_judge(roles: Set[Role]) -> bool:
    """Call a judge to a table; a player does it through the personal link."""
    return bool(roles & STAFF)


def can_answer_calls(roles: Set[Role]) -> bool:
    """Claim, escalate and resolve calls."""
    return bool(roles & JUDGES)


def can_head(roles: Set[Role]) -> bool:
    """The head judge's page: what is provisional, appealed, doubled or deviates."""
    return bool(roles & {Role.HEAD_JUDGE, Role.DEPUTY_HEAD})


def can_rescind(roles: Set[Role]) -> bool:
    """Take a penalty back."""
    return authority.may_rescind(policy_roles(roles))


def can_delegate(roles: Set[Role]) -> bool:
    """Let the deputy decide as the head does."""
    return Role.HEAD_JUDGE in roles


def can_set_policy(roles: Set[Role]) -> bool:
    """Choose the profile before the first record."""
    return bool(roles & {Role.ORGANISER, Role.HEAD_JUDGE})


def can_export_log(roles: Set[Role]) -> bool:
    """Take the whole log along as a file."""
    return bool(roles & {Role.ORGANISER, Role.HEAD_JUDGE, Role.DEPUTY_HEAD})
