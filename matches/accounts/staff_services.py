"""The staff of an event: roles, and new accounts with a one-time password."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.contrib.auth.models import Group
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from matches.audit.services import Actor, audited_change
from matches.enums import Role
from matches.errors import Refused
from matches.models import Event, EventRole, User
from matches.names.display import name_problem, tidy
from matches.people.labels.imports import name_problem_text

# Members of this group have a password that another person has seen. They choose their own before they are signed in.
ONE_TIME = "one-time password"
# Leaves out i, l, o, 0 and 1, which are easy to confuse on paper.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class NewAccount:
    """A new account with its one-time password, which is not stored and so cannot be shown again: then it is ""."""

    user: User
    password: str


def grant_role(*, event: Event, actor: Actor, username: str, role: str) -> EventRole:
    """Give a person a role at the event. Returns the existing role if the person has it already.

    Raises ``Refused`` (field ``username``) if no active account has this user name.
    """
    with audited_change("grant_role", event_id=event.pk, actor=actor) as change:
        user = User.objects.filter(username__iexact=username.strip(), is_active=True).first()
        if user is None:
            message = _("No account has this username. Check it, or create an account.")
            raise Refused("user_unknown", message, parameter="username")
        held, new = EventRole.objects.get_or_create(event=change.event, user=user, role=_role(role))
        change.note(user=user.pk, role=held.role, new=new)
        change.touch("staff")
    return held


def find_role(event: Event, pk: int) -> EventRole:
    """Return a role at the event. Raises Refused if it was removed or belongs to another event."""
    held = EventRole.objects.filter(event=event, pk=pk).first()
    if held is None:
        raise Refused("no_such_role", _("This role has already been removed."), conflict=True)
    return held


def revoke_role(*, event_role: EventRole, actor: Actor) -> None:
    """Remove a role. Raises Refused if it was removed already, or if it is that of the event's last organiser."""
    with audited_change("revoke_role", event_id=event_role.event_id, actor=actor) as change:
        held = find_role(change.event, event_role.pk)
        organisers = EventRole.objects.filter(event=change.event, role=Role.ORGANISER, user__is_active=True)
        if held.role == Role.ORGANISER and not organisers.exclude(pk=held.pk).exists():
            message = _("An event needs an organiser. Give someone else the role first.")
            raise Refused("last_organiser", message)
        change.note(user=held.user_id, role=held.role)
        change.touch("staff")
        held.delete()


def create_staff_account(*, event: Event, actor: Actor, username: str, name: str, role: str) -> NewAccount:
    """Create an account with a role at the event, and a one-time password with which its owner chooses a password.

    Raises ``Refused`` at ``username``, ``name`` or ``role``.
    """
    user = unsaved_account(username=username, name=name)
    checked_role = _role(role)
    with audited_change("create_staff_account", event_id=event.pk, actor=actor) as change:
        made = store_account(user)
        EventRole.objects.create(event=change.event, user=user, role=checked_role)
        change.note(user=user.pk, role=checked_role)
        change.touch("staff")
    return made


def unsaved_account(*, username: str, name: str) -> User:
    """An account that can be stored. Raises ``Refused`` at ``username`` or ``name``."""
    username, name = username.strip(), tidy(name)
    _check_account(username, name)
    return User(username=username, name=name)


def store_account(user: User) -> NewAccount:
    """Store a new account with a one-time password, within the change that makes it. Raises ``Refused`` at
    ``username`` if it was taken meanwhile.
    """
    password = one_time_password()
    user.set_password(password)
    _insert(user)
    user.groups.add(Group.objects.get_or_create(name=ONE_TIME)[0])
    return NewAccount(user, password)


def one_time_password() -> str:
    """A password to be read from paper and typed once."""
    return "-".join("".join(secrets.choice(ALPHABET) for _letter in range(4)) for _block in range(3))


def has_one_time_password(user: User) -> bool:
    """Whether the person must choose a password before being signed in."""
    return user.groups.filter(name=ONE_TIME).exists()


def choose_password(*, user: User, password: str) -> None:
    """Store the password that a person chose. Raises ``Refused`` with every reason why it is too easy to guess."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Refused("password_weak", " ".join(error.messages), parameter="password") from None
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        user.groups.remove(*user.groups.filter(name=ONE_TIME))


def _role(value: str) -> str:
    if value not in Role.values:
        raise Refused("role_unknown", _("Choose one of the roles."), parameter="role")
    return Role(value).value


def _check_account(username: str, name: str) -> None:
    try:
        UnicodeUsernameValidator()(username)
    except ValidationError:
        message = _("Use only letters, digits and @ . + - _ in a username.")
        raise Refused("username_invalid", message, parameter="username") from None
    if len(username) > 150:
        raise Refused("username_long", _("A username can have at most 150 characters."), parameter="username")
    if User.objects.filter(username__iexact=username).exists():
        raise _taken()
    if code := name_problem(name):
        raise Refused(code, name_problem_text(code), parameter="name")


def _taken() -> Refused:
    message = _("This username is taken. Choose another, or give the role to the existing account.")
    return Refused("username_taken", message, parameter="username")


def _insert(user: User) -> None:
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError:
        raise _taken() from None
