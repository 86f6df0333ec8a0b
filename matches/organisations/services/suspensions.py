"""Somebody is suspended, the suspension is lifted, and an event's organiser lets the person play all the same."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _

from matches.audit.services import MOST_REASON, Actor, audited_change, raise_versions
from matches.calendar_years import FIRST, LAST, is_possible
from matches.errors import Refused
from matches.imports.reading import email_problem, id_problem
from matches.models import Event, Organisation, Player, Suspension, SuspensionOverride
from matches.names.display import MAX_NAME, name_problem, tidy
from matches.organisations.queries.suspensions import stands
from matches.organisations.services.acts import Act, organisation_act

SHOW_SUSPENSIONS = ("people", "sign_ups")
"""The parts of an event whose pages mark who is suspended."""


def suspend(
    *,
    organisation: Organisation,
    actor: Actor,
    since: date,
    reason: str,
    until: date | None = None,
    player: Player | None = None,
    name: str = "",
    external_id: str = "",
    email: str = "",
) -> Suspension:
    """Suspend a person from the organisation's events. What is not typed of a ``player`` is taken from the player.

    The caller has looked whether the actor may know the player. Raises Refused at one of: name, external_id, email,
    since, until, reason.
    """
    with organisation_act("suspend", organisation=organisation, actor=actor) as act:
        person = _checked_person(player, name, external_id, email)
        _check_days(since, until)
        row = Suspension.objects.create(
            organisation=act.organisation,
            player=player,
            since=since,
            until=until,
            reason=_checked_reason(reason),
            by=actor.user,
            at=act.at,
            **person,
        )
        act.note(suspension=str(row.key), since=since, until=until)
        _touch_events(act, row)
    return row


def lift_suspension(*, suspension: Suspension, actor: Actor, reason: str) -> Suspension:
    """End a suspension at once, for a reason. Raises Refused at ``reason``, and if it has been lifted."""
    with organisation_act("lift_suspension", organisation=suspension.organisation, actor=actor) as act:
        row = Suspension.objects.select_for_update().get(organisation=act.organisation, pk=suspension.pk)
        if row.lifted_at is not None:
            raise Refused("already_lifted", _("This suspension has already been lifted."), conflict=True)
        row.lifted_reason = _checked_reason(reason)
        row.lifted_at, row.lifted_by = act.at, actor.user
        row.save(update_fields=["lifted_at", "lifted_by", "lifted_reason"])
        act.note(suspension=str(row.key))
        _touch_events(act, row)
    return row


def override_suspension(*, event: Event, suspension: Suspension, actor: Actor, reason: str) -> SuspensionOverride:
    """Let a suspended person play at one event. Raises Refused at ``reason``, for a suspension that is not in force
    here, and for one that is overridden already.
    """
    with audited_change("override_suspension", event_id=event.pk, actor=actor, reason=reason) as change:
        event = change.event
        row = Suspension.objects.filter(pk=suspension.pk, organisation=event.organisation_id).first()
        if event.organisation_id is None or row is None or not stands(row, event.date):
            raise Refused("not_suspended", _("This suspension is not in force at this event."), conflict=True)
        if not reason.strip():
            raise Refused("reason_missing", _("Give a reason for letting this person play."), parameter="reason")
        if SuspensionOverride.objects.filter(event=event, suspension=row).exists():
            raise Refused("already_overridden", _("This person may already play at this event."), conflict=True)
        override = SuspensionOverride.objects.create(
            event=event, suspension=row, reason=reason.strip(), by=actor.user, at=change.at
        )
        change.note(suspension=str(row.key))
        change.touch(*SHOW_SUSPENSIONS)
    return override


def _touch_events(act: Act, row: Suspension) -> None:
    """Have the lists of the organisation's events fetched again that may show the suspension."""
    events = Event.objects.filter(
        organisation=act.organisation, finished_at__isnull=True, is_template=False, date__gte=row.since
    )
    raise_versions({(pk, part) for pk in events.values_list("pk", flat=True) for part in SHOW_SUSPENSIONS})


def _checked_person(player: Player | None, name: str, external_id: str, email: str) -> dict[str, str]:
    person = {
        "name": tidy(name) or (player.name if player else ""),
        "external_id": tidy(external_id) or (player.external_id if player else ""),
        "email": tidy(email) or (player.email if player else ""),
    }
    if not person["name"]:
        raise Refused("name_missing", _("Enter the person’s name."), parameter="name")
    if name_problem(person["name"]):
        text = _("Use letters and digits, at most %(most)d characters.") % {"most": MAX_NAME}
        raise Refused("name_unusable", text, parameter="name")
    if id_problem(person["external_id"]):
        raise Refused("id_unusable", _("Check the ID: it has at most 60 letters and digits."), parameter="external_id")
    if email_problem(person["email"]):
        raise Refused("email", _("Check the email address."), parameter="email")
    return person


def _check_days(since: date, until: date | None) -> None:
    for parameter, day in (("since", since), ("until", until)):
        if day is not None and not is_possible(day.year):
            text = _("Check the year: enter one from %(first)d to %(last)d.") % {"first": FIRST, "last": LAST}
            raise Refused("year_impossible", text, parameter=parameter)
    if until is not None and until < since:
        text = _("The last day is before the first one. Check both.")
        raise Refused("until_before_since", text, parameter="until")


def _checked_reason(reason: str) -> str:
    reason = reason.strip()
    if not reason:
        raise Refused("reason_missing", _("Give a reason."), parameter="reason")
    if len(reason) > MOST_REASON:
        raise Refused("reason_long", _("Use at most %(most)s characters.") % {"most": MOST_REASON}, parameter="reason")
    return reason
