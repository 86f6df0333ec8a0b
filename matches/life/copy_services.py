"""Make an event like one that was: settings, stages, policy, staff, walls, schedule and picture, but nothing that was
played.

A template is such a copy that stays as it is, to make events from.
"""

from __future__ import annotations

import shutil
import uuid
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from django.db import transaction
from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.enums import Role
from matches.errors import NotAllowed, Refused
from matches.events.declarations.catalogue import CUSTOM
from matches.events.queries.pictures import picture_file
from matches.events.services.days import MOMENTS, day_problem, moved_moment
from matches.events.services.events import insert_event
from matches.events.services.plans import EventPlan, audit_of, plan_of, stored_values
from matches.events.services.stages import make_stages
from matches.models import Event, EventRole, Organisation, Wall
from matches.organisations.permissions import MEMBERS, standing_of
from matches.organisations.queries.series import series_at
from matches.organisations.services.events import make_in
from matches.permissions import NOT_BY_ROLE, can_organise, may_use_template, roles_of
from matches.plugins import registry
from matches.schedule.items import as_planned, from_stored, moved_by_days, to_stored
from matches.signups.services.inviting import invite_players
from rules_engine import games


@dataclass(frozen=True, kw_only=True)
class CopyTerms:
    """What differs in a copy. ``address`` is the last part of the address of its page; "": made from the name.

    ``with_players``: those of last time are invited. ``as_template``: to make events from; then ``for_club``, the last
    part of the address of a club whose members may all use it; "": for its organisers.
    """

    name: str
    day: date
    venue: str
    address: str = ""
    with_players: bool = False
    as_template: bool = False
    for_club: str = ""


def copy_event(*, event: Event, actor: Actor, terms: CopyTerms, seed: int | None = None) -> Event:
    """Make an event like this one. Raises NotAllowed for a person who is not its organiser or, of a club's template,
    a member of the club; and Refused at one of: name, date, address, players, for_club, or for a setting that no
    longer fits.
    """
    if not actor.is_program and not may_copy(actor.user, event):
        raise NotAllowed(NOT_BY_ROLE)
    if terms.with_players and (terms.as_template or event.is_template):
        raise Refused("template_players", _("A template has no players."), parameter="with_players")
    if problem := day_problem(terms.day):
        raise problem
    club = _chosen_club(terms, actor) or _club(event, actor)
    days = (terms.day - event.date).days
    plan = _plan(event, terms, days)
    stored = stored_values(plan)
    with transaction.atomic():
        kind = {"template": terms.as_template, "shared": bool(terms.for_club)}
        copy = insert_event(stored=stored, actor=actor, seed=seed, address=terms.address, **kind)
        with audited_change("copy_event", event_id=copy.pk, actor=actor, reason=plan.cap_reason) as change:
            copy = change.event
            make_stages(event=copy, plan=plan)
            if not copy.is_shared:
                _copy_staff(change, event)
            _copy_walls(change, event)
            if club is not None:
                make_in(
                    change=change, organisation=club, series=series_at(event) if club == event.organisation else None
                )
            copy.schedule = to_stored(moved_by_days(as_planned(from_stored(event.schedule)), days))
            _take_picture(event, copy)
            copy.prizes = event.prizes
            copy.save(update_fields=["schedule", "prizes", "picture", "picture_alt", "picture_width", "picture_height"])
            for copied in registry.copied:
                copied(change, event)
            invited = invite_players(change=change, source=event) if terms.with_players else 0
            change.note(source=str(event.key), **kind, invited=invited, **audit_of(plan, stored))
            change.touch("event", "staff")
    return copy


def may_copy(user: object, event: Event) -> bool:
    """Whether somebody may make events like this one: its organiser, and of a club's template each of its members."""
    return can_organise(roles_of(user, event)) or may_use_template(user, event)


def _chosen_club(terms: CopyTerms, actor: Actor) -> Organisation | None:
    """The club that a template is made for. Raises Refused for one that the person does not belong to."""
    if not terms.for_club:
        return None
    if not terms.as_template:
        text = _("Only a template can be for a club. Keep this as a template, or leave the club out.")
        raise Refused("not_a_template", text, parameter="for_club")
    club = Organisation.objects.filter(slug=terms.for_club).first()
    if club is None or not standing_of(actor.user, club) & MEMBERS:
        raise Refused("club_unknown", _("You do not belong to a club with this address."), parameter="for_club")
    return club


def _club(event: Event, actor: Actor) -> Organisation | None:
    """The club of the event, which the copy is in as well if the person who makes it belongs to it."""
    club = event.organisation
    return club if club is not None and standing_of(actor.user, club) & MEMBERS else None


def _plan(event: Event, terms: CopyTerms, days: int) -> EventPlan:
    """The settings of the event, with what differs."""
    plan = plan_of(event)
    if plan.preset not in {CUSTOM, *(preset.key for preset in games.get(plan.game).presets)}:
        plan = plan.changed(preset=CUSTOM)  # of an older version of the game: its rules stand in the event
    if any(stage.follows_attendance for stage in event.stages.all()):
        plan = plan.changed(rounds=None)
    moments = {key: moved_moment(plan.values[key], days) for key in MOMENTS}
    return plan.changed(name=terms.name, date=terms.day, venue=terms.venue, **moments)


def _copy_staff(change: Change, source: Event) -> None:
    """Everyone who had a role has it again; whoever makes the copy is its organiser."""
    held = set(source.roles.filter(user__is_active=True).values_list("user_id", "role"))
    if change.actor.user is not None:
        held.add((change.actor.user.pk, Role.ORGANISER.value))
    EventRole.objects.bulk_create(
        [EventRole(event=change.event, user_id=user, role=role) for user, role in sorted(held)]
    )


def _copy_walls(change: Change, source: Event) -> None:
    """The same screens, read from as far away, showing what they showed."""
    fields = ("number", "name", "shows", "metres", "height_cm", "places", "shares")
    rows = Wall.objects.filter(event=source).values(*fields)
    if Wall.objects.bulk_create([Wall(event=change.event, **row) for row in rows]):
        change.touch("wall")


def _take_picture(source: Event, copy: Event) -> None:
    """The picture of the event; its file is copied once the copy is stored, so that a refused one leaves nothing."""
    if not source.picture or not picture_file(source).exists():
        return
    copy.picture, copy.picture_alt = f"{uuid.uuid4().hex}.jpg", source.picture_alt
    copy.picture_width, copy.picture_height = source.picture_width, source.picture_height
    old, new = picture_file(source), picture_file(copy)
    transaction.on_commit(lambda: _copy_file(old, new))


def _copy_file(old: Path, new: Path) -> None:
    """Copy a picture; one that was taken away at this moment is missing in the copy, whose page then has none."""
    new.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        shutil.copyfile(old, new)
