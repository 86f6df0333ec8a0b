"""A one-time password for an account that has lost its own, where the site cannot send a letter.

Anybody can make an event and give a role there to any account, so a role alone lets nobody take an account over: it
must have been made at an event of the organiser, and have worked nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import Group
from django.utils.translation import gettext as _

from matches.accounts.staff_services import ONE_TIME, NewAccount, one_time_password
from matches.audit.services import Actor, audited_change
from matches.enums import Role
from matches.errors import NotAllowed
from matches.models import AuditRow, Event, EventRole, User


def renewable_accounts(organiser: User, accounts: Iterable[int]) -> set[int]:
    """Which of these accounts the organiser may give a one-time password, in two queries.

    Not the own one, a superuser's or a closed one; none with a role, or a change made, at an event that is not the
    organiser's; and only those that were made at one of the organiser's events.
    """
    others = set(accounts) - {organiser.pk}
    own = EventRole.objects.filter(user=organiser, role=Role.ORGANISER).values("event")
    new = AuditRow.objects.filter(event__in=own, act="create_staff_account", details__user__in=others)
    made = set(new.values_list("details__user", flat=True)) & others
    plain = User.objects.filter(pk__in=made, is_active=True, is_superuser=False, is_staff=False)
    elsewhere = EventRole.objects.filter(user__in=made).exclude(event__in=own).values("user")
    worked = AuditRow.objects.filter(user__in=made).exclude(event__in=own).values("user")
    return set(plain.exclude(pk__in=elsewhere).exclude(pk__in=worked).values_list("pk", flat=True))


def renew_password(*, event: Event, user: User, actor: Actor) -> NewAccount:
    """Give an account a one-time password, with which its owner chooses a new one. Its sessions end; a second factor
    stays, and is others for.

    Raises ``NotAllowed`` for an account that is not only of the organiser's events.
    """
    with audited_change("renew_password", event_id=event.pk, actor=actor) as change:
        locked = User.objects.select_for_update().get(pk=user.pk)
        at_event = EventRole.objects.filter(event=change.event, user=locked).exists()
        if not (at_event and actor.user is not None and locked.pk in renewable_accounts(actor.user, [locked.pk])):
            raise NotAllowed(why_not_renewed())
        password = one_time_password()
        locked.set_password(password)
        locked.save(update_fields=["password"])
        locked.groups.add(Group.objects.get_or_create(name=ONE_TIME)[0])
        change.note(user=locked.pk)
        change.touch("staff")
    return NewAccount(locked, password)


def why_not_renewed() -> str:
    """Why an organiser may not give an account a one-time password, and what helps."""
    return _(
        "You can do this only for accounts that were created at your events and are used nowhere else. The owner of "
        "this one can ask for a link by email, or the person who runs this site can print one."
    )
