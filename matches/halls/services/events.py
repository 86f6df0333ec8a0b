"""Events join a hall day and leave it, and each says which of the tables are its own."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.enums import Role, RoundStatus
from matches.errors import Refused
from matches.halls.queries.tables import ranges_of
from matches.halls.services.acts import hall_act
from matches.halls.services.days import checked_ranges
from matches.models import Event, EventRole, HallDay, HallRole, Round
from matches.table_ranges import Ranges, without, write_ranges


def add_to_hall_day(*, event: Event, hall_day: HallDay, actor: Actor, tables: str = "") -> Event:
    """Put an event into a hall day, with tables of its own ("": all of the hall's). The hall day's staff get their
    roles at the event.

    For a person who organises both. Raises Refused for a template, for an event of another hall day, and at ``tables``.
    """
    with audited_change("join_hall_day", event_id=event.pk, actor=actor) as change:
        if change.event.hall_day_id is not None:
            raise Refused(
                "in_hall_day", _("This event is already in a hall day. Remove it from there first."), conflict=True
            )
        ranges = checked_ranges(tables, parameter="tables")
        with hall_act("add_to_hall_day", hall_day=hall_day, actor=actor) as act:
            _check_in_hall(ranges, act.hall_day)
            act.note(event=str(change.event.key))
            change.event.hall_day = act.hall_day
            _store(change, ranges)
            granted = _give_hall_roles(change.event, act.hall_day)
        change.note(hall_day=str(hall_day.key), tables=[list(span) for span in ranges], hall_roles=granted)
        change.touch("staff")
    return change.event


def remove_from_hall_day(*, event: Event, actor: Actor) -> Event:
    """Take an event out of its hall day; roles that came with the hall day end. The event keeps an organiser.

    Raises Refused while a round is being played, and for an event that is in no hall day.
    """
    with audited_change("leave_hall_day", event_id=event.pk, actor=actor) as change:
        hall_day = change.event.hall_day
        if hall_day is None:
            raise Refused("no_hall_day", _("This event is not in a hall day."), conflict=True)
        if Round.objects.filter(stage__event=event.pk, status__in=RoundStatus.takes_results()).exists():
            raise Refused("round_open", _("A round is being played. Close it before you remove the event."))
        with hall_act("remove_from_hall_day", hall_day=hall_day, actor=actor) as act:
            act.note(event=str(change.event.key))
            ended = _end_hall_roles(change)
            change.event.hall_day = None
            _store(change, ())
        change.note(hall_day=str(hall_day.key), ended=ended)
        change.touch("staff")
    return change.event


def set_event_tables(*, event: Event, actor: Actor, tables: str) -> Event:
    """State which tables of the hall are the event's ("": all). Those of rounds that are drawn already stay.

    Raises Refused at ``tables`` for a list that cannot be read, or that the hall does not have.
    """
    with audited_change("set_event_tables", event_id=event.pk, actor=actor) as change:
        hall_day = change.event.hall_day
        if hall_day is None:
            raise Refused("no_hall_day", _("This event is not in a hall day."), conflict=True)
        ranges = checked_ranges(tables, parameter="tables")
        _check_in_hall(ranges, hall_day)
        _store(change, ranges)
        change.note(tables=[list(span) for span in ranges])
    return change.event


def _check_in_hall(ranges: Ranges, hall_day: HallDay) -> None:
    hall = ranges_of(hall_day.tables)
    missing = without(ranges, hall) if hall else ()
    if missing:
        message = _("The hall has tables %(hall)s, but not %(missing)s.")
        values = {"hall": write_ranges(hall), "missing": write_ranges(missing)}
        raise Refused("tables_not_in_hall", message % values, parameter="tables")


def _store(change: Change, ranges: Ranges) -> None:
    change.event.tables = [list(span) for span in ranges]
    change.event.save(update_fields=["hall_day", "tables"])
    change.touch("event", "rounds")


def _give_hall_roles(event: Event, hall_day: HallDay) -> list[list[int | str]]:
    """Whoever has a role at the hall day has it at the event; one that the person had there already stays as it is."""
    held = set(EventRole.objects.filter(event=event).values_list("user_id", "role"))
    rows = HallRole.objects.filter(hall_day=hall_day).order_by("pk")
    wanted = [row for row in rows if (row.user_id, row.role) not in held]
    EventRole.objects.bulk_create(
        [EventRole(event=event, user_id=row.user_id, role=row.role, hall_role=row) for row in wanted]
    )
    return [[row.user_id, row.role] for row in wanted]


def _end_hall_roles(change: Change) -> list[list[int | str]]:
    """End the roles that came with the hall day; without another organiser, whoever does this stays one."""
    at_event = EventRole.objects.filter(event=change.event)
    roles = at_event.filter(hall_role__isnull=False)
    if not at_event.filter(hall_role__isnull=True, role=Role.ORGANISER, user__is_active=True).exists():
        stays = roles.filter(user=change.actor.user, role=Role.ORGANISER).first() if change.actor.user else None
        if stays is None:
            message = _("An event needs an organiser. Give someone the role at the event first.")
            raise Refused("last_organiser", message)
        EventRole.objects.filter(pk=stays.pk).update(hall_role=None)
    ended: list[list[int | str]] = [[user, role] for user, role in roles.order_by("pk").values_list("user_id", "role")]
    roles.delete()
    return ended
