"""What the owner of a site does to accounts. The site keeps its last owner, and nobody closes their own account."""

from __future__ import annotations

from django.db.models import F
from django.utils.translation import gettext as _

from matches.accounts.staff_services import NewAccount, store_account, unsaved_account
from matches.audit.services import Actor
from matches.errors import Refused
from matches.identity.letter_services import on_site
from matches.identity.reset_services import reset_path
from matches.models import ApiToken, User
from matches.site.act_services import SiteChange, site_act


def create_account(*, actor: Actor, username: str, name: str) -> NewAccount:
    """Make an account with a one-time password, which is not stored. Raises Refused at ``username`` or ``name``."""
    with site_act("create_account", actor=actor) as change:
        made = store_account(unsaved_account(username=username, name=name))
        change.person = made.user
    return made


def close_account(*, person: User, actor: Actor) -> None:
    """Close an account: nobody signs in with it, its sessions end, its API tokens are revoked. Its roles stay.

    Raises Refused for the own account, and for one that is closed.
    """
    with site_act("close_account", actor=actor) as change:
        account = _locked(change, person)
        if actor.user is not None and account.pk == actor.user.pk:
            raise Refused("own_account", _("This is your own account. Another owner of the site can close it."))
        if not account.is_active:
            raise Refused("account_closed", _("This account is already closed."), conflict=True)
        tokens = ApiToken.objects.filter(user=account, revoked_at__isnull=True).update(revoked_at=change.at)
        User.objects.filter(pk=account.pk).update(is_active=False, sessions_ended=F("sessions_ended") + 1)
        change.note(tokens=tokens)


def reopen_account(*, person: User, actor: Actor) -> None:
    """Open a closed account again: with its password, second factor and roles, without its API tokens."""
    with site_act("reopen_account", actor=actor) as change:
        account = _locked(change, person)
        if account.is_active:
            raise Refused("account_open", _("This account is already open."), conflict=True)
        User.objects.filter(pk=account.pk).update(is_active=True)


def make_sign_in_link(*, person: User, actor: Actor) -> str:
    """The address on which an account gets a new password: it works once, within an hour. A second factor stays.

    Raises Refused for a closed account.
    """
    with site_act("make_sign_in_link", actor=actor) as change:
        account = _locked(change, person)
        if not account.is_active:
            raise Refused("account_closed", _("This account is closed. Reopen it first."))
    return on_site(reset_path(account))


def make_owner(*, person: User, actor: Actor, typed_name: str) -> None:
    """Let somebody own the site as well. Raises Refused at ``typed_name`` unless it is the account's username."""
    with site_act("make_owner", actor=actor) as change:
        account = _locked(change, person)
        _check_typed(account, typed_name)
        if not account.is_active:
            raise Refused("account_closed", _("This account is closed. Reopen it first."))
        if account.is_superuser:
            raise Refused("owner_known", _("This person is already an owner of the site."), conflict=True)
        User.objects.filter(pk=account.pk).update(is_superuser=True)


def remove_owner(*, person: User, actor: Actor, typed_name: str) -> None:
    """Make an owner an account like others; roles at events stay. Raises Refused at ``typed_name`` as ``make_owner``,
    and for the last owner.
    """
    with site_act("remove_owner", actor=actor) as change:
        account = _locked(change, person)
        _check_typed(account, typed_name)
        if not account.is_superuser:
            raise Refused("no_owner", _("This person is not an owner of the site."), conflict=True)
        if not User.objects.filter(is_superuser=True, is_active=True).exclude(pk=account.pk).exists():
            raise Refused("last_owner", _("A site needs an owner. Make someone else an owner first."), conflict=True)
        User.objects.filter(pk=account.pk).update(is_superuser=False, is_staff=False)


def _locked(change: SiteChange, person: User) -> User:
    change.person = User.objects.select_for_update().get(pk=person.pk)
    return change.person


def _check_typed(account: User, typed_name: str) -> None:
    if typed_name.strip() != account.username:
        text = _("Type the username %(username)s to confirm.") % {"username": account.username}
        raise Refused("name_differs", text, parameter="typed_name")
