"""Plan the floor: zones of tables, who is posted there, the rota; and what a judge states of themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, time
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.duty import Duty
from judging.models import JudgePost, Shift, Zone
from judging.zones.queries import PLANNED, Place, at_place, judges_of, place_of
from matches.audit.services import Actor, audited_change, raise_versions
from matches.errors import Refused
from matches.halls.queries.tables import ranges_of
from matches.halls.services.acts import hall_act
from matches.halls.services.days import checked_ranges
from matches.models import Event, HallDay, User
from matches.names.display import tidy
from matches.table_ranges import Ranges, size, without, write_ranges

MOST_NAME = 40
MOST_ZONES = 40
MOST_SHIFTS = 400
PARTS = ("calls", "tables", "zones")


@contextmanager
def _planning(name: str, place: Place, actor: Actor) -> Iterator[dict[str, Any]]:
    """One act on the plan, in the log of the event or of the hall day, whose row is the lock. What is put into the
    dictionary stands there.
    """
    details: dict[str, Any] = {}
    if isinstance(place, HallDay):
        with hall_act(name, hall_day=place, actor=actor) as act:
            yield details
            act.note(**details)
            events = Event.objects.filter(hall_day=place).values_list("pk", flat=True)
            raise_versions({(pk, part) for pk in events for part in PARTS})
        return
    with audited_change(name, event_id=place.pk, actor=actor) as change:
        if change.event.hall_day_id is not None:
            text = _("This event is in a hall day. Plan zones and the rota there.")
            raise Refused("in_hall_day", text, conflict=True)
        yield details
        _mark_planned(change.event)
        change.note(**details)
        change.touch(*PARTS)


def set_zone(
    *, place: Place, actor: Actor, name: str, tables: str, lead: User | None = None, zone: Zone | None = None
) -> Zone:
    """Make a zone, or change ``zone``. The lead is posted there.

    Raises Refused for a name or tables that another zone has, tables that the hall does not have, and a lead who is no
    judge here.
    """
    name = tidy(name)
    with _planning("set_zone", place, actor) as details:
        ranges = _checked_tables(place, tables, zone)
        _check_name(place, name, zone)
        if lead is not None:
            _check_judge(place, lead, "lead")
        if zone is None and Zone.objects.filter(**at_place(place)).count() >= MOST_ZONES:
            raise Refused("too_many_zones", _("There are already %(most)d zones, the maximum.") % {"most": MOST_ZONES})
        row = Zone.objects.filter(pk=zone.pk).first() if zone is not None else Zone(**at_place(place))
        if row is None:
            raise Refused("zone_gone", _("This zone has just been removed."), conflict=True)
        row.name, row.tables, row.lead = name, [list(span) for span in ranges], lead
        row.save()
        if lead is not None:
            _post(place, lead, row)
        details |= {"zone": row.pk, "tables": row.tables, "lead": lead.pk if lead is not None else None}
    return row


def remove_zone(*, zone: Zone, actor: Actor) -> None:
    """Remove a zone. Its tables belong to no zone then, and its judges are posted nowhere."""
    with _planning("remove_zone", _place(zone), actor) as details:
        details["zone"] = zone.pk
        Zone.objects.filter(pk=zone.pk).delete()


def post_judge(*, place: Place, actor: Actor, user: User, zone: Zone | None = None) -> JudgePost:
    """Post a judge in a zone, or in none. Who led another zone does not lead it any more."""
    with _planning("post_judge", place, actor) as details:
        details |= {"user": user.pk, "zone": zone.pk if zone is not None else None}
        _check_judge(place, user, "user")
        if zone is not None and not Zone.objects.filter(pk=zone.pk, **at_place(place)).exists():
            raise Refused("zone_unknown", _("Choose a zone of this plan."), parameter="zone")
        post = _post(place, user, zone)
    return post


def set_shift(
    *,
    place: Place,
    actor: Actor,
    user: User,
    duty: Duty,
    starts: time,
    ends: time,
    covered_by: User | None = None,
    shift: Shift | None = None,
) -> Shift:
    """Plan a part of a judge's day, or change ``shift``. Raises Refused where it overlaps another part, nobody else
    covers, or who covers is away at that time.
    """
    with _planning("set_shift", place, actor) as details:
        details |= {"user": user.pk, "duty": str(duty), "starts": starts, "ends": ends}
        details["covered_by"] = covered_by.pk if covered_by is not None else None
        _check_judge(place, user, "user")
        if ends <= starts:
            raise Refused("ends_first", _("Enter an end that is later than the start."), parameter="ends")
        if covered_by is not None:
            _check_judge(place, covered_by, "covered_by")
            if covered_by == user:
                raise Refused("covers_self", _("Choose a different judge."), parameter="covered_by")
        rows = Shift.objects.filter(**at_place(place)).exclude(pk=shift.pk if shift is not None else 0)
        if rows.count() >= MOST_SHIFTS:
            message = _("The rota already has %(most)d entries, the maximum.") % {"most": MOST_SHIFTS}
            raise Refused("too_many_shifts", message)
        _check_meanwhile(rows.filter(starts__lt=ends, ends__gt=starts), user, duty, covered_by)
        here = at_place(place)
        row = Shift.objects.filter(**here, pk=shift.pk).first() if shift is not None else Shift(**here)
        if row is None:
            raise Refused("shift_gone", _("This entry has just been removed."), conflict=True)
        row.user, row.duty, row.starts, row.ends, row.covered_by = user, duty, starts, ends, covered_by
        row.save()
    return row


def _check_meanwhile(rows: QuerySet[Shift], user: User, duty: Duty, covered_by: User | None) -> None:
    """Raise Refused for an entry at the time of others, ``rows``, that leaves its tables or theirs to nobody."""
    away = rows.exclude(duty=Duty.ON)
    checks = (
        (rows.filter(user=user), "shift_overlaps", _("This judge already has an entry from %(starts)s to %(ends)s.")),
        (
            away.filter(covered_by=user) if duty is not Duty.ON else rows.none(),
            "covers_then",
            _("This judge covers for someone from %(starts)s to %(ends)s. Choose another time, or change that entry."),
        ),
        (
            away.filter(user=covered_by) if covered_by is not None else rows.none(),
            "cover_away",
            _("Who covers is away from %(starts)s to %(ends)s. Choose a different judge, or change that entry."),
        ),
    )
    for found, code, text in checks:
        other = found.first()
        if other is not None:
            values = {"starts": f"{other.starts:%H:%M}", "ends": f"{other.ends:%H:%M}"}
            parameter = "covered_by" if code == "cover_away" else "starts"
            raise Refused(code, text % values, parameter=parameter)


def remove_shift(*, shift: Shift, actor: Actor) -> None:
    """Take an entry out of the rota."""
    with _planning("remove_shift", _place(shift), actor) as details:
        details |= {"user": shift.user_id, "duty": str(shift.duty)}
        Shift.objects.filter(pk=shift.pk).delete()


def set_duty(*, event: Event, actor: Actor, duty: Duty, at: datetime | None = None) -> JudgePost:
    """Note what the judge does now: *on break*, *back*. It holds until the rota next says something about the judge."""
    place = place_of(event)
    with audited_change("set_duty", event_id=event.pk, actor=actor, at=at) as change:
        if actor.user is None:
            raise Refused("no_judge", _("Sign in first."))
        post, _made = JudgePost.objects.get_or_create(**at_place(place), user=actor.user)
        post.duty, post.duty_at = duty, change.at
        post.save(update_fields=["duty", "duty_at"])
        change.note(duty=str(duty))
        change.touch(*PARTS)
        if isinstance(place, HallDay):
            change.touch_in(Event.objects.filter(hall_day=place).values_list("pk", flat=True), *PARTS)
        else:
            _mark_planned(change.event)
    return post


def _mark_planned(event: Event) -> None:
    """Note that pages of the event have a plan to look for."""
    if not event.options.get(PLANNED):
        event.options = {**event.options, PLANNED: True}
        event.save(update_fields=["options"])


def _place(row: Zone | Shift) -> Place:
    place: Place | None = row.hall_day or row.event
    assert place is not None  # noqa: S101 - the database holds it
    return place


def _post(place: Place, user: User, zone: Zone | None) -> JudgePost:
    post, _made = JudgePost.objects.get_or_create(**at_place(place), user=user)
    post.zone = zone
    post.save(update_fields=["zone"])
    led = Zone.objects.filter(**at_place(place), lead=user)
    (led.exclude(pk=zone.pk) if zone is not None else led).update(lead=None)
    return post


def _check_judge(place: Place, user: User, parameter: str) -> None:
    if user.pk not in judges_of(place)[0]:
        raise Refused("no_judge", _("%(name)s is not a judge here.") % {"name": user}, parameter=parameter)


def _check_name(place: Place, name: str, zone: Zone | None) -> None:
    if not name:
        raise Refused("name_missing", _("Enter a name."), parameter="name")
    if len(name) > MOST_NAME:
        raise Refused("too_long", _("Use at most %(most)d characters.") % {"most": MOST_NAME}, parameter="name")
    others = Zone.objects.filter(**at_place(place)).exclude(pk=zone.pk if zone is not None else 0)
    if any(other.casefold() == name.casefold() for other in others.values_list("name", flat=True)):
        raise Refused("zone_exists", _("There is already a zone with this name."), parameter="name", conflict=True)


def _checked_tables(place: Place, text: str, zone: Zone | None) -> Ranges:
    """The tables of a zone. Raises Refused for none, for those of another zone, and for those that the hall lacks."""
    ranges = checked_ranges(text, parameter="tables")
    if not ranges:
        raise Refused("tables_missing", _("Enter the tables of the zone, such as 1–20."), parameter="tables")
    hall = ranges_of(place.tables) if isinstance(place, HallDay) else ()
    if missing := without(ranges, hall) if hall else ():
        message = _("The hall has tables %(hall)s, but not %(missing)s.")
        values = {"hall": write_ranges(hall), "missing": write_ranges(missing)}
        raise Refused("tables_not_in_hall", message % values, parameter="tables")
    others = Zone.objects.filter(**at_place(place)).exclude(pk=zone.pk if zone is not None else 0)
    for other in others:
        common = without(ranges, without(ranges, ranges_of(other.tables)))
        if common:
            message = ngettext(
                "%(zone)s already has table %(tables)s.", "%(zone)s already has tables %(tables)s.", size(common)
            )
            values = {"zone": other.name, "tables": write_ranges(common)}
            raise Refused("tables_in_zone", message % values, parameter="tables", conflict=True)
    return ranges
