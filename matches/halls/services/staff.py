"""The staff of a hall day: a role there is a role at each of its events."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.enums import Role
from matches.errors import Refused
from matches.halls.services.acts import HallChange, check_may, hall_act
from matches.models import Event, EventRole, HallDay, HallRole, User


def grant_hall_role(*, hall_day: HallDay, actor: Actor, username: str, role: str) -> HallRole:
    """Give a person a role at the hall day, and at each of its events. Returns the role that they have already, if any.

    Raises Refused at ``username`` or ``role``.
    """
    with _staff_act("grant_hall_role", "grant_role", hall_day, actor) as (act, events):
        user = User.objects.filter(username__iexact=username.strip(), is_active=True).first()
        if user is None:
            message = _("No account has this username. Check it, or create an account at one of the events.")
            raise Refused("user_unknown", message, parameter="username")
        if role not in Role.values:
            raise Refused("role_unknown", _("Choose one of the roles."), parameter="role")
        held, new = HallRole.objects.get_or_create(hall_day=act.hall_day, user=user, role=Role(role).value)
        act.note(user=user.pk, role=held.role, new=new)
        for change in events:
            _row, granted = EventRole.objects.get_or_create(
                event=change.event, user=user, role=held.role, defaults={"hall_role": held}
            )
            change.note(user=user.pk, role=held.role, new=granted, hall_day=str(act.hall_day.key))
            change.touch("staff")
    return held


def revoke_hall_role(*, hall_role: HallRole, actor: Actor) -> None:
    """End a role at the hall day, and at the events where it came from there.

    Raises Refused if it has ended, and for the last organiser of the hall day or of one of its events.
    """
    with _staff_act("revoke_hall_role", "revoke_role", hall_role.hall_day, actor) as (act, events):
        held = HallRole.objects.filter(hall_day=act.hall_day, pk=hall_role.pk).first()
        if held is None:
            raise Refused("no_such_role", _("This role has already been removed."), conflict=True)
        _check_organisers_left(held, events)
        act.note(user=held.user_id, role=held.role)
        for change in events:
            ended, _rows = EventRole.objects.filter(event=change.event, hall_role=held).delete()
            change.note(user=held.user_id, role=held.role, ended=bool(ended), hall_day=str(act.hall_day.key))
            change.touch("staff")
        held.delete()


@contextmanager
def _staff_act(name: str, at_event: str, hall_day: HallDay, actor: Actor) -> Iterator[tuple[HallChange, list[Change]]]:
    """The act on the hall day inside a change of each of its events, locked in the order of their keys."""
    check_may(name, hall_day=hall_day, actor=actor)
    with ExitStack() as stack:
        pks = Event.objects.filter(hall_day=hall_day).order_by("pk").values_list("pk", flat=True)
        events = [stack.enter_context(audited_change(at_event, event_id=pk, actor=actor)) for pk in pks]
        with hall_act(name, hall_day=hall_day, actor=actor) as act:
            now = set(Event.objects.filter(hall_day=hall_day).values_list("pk", flat=True))
            if now != {change.event.pk for change in events}:
                raise Refused("events_changed", _("Its events have just changed. Send the form again."), conflict=True)
            yield act, events


def _check_organisers_left(held: HallRole, events: list[Change]) -> None:
    if held.role != Role.ORGANISER:
        return
    message = _("An organiser is needed. Give someone else the role first.")
    others = HallRole.objects.filter(hall_day=held.hall_day, role=Role.ORGANISER, user__is_active=True)
    if not others.exclude(pk=held.pk).exists():
        raise Refused("last_organiser", message)
    for change in events:
        left = EventRole.objects.filter(event=change.event, role=Role.ORGANISER, user__is_active=True)
        if not left.exclude(hall_role=held).exists():
            raise Refused("last_organiser", message, details=[change.event.name])
