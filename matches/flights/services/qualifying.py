"""Players of one event are entered in another one: a day 2, a final."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.enums import StageKind
from matches.errors import NotAllowed, Refused
from matches.events.queries.kinds import kind_of
from matches.events.services.suggestions import follow_attendance
from matches.flights.queries import Standing, is_played, ranked_stage_of, standing_of
from matches.models import Entry, Event, QualifyingEvent, Round, Stage
from matches.names.services import mark_namesakes
from matches.organisations.services.checks import check_people
from matches.people.services.entries import check_open, new_entry
from matches.permissions import NOT_BY_ROLE, can_organise, roles_of
from matches.snapshots.carried_queries import CARRIED
from matches.snapshots.history_queries import scoring_of


def take_qualifiers(
    *,
    event: Event,
    actor: Actor,
    source: Event,
    numbers: Collection[int],
    carries_points: bool,
    checked_in: bool = False,
) -> list[Entry]:
    """Enter the players of ``source`` with these numbers in the event, best first; who is in it already is skipped.

    ``carries_points``: they keep the points that they made there, and all that follows from them. For a person who
    organises both. Raises Refused at ``source``, ``numbers`` or ``carries_points``.
    """
    with audited_change("take_qualifiers", event_id=event.pk, actor=actor) as change:
        check_open(change.event)
        if not actor.is_program and not can_organise(roles_of(actor.user, source)):
            raise NotAllowed(NOT_BY_ROLE)
        stage = _first_stage(change)
        _check_source(change.event, source)
        _check_carried(change.event, stage, source, carries_points)
        chosen = _chosen(change.event, source, numbers)
        check_people(change.event, [row.entry for row in chosen])
        link, _new = QualifyingEvent.objects.get_or_create(
            event=change.event,
            source=source,
            defaults={"carries_points": carries_points, "created_at": change.at, "created_by": actor.user},
        )
        if carries_points and not stage.options.get(CARRIED):
            stage.options = {**stage.options, CARRIED: True}
            stage.save(update_fields=["options"])
        entries = [_enter(change, row, checked_in=checked_in) for row in chosen]
        mark_namesakes(change=change, event=change.event)
        follow_attendance(change)
        change.note(
            source=str(source.key), carries_points=link.carries_points, entries=[entry.number for entry in entries]
        )
        change.touch("people", "standings")
    return entries


def _first_stage(change: Change) -> Stage:
    """The stage that they are entered in. Raises Refused once it has begun."""
    stage = Stage.objects.select_related("event").filter(event=change.event).order_by("order").first()
    if stage is None:
        raise AssertionError("every event has a stage")
    if Round.objects.filter(stage__event=change.event, published_at__isnull=False).exists():
        raise Refused("has_begun", _("This event has begun. Add a late player by hand."), conflict=True)
    return stage


def _check_source(event: Event, source: Event) -> None:
    stage = ranked_stage_of(source)
    if source.pk == event.pk or source.game != event.game or stage is None:
        text = _("Choose another event of the same game that has Swiss rounds.")
        raise Refused("source_unsuitable", text, parameter="source")
    if not is_played(stage):
        text = _("%(event)s still has rounds to play. Close its last round first.") % {"event": source.name}
        raise Refused("source_not_played", text, parameter="source")


def _check_carried(event: Event, stage: Stage, source: Event, carries_points: bool) -> None:
    """With points, both events count them in the same way; all sources bring points, or none."""
    known = QualifyingEvent.objects.filter(event=event).values_list("carries_points", flat=True)
    if any(one != carries_points for one in known):
        text = _("Either all players carry their points over, or none. Make the same choice as for the first event.")
        raise Refused("points_mixed", text, parameter="carries_points")
    if not carries_points:
        return
    flight = ranked_stage_of(source)
    if stage.kind != StageKind.SWISS or flight is None or flight.kind != StageKind.SWISS:
        text = _("Points can be carried over only from Swiss rounds to Swiss rounds.")
        raise Refused("points_not_swiss", text, parameter="carries_points")
    if scoring_of(event) != scoring_of(source) or not (
        kind_of(stage).ends_with_loss and kind_of(flight).ends_with_loss
    ):
        text = _("%(event)s counts points differently, so they cannot be carried over.") % {"event": source.name}
        raise Refused("points_differ", text, parameter="carries_points")


def _chosen(event: Event, source: Event, numbers: Collection[int]) -> list[Standing]:
    wanted, standing = set(numbers), standing_of(source)
    unknown = wanted - {row.entry.number for row in standing}
    if unknown:
        text = _("Not in the standings of %(event)s:") % {"event": source.name}
        raise Refused("not_in_standings", text, parameter="numbers", details=[f"#{n}" for n in sorted(unknown)])
    there = set(Entry.objects.filter(event=event).values_list("player", flat=True))
    chosen = [row for row in standing if row.entry.number in wanted and row.entry.player_id not in there]
    if not chosen:
        text = _("Choose at least one player who is not in this event yet.")
        raise Refused("nobody_chosen", text, parameter="numbers")
    return chosen


def _enter(change: Change, row: Standing, *, checked_in: bool) -> Entry:
    entry = new_entry(change, row.entry.player, checked_in=checked_in)
    entry.came_from = row.entry
    entry.name_display = row.entry.name_display
    entry.save(update_fields=["came_from", "name_display"])
    return entry
