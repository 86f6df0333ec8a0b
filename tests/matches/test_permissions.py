"""Who may do what at an event: the whole truth table, and whose roles count."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Set

import pytest
from django.contrib.auth.models import AnonymousUser

from matches import permissions
from matches.enums import Role
from matches.permissions import roles_of
from tests.factories import EventFactory, EventRoleFactory, UserFactory
from tests.undone import undone

ROLES = [Role.ORGANISER, Role.SCOREKEEPER, Role.HEAD_JUDGE, Role.DEPUTY_HEAD, Role.FLOOR_JUDGE]
Predicate = Callable[[Set[Role]], bool]

# In the order of ROLES, then a visitor without a role.
TABLE: list[tuple[Predicate, str]] = [
    (permissions.can_see_desk, "yyyyy-"),
    (permissions.can_organise, "y-----"),
    (permissions.can_run_rounds, "yy----"),
    (permissions.can_see_emails, "yy----"),
    (permissions.can_see_audit_log, "y-yy--"),
    (permissions.can_report_results, "yyyyy-"),
    (permissions.can_drop_players, "yyyyy-"),
    (permissions.can_correct_results, "yyyy--"),
    (permissions.can_change_locked_results, "-yy---"),
    (permissions.can_run_clock, "yyyy--"),
    (permissions.can_announce, "yyyy--"),
    (permissions.can_judge, "--yyy-"),
    (permissions.can_head, "--yy--"),
    (permissions.can_see_unpublished, "yyyyy-"),
    (permissions.can_print, "yyyyy-"),
]


def test_truth_table(subtests: pytest.Subtests) -> None:
    for predicate, allowed in TABLE:
        with subtests.test(predicate.__name__):
            given = [predicate(frozenset({role})) for role in ROLES] + [predicate(frozenset())]
            assert "".join("y" if may else "-" for may in given) == allowed


def test_two_roles_may_what_either_may(subtests: pytest.Subtests) -> None:
    for predicate, _allowed in TABLE:
        with subtests.test(predicate.__name__):
            for one in ROLES:
                for other in ROLES:
                    assert predicate({one, other}) == (predicate({one}) or predicate({other}))


def test_every_predicate_is_in_the_table() -> None:
    found = {value for name, value in inspect.getmembers(permissions, inspect.isfunction) if name.startswith("can_")}
    assert found == {predicate for predicate, _ in TABLE}
    assert set(ROLES) == set(Role)


@pytest.mark.django_db
def test_roles_are_those_of_this_event() -> None:
    event, user = EventFactory(), UserFactory()
    EventRoleFactory(event=event, user=user, role=Role.FLOOR_JUDGE)
    EventRoleFactory(event=event, user=user, role=Role.SCOREKEEPER)
    EventRoleFactory(user=user, role=Role.ORGANISER)
    assert roles_of(user, event) == {Role.FLOOR_JUDGE, Role.SCOREKEEPER}


@pytest.mark.django_db
def test_a_superuser_is_organiser_everywhere_and_no_judge_unasked() -> None:
    event, user = EventFactory(), UserFactory(is_superuser=True)
    assert roles_of(user, event) == {Role.ORGANISER}
    EventRoleFactory(event=event, user=user, role=Role.HEAD_JUDGE)
    assert roles_of(user, event) == {Role.ORGANISER, Role.HEAD_JUDGE}


@pytest.mark.django_db
@pytest.mark.parametrize("superuser", [True, False])
def test_a_deactivated_account_has_no_permissions(superuser: bool) -> None:
    event, user = EventFactory(), UserFactory(is_active=False, is_superuser=superuser)
    EventRoleFactory(event=event, user=user, role=Role.ORGANISER)
    assert roles_of(user, event) == frozenset()


@pytest.mark.django_db
def test_an_anonymous_visitor_has_no_permissions(subtests: pytest.Subtests) -> None:
    for somebody in [None, AnonymousUser(), "organiser"]:
        with subtests.test(somebody=somebody), undone():
            assert roles_of(somebody, EventFactory()) == frozenset()
