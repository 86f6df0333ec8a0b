"""Who may do what on the floor: the whole truth table."""

import pytest

from judging import permissions
from matches.enums import Role

ROLES = [Role.FLOOR_JUDGE, Role.DEPUTY_HEAD, Role.HEAD_JUDGE, Role.SCOREKEEPER, Role.ORGANISER]


@pytest.mark.parametrize(
    ("predicate", "allowed"),
    [
        (permissions.can_see_floor, "yyyyy-"),
        (permissions.can_log, "yyy---"),
        (permissions.can_call_judge, "yyyyy-"),
        (permissions.can_answer_calls, "yyy---"),
        (permissions.can_head, "-yy---"),
        (permissions.can_rescind, "--y---"),
        (permissions.can_delegate, "--y---"),
        (permissions.can_plan_floor, "-yy-y-"),
        (permissions.can_set_policy, "--y-y-"),
        (permissions.can_export_log, "-yy-y-"),
    ],
)
def test_truth_table(predicate, allowed):
    given = "".join("y" if predicate(frozenset({role})) else "-" for role in ROLES)
    given += "y" if predicate(frozenset()) else "-"
    assert given == allowed


@pytest.mark.parametrize(
    ("roles", "words"),
    [
        ({Role.FLOOR_JUDGE}, {"floor"}),
        ({Role.DEPUTY_HEAD}, {"deputy_head"}),
        ({Role.HEAD_JUDGE, Role.FLOOR_JUDGE}, {"head", "floor"}),
        ({Role.SCOREKEEPER}, {"scorekeeper"}),
        ({Role.ORGANISER}, set()),
        (set(), set()),
    ],
)
def test_roles_in_the_policy_s_words(roles, words):
    assert permissions.policy_roles(frozenset(roles)) == words
