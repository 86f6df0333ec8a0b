"""Who may do what with a penalty: truth tables."""

import itertools

import pytest

from judging.policies.shipped_queries import resolved
from judging.policy import Suggestion
from judging.policy.authority import (
    Verdict,
    comment_needed,
    may_change,
    may_confirm,
    may_decide_appeal,
    may_rescind,
    needs,
    rank,
    verdict,
)

POLICY = resolved("bankout")
ROLES = ("floor", "deputy_head", "head", "scorekeeper", "visitor")


def suggested(penalty, confirm=""):
    return Suggestion(penalty=penalty, n=1, path=(penalty,), reasons=(), confirm=confirm)


def outcome(role, code, penalty, suggestion=None, **more):
    needed = needs(POLICY, code, penalty, suggestion or suggested(penalty), **more)
    return verdict({role}, needed).value[0]  # i, p or r


@pytest.mark.parametrize(
    ("penalty", "floor", "deputy", "head"),
    [
        ("NONE", "i", "i", "i"),
        ("RM", "i", "i", "i"),
        ("W", "i", "i", "i"),
        ("TP", "i", "i", "i"),
        ("RL", "p", "i", "i"),
        ("ML", "p", "i", "i"),
        ("DQ", "p", "p", "i"),
    ],
)
def test_on_the_path(penalty, floor, deputy, head):
    given = [outcome(role, "GP-HAND", penalty) for role in ROLES]
    assert given == [floor, deputy, head, "r", "r"]


@pytest.mark.parametrize(("given", "suggestion"), list(itertools.permutations(["NONE", "W", "RL", "ML"], 2)))
def test_off_the_path_is_for_the_head(given, suggestion):
    assert [outcome(role, "GP-HAND", given, suggested(suggestion)) for role in ROLES] == ["p", "p", "i", "r", "r"]


@pytest.mark.parametrize(("given", "deputy"), [("W", "i"), ("RL", "i"), ("ML", "i"), ("DQ", "p")])
def test_off_the_path_with_the_head_s_delegation(given, deputy):
    row = [outcome(role, "GP-HAND", given, suggested("RM"), delegated=True) for role in ROLES]
    assert row == ["p", deputy, "i", "r", "r"]


@pytest.mark.parametrize("penalty", ["RM", "W", "RL", "ML"])
def test_the_floor_may_issue_every_step_of_tardiness(penalty):
    assert [outcome(role, "TM-TARDY", penalty) for role in ROLES] == ["i", "i", "i", "r", "r"]


def test_but_not_another_step_than_the_clock_s():
    assert outcome("floor", "TM-TARDY", "RM", suggested("ML")) == "p"


def test_a_match_loss_in_place_of_a_round_loss_is_confirmed_by_the_head():
    row = [outcome(role, "GP-HAND", "ML", suggested("ML", confirm="head")) for role in ROLES]
    assert row == ["p", "p", "i", "r", "r"]


@pytest.mark.parametrize(
    ("needed", "floor", "deputy", "head"),
    [("floor", False, True, True), ("deputy_head", False, True, True), ("head", False, False, True)],
)
def test_confirming(needed, floor, deputy, head):
    assert [may_confirm({role}, needed) for role in ROLES] == [floor, deputy, head, False, False]


@pytest.mark.parametrize(
    ("predicate", "floor", "deputy", "head"),
    [
        (lambda roles: may_change(roles), False, False, True),
        (lambda roles: may_change(roles, delegated=True), False, True, True),
        (lambda roles: may_rescind(roles), False, False, True),
        (lambda roles: may_decide_appeal(roles), False, False, True),
        (lambda roles: may_decide_appeal(roles, delegated=True), False, True, True),
    ],
)
def test_what_is_the_head_s(predicate, floor, deputy, head):
    assert [predicate({role}) for role in ROLES] == [floor, deputy, head, False, False]


def test_the_highest_of_several_roles_counts():
    assert rank({"floor", "head", "scorekeeper"}) == 3
    assert rank(set()) == 0
    assert verdict({"floor", "head"}, "head") is Verdict.ISSUED


@pytest.mark.parametrize(
    ("code", "penalty", "suggestion", "length"),
    [
        ("GP-HAND", "W", "W", 0),
        ("GP-HAND", "RM", "RM", 0),
        ("TM-SLOW", "TP", "TP", 1),  # above a warning
        ("GP-HAND", "RL", "RL", 1),
        ("GP-HAND", "RM", "W", 1),  # a deviation, even downwards
        ("OT-NOTE", "NONE", "NONE", 10),
        ("OT-NOTE", "W", "NONE", 10),
    ],
)
def test_when_a_comment_is_needed(code, penalty, suggestion, length):
    assert comment_needed(POLICY, POLICY.infraction(code), penalty, suggested(suggestion)) == length
