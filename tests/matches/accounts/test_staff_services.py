"""Roles given and taken, and accounts for people who have none."""

import pytest

from matches.accounts.staff_services import (
    choose_password,
    create_staff_account,
    find_role,
    grant_role,
    has_one_time_password,
    revoke_role,
)
from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import Refused
from matches.models import AuditRow, Event, EventRole, User
from tests.factories import EventFactory, UserFactory, any_organiser, staff
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return EventFactory()


@pytest.fixture
def organiser(event: Event) -> Actor:
    return Actor(user=staff(event, Role.ORGANISER))


def refusal(code: str, field: str | None = None):
    return pytest.raises(Refused, check=lambda refused: (refused.code, refused.parameter) == (code, field))


def test_a_role_is_granted_once_by_user_name(event: Event, organiser: Actor) -> None:
    user = UserFactory(username="Maja")
    held = grant_role(event=event, actor=organiser, username=" maja ", role=Role.FLOOR_JUDGE)
    assert grant_role(event=event, actor=organiser, username="maja", role=Role.FLOOR_JUDGE) == held
    assert EventRole.objects.filter(event=event, user=user).count() == 1


def test_a_person_may_hold_several_roles(event: Event, organiser: Actor) -> None:
    UserFactory(username="maja")
    for role in (Role.FLOOR_JUDGE, Role.SCOREKEEPER):
        grant_role(event=event, actor=organiser, username="maja", role=role)
    assert event.roles.filter(user__username="maja").count() == 2


def test_an_unknown_or_closed_account_gets_no_role(subtests: pytest.Subtests, event: Event, organiser: Actor) -> None:
    for username in ["nobody", "", "gone"]:
        with subtests.test(username=username), undone():
            UserFactory(username="gone", is_active=False)
            with refusal("user_unknown", "username"):
                grant_role(event=event, actor=organiser, username=username, role=Role.SCOREKEEPER)


def test_an_unknown_role_is_refused(event: Event, organiser: Actor) -> None:
    UserFactory(username="maja")
    with refusal("role_unknown", "role"):
        grant_role(event=event, actor=organiser, username="maja", role="king")


def test_the_last_organiser_keeps_the_role(event: Event, organiser: Actor) -> None:
    held = event.roles.get(user=organiser.user)
    EventRole.objects.create(event=event, user=UserFactory(is_active=False), role=Role.ORGANISER)
    with refusal("last_organiser"):
        revoke_role(event_role=held, actor=organiser)
    staff(event, Role.ORGANISER)
    revoke_role(event_role=held, actor=organiser)
    assert not event.roles.filter(user=organiser.user).exists()
    with refusal("no_such_role"):
        revoke_role(event_role=held, actor=any_organiser())
    with refusal("not_allowed"):
        revoke_role(event_role=held, actor=organiser)


def test_a_role_at_another_event_is_not_found(event: Event, organiser: Actor) -> None:
    other = EventFactory()
    held = other.roles.create(user=UserFactory(), role=Role.SCOREKEEPER)
    with refusal("no_such_role"):
        find_role(event, held.pk)
    assert EventRole.objects.filter(pk=held.pk).exists()


def test_a_new_account_has_a_one_time_password(event: Event, organiser: Actor) -> None:
    made = create_staff_account(event=event, actor=organiser, username="noor", name="Noor Khan", role=Role.FLOOR_JUDGE)
    assert made.user.check_password(made.password)
    assert has_one_time_password(made.user)
    assert made.password not in str(AuditRow.objects.get().details)
    assert event.roles.get(user=made.user).role == Role.FLOOR_JUDGE
    choose_password(user=made.user, password="felt-table-and-lamp")
    made.user.refresh_from_db()
    assert not has_one_time_password(made.user)
    assert made.user.check_password("felt-table-and-lamp")


def test_an_easy_password_is_refused(subtests: pytest.Subtests, event: Event) -> None:
    for password in ["short", "password123", "noor-khan-noor"]:
        with subtests.test(password=password), undone():
            user = UserFactory(username="noor-khan-noor")
            with refusal("password_weak", "password"):
                choose_password(user=user, password=password)


def test_invalid_accounts_are_refused(subtests: pytest.Subtests, event: Event, organiser: Actor) -> None:
    for username, name, code, field in [
        ("Noor", "Noor Khan", "username_taken", "username"),
        ("no or", "Noor Khan", "username_invalid", "username"),
        ("", "Noor Khan", "username_invalid", "username"),
        ("n" * 151, "Noor Khan", "username_long", "username"),
        ("noor2", "", "name_missing", "name"),
        ("noor2", "=1", "formula", "name"),
    ]:
        with subtests.test(username=username, name=name, code=code, field=field), undone():
            UserFactory(username="noor")
            with refusal(code, field):
                create_staff_account(event=event, actor=organiser, username=username, name=name, role=Role.SCOREKEEPER)
            assert User.objects.filter(username__icontains="noor").count() == 1
