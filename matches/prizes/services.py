"""Set the prizes of an event, and mark who is in which category."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.errors import Refused
from matches.models import Entry, Event
from matches.prizes.labels import wrong_text
from matches.prizes.table import Equal, OnePrize, from_stored, read_lines, to_stored


def set_prizes(
    *,
    event: Event,
    actor: Actor,
    lines: str,
    equal: Equal = Equal.DIVIDE,
    one_prize: OnePrize = OnePrize.NO,
    reason: str = "",
) -> Event:
    """Replace the prizes. ``lines`` are read by ``matches.prizes.table.read_lines``.

    Raises Refused at ``lines``: the first line that is wrong, the others in details; at ``reason`` without one once
    the event is finished.
    """
    with audited_change("set_prizes", event_id=event.pk, actor=actor, reason=reason) as change:
        table, wrong = read_lines(lines)
        if wrong:
            first, *others = (wrong_text(line) for line in wrong)
            raise Refused("prizes_wrong", first, parameter="lines", details=others)
        _check_reason(change, _("Give a reason for changing the prizes of a finished event."))
        change.event.prizes = to_stored(msgspec.structs.replace(table, equal=equal, one_prize=one_prize))
        change.event.save(update_fields=["prizes"])
        change.note(prizes=len(table.prizes), total=table.total, equal=str(equal), one_prize=str(one_prize))
        change.touch("event")
        prizes_changed(change)
    return change.event


def mark_categories(*, event: Event, actor: Actor, marks: Mapping[int, Sequence[str]], reason: str = "") -> list[Entry]:
    """Say which categories players are in, by their numbers; other players stay as they are. Returns who changed.

    Raises Refused at ``marks`` for a number or a category that the event does not have; at ``reason`` without one once
    the event is finished.
    """
    with audited_change("mark_categories", event_id=event.pk, actor=actor, reason=reason) as change:
        entries = list(change.event.entries.filter(number__in=list(marks)).order_by("number"))
        known = from_stored(change.event.prizes).categories
        _check_known(marks, entries, known)
        changed = []
        for entry in entries:
            chosen = [name for name in known if name in marks[entry.number]]
            if chosen != entry.categories:
                entry.categories = chosen
                changed.append(entry)
        if changed:
            _check_reason(change, _("Give a reason for changing the categories of a finished event."))
            Entry.objects.bulk_update(changed, ["categories"])
            change.touch("people")
            prizes_changed(change)
        change.note(marks={entry.number: [known.index(name) for name in entry.categories] for entry in changed})
    return changed


def _check_known(marks: Mapping[int, Sequence[str]], entries: Sequence[Entry], known: Sequence[str]) -> None:
    missing = sorted(set(marks) - {entry.number for entry in entries})
    if missing:
        text = _("No player has the number %(number)d.") % {"number": missing[0]}
        raise Refused("player_unknown", text, parameter="marks")
    checked_categories((name for names in marks.values() for name in names), known, parameter="marks")


def checked_categories(names: Iterable[str], known: Sequence[str], *, parameter: str) -> list[str]:
    """The categories of these names in the order of the prizes. Raises Refused at ``parameter`` for an unknown one."""
    wanted = list(names)
    unknown = next((name for name in wanted if name not in known), None)
    if unknown is not None:
        text = _("There is no prize for the category “%(name)s”. Add a line for it first.") % {"name": unknown[:60]}
        raise Refused("category_unknown", text, parameter=parameter)
    return [name for name in known if name in wanted]


def _check_reason(change: Change, text: str) -> None:
    """Once the event is finished, prizes may be in people's hands: whoever changes them says why."""
    if change.event.finished_at is not None and not change.reason.strip():
        raise Refused("reason_missing", text, parameter="reason")


def prizes_changed(change: Change) -> None:
    """Pages look again for who wins what, those of the other events of the hall day as well."""
    change.touch("standings")
    _look_elsewhere(change, [change.event])


DECIDES_PLACES = frozenset({"standings", "bracket", "results", "people"})
"""The parts with which the places of a finished event, or who its players are, can change."""


def prizes_elsewhere(change: Change) -> None:
    """What changes the places of finished events also changes who has a prize at the others of their hall day."""
    shown = {event_id for event_id, part in change.parts if part in DECIDES_PLACES}
    others = shown - {change.event.pk}
    events = [change.event] if change.event.pk in shown else []
    events += Event.objects.filter(pk__in=others, hall_day__isnull=False) if others else []
    _look_elsewhere(change, [event for event in events if event.finished_at is not None and event.prizes])


def _look_elsewhere(change: Change, events: Sequence[Event]) -> None:
    """Have the other events of the hall days of these look again for who wins what."""
    for event in events:
        if event.hall_day_id is not None:
            others = Event.objects.filter(hall_day=event.hall_day_id).exclude(pk=event.pk).exclude(prizes={})
            change.touch_in(list(others.values_list("pk", flat=True)), "standings")
