"""Entries: the list, one, sign-up by hand, and the acts about a player."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import Action, ActionOn, ListOf, OfEvent, Predicate, actor_of, valid
from matches.api.conditional import answer, event_tag
from matches.api.filters import EntryFilter
from matches.api.once import create_once
from matches.api.schema import WRITES, described
from matches.events.serializers import ReasonMaybe
from matches.models import Entry
from matches.people.attendance_services import check_in, disqualify_entry, drop_entry, return_entry, undo_check_in
from matches.people.serializers import (
    ByesGiven,
    CheckedIn,
    DisqualifyGiven,
    EntryChanged,
    EntryNew,
    EntryShown,
    Numbers,
    TableGiven,
)
from matches.people.services import add_entry, award_byes, remove_entry, set_fixed_table, update_entry
from matches.people.value_serializers import entry_shown, visible_entries
from matches.permissions import can_organise, can_run_rounds, can_see_desk

PARTS = ("event", "people", "standings", "rounds", "pairings")
"""The live parts that a list of players shows: closing a round may drop those who did not show."""


class Entries(ListOf):
    rights: ClassVar[dict[str, Predicate]] = {"POST": can_run_rounds}
    queryset = Entry.objects.all()
    serializer_class = EntryShown
    filterset_class = EntryFilter

    def get_queryset(self) -> QuerySet[Entry]:
        return visible_entries(self.event, staff=self.staff)

    def values(self, rows: list[Entry]) -> list[dict[str, Any]]:
        return [entry_shown(entry, self.event, staff=self.staff) for entry in rows]

    @described(
        "entries_list",
        "The players of an event",
        tag="entries",
        answers={200: EntryShown(many=True)},
        fails=(400, 404, 429),
        conditional=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """By number. Everyone sees who is or was in; the staff sees the others, too, and what is theirs to see."""
        return answer(request, event_tag(self.event, PARTS, viewer=self.viewer), self.page)

    @described(
        "entries_add",
        "Sign a player up",
        tag="entries",
        takes=EntryNew,
        answers={201: EntryShown},
        fails=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Before the event or as a walk-in, who is in from the next round to be published."""
        given = valid(EntryNew(data=request.data))

        def make() -> str:
            return str(add_entry(event_id=self.event.pk, actor=actor_of(request), **given).number)

        response = create_once(request, make, lambda number: shown(self, int(number)))
        response.headers["Location"] = reverse("api-entry", args=[slug, response.data["number"]])
        return response


def shown(view: OfEvent, number: int) -> dict[str, Any]:
    """One entry as it is now. Raises Http404 for one that the asker may not see."""
    entry = get_object_or_404(visible_entries(view.event, staff=view.staff), number=number)
    return EntryShown(entry_shown(entry, view.event, staff=view.staff)).data


class OneEntry(OfEvent):
    rights: ClassVar[dict[str, Predicate]] = {"PATCH": can_run_rounds, "DELETE": can_run_rounds}

    @described("entries_read", "One player", tag="entries", answers={200: EntryShown}, conditional=True)
    def get(self, request: Request, slug: str, number: int) -> HttpResponseBase:
        """By the number given at sign-up."""
        tag = event_tag(self.event, PARTS, viewer=self.viewer)
        found = shown(self, number)
        return answer(request, tag, lambda: Response(found))

    @described(
        "entries_change",
        "Change a player's line",
        tag="entries",
        takes=EntryChanged(partial=True),
        answers={200: EntryShown},
        fails=WRITES,
    )
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """What is left out stays. Name, id and e-mail are the player's, so that they change at every event."""
        entry = get_object_or_404(visible_entries(self.event, staff=True), number=number)
        known = {name: getattr(entry.player, name) for name in ("name", "external_id", "email")}
        known |= {"seed": entry.seed, "name_display": entry.name_display}
        given = {**known, **valid(EntryChanged(data=request.data, partial=True))}
        update_entry(event_id=self.event.pk, actor=actor_of(request), entry_id=entry.pk, **given)
        return Response(shown(self, number))

    @described(
        "entries_remove",
        "Take a player off the list",
        tag="entries",
        answers={204: None},
        fails=(401, 403, 404, 409, 422, 429),
    )
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Only somebody who was never paired. The number is not given again."""
        entry = get_object_or_404(visible_entries(self.event, staff=True), number=number)
        remove_entry(event_id=self.event.pk, actor=actor_of(request), entry_id=entry.pk)
        return Response(status=204)


def _about(entry: Entry, actor: Any) -> dict[str, Any]:
    return {"event_id": entry.event_id, "actor": actor, "entry_id": entry.pk}


ACTS = {
    "check-in": Action(
        says="Check the player in",
        may=can_run_rounds,
        do=lambda entry, actor, data: check_in(event_id=entry.event_id, actor=actor, entry_ids=[entry.pk]),
    ),
    "undo-check-in": Action(
        says="Take a check-in back",
        about="Only of somebody who was not paired yet.",
        may=can_run_rounds,
        do=lambda entry, actor, data: undo_check_in(event_id=entry.event_id, actor=actor, entry_ids=[entry.pk]),
    ),
    "drop": Action(
        says="Drop the player",
        about="From the next pairing on. What is published stays as it is.",
        may=can_see_desk,
        takes=ReasonMaybe,
        do=lambda entry, actor, data: drop_entry(**_about(entry, actor), **data),
    ),
    "return": Action(
        says="Let the player return",
        about="From the next pairing on. After a disqualification with a reason.",
        may=can_run_rounds,
        takes=ReasonMaybe,
        do=lambda entry, actor, data: return_entry(**_about(entry, actor), **data),
    ),
    "byes": Action(
        says="Award byes for the first rounds",
        may=can_organise,
        takes=ByesGiven,
        do=lambda entry, actor, data: award_byes(**_about(entry, actor), **data),
    ),
    "table": Action(
        says="Keep the player at one table",
        about="With the reason, which only the staff sees; a null table frees the player.",
        may=can_run_rounds,
        takes=TableGiven,
        do=lambda entry, actor, data: set_fixed_table(**_about(entry, actor), **data),
    ),
    "disqualify": Action(
        says="Disqualify the player",
        about="Results that were played stand.",
        may=can_organise,
        takes=DisqualifyGiven,
        do=lambda entry, actor, data: disqualify_entry(**_about(entry, actor), **data),
    ),
}


class EntryAct(ActionOn):
    def subject(self, *, number: int) -> Entry:
        return get_object_or_404(visible_entries(self.event, staff=True), number=number)

    def shown(self, subject: Entry, done: Any) -> dict[str, Any]:
        return shown(self, subject.number)


class CheckIn(OfEvent):
    rights: ClassVar[dict[str, Predicate]] = {"POST": can_run_rounds}

    @described(
        "entries_check_in_many",
        "Check players in, or everyone who is registered",
        tag="entries",
        takes=Numbers,
        answers={200: CheckedIn},
        fails=WRITES,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Those who are checked in stay so; those who are out are left out when several are named."""
        given = valid(Numbers(data=request.data))
        ids = None
        if numbers := given.get("numbers"):
            ids = list(Entry.objects.filter(event=self.event, number__in=numbers).values_list("pk", flat=True))
        count = check_in(event_id=self.event.pk, actor=actor_of(request), entry_ids=ids)
        return Response(CheckedIn({"checked_in": count}).data)
