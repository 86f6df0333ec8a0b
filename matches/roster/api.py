"""Entries: the list, one entry, sign-up by hand, and the actions on a player."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.actions import Action, ActionView
from matches.api.base import EventScopedListView, EventScopedView, Predicate, actor_of, validated
from matches.api.conditional import answer, event_tag
from matches.api.once import create_once
from matches.api.schema import WRITES, operation
from matches.api.serializers import OptionalReasonSerializer
from matches.attendance.services import check_in, disqualify_entry, drop_entry, return_entry, undo_check_in
from matches.attendance.strike_services import restore_results, strike_results
from matches.models import Entry, Event
from matches.people.queries.entries import visible_entries
from matches.people.serializers import (
    ByesSerializer,
    CheckedInSerializer,
    CheckInSerializer,
    DisqualifySerializer,
    DropSerializer,
    EntryCreateSerializer,
    EntrySerializer,
    EntryUpdateSerializer,
    FixedTableSerializer,
)
from matches.people.services.allowances import award_byes, set_fixed_table
from matches.people.services.entries import add_entry, update_entry
from matches.people.services.removal import remove_entry
from matches.permissions import can_drop_players, can_organise, can_run_rounds, can_see_emails
from matches.roster.filters import EntryFilter

PARTS = ("event", "people", "standings", "rounds", "pairings")
"""The live parts that a list of players shows: closing a round may drop players who did not appear."""


class EntryAnswers(EventScopedView):
    """Answers with the player's entry. Only the desk sees email addresses."""

    # Its answers to the desk are other copies in the cache.

    @property
    def viewer(self) -> str:
        return "desk" if can_see_emails(self.roles) else super().viewer

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "emails": can_see_emails(self.roles)}


class EntryListView(EntryAnswers, EventScopedListView):
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_run_rounds}
    queryset = Entry.objects.all()
    serializer_class = EntrySerializer
    filterset_class = EntryFilter

    def get_queryset(self) -> QuerySet[Entry]:
        return visible_entries(self.event, staff=self.staff)

    @operation(
        "entries_list",
        "The players of an event",
        tag="entries",
        responses={200: EntrySerializer(many=True)},
        errors=(400, 404, 429),
        conditional=True,
        table=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """By number. Everyone sees the players who are or were in; the staff also sees the others, and the staff's
        fields.
        """
        return answer(request, event_tag(self.event, PARTS, viewer=self.viewer), self.page)

    @operation(
        "entries_add",
        "Sign a player up",
        tag="entries",
        request=EntryCreateSerializer,
        responses={201: EntrySerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Before the event, or as a walk-in from the next round to be published."""
        data = validated(EntryCreateSerializer(data=request.data))

        def make() -> str:
            return str(add_entry(event=self.event, actor=actor_of(request), **data).number)

        response = create_once(request, make, lambda number: entry_data(self, int(number)))
        response.headers["Location"] = reverse("api-entry", args=[slug, response.data["number"]])
        return response


def find_entry(event: Event, number: int, *, staff: bool) -> Entry:
    """The entry with that number. Raises NotFound for one that the client may not see."""
    entry = visible_entries(event, staff=staff).filter(number=number).first()
    if entry is None:
        if staff:
            raise NotFound(_("There is no player with this number in this event."))
        raise NotFound(_("There is no player with this number in this event, or the entry is not published."))
    return entry


def entry_data(view: EntryAnswers, number: int) -> dict[str, Any]:
    """Return one entry as it is now. Raises NotFound for an entry that the client may not see."""
    entry = find_entry(view.event, number, staff=view.staff)
    data: dict[str, Any] = view.serialized(EntrySerializer, entry)
    return data


class EntryView(EntryAnswers):
    permissions: ClassVar[dict[str, Predicate]] = {"PATCH": can_run_rounds, "DELETE": can_run_rounds}

    @operation("entries_read", "One player", tag="entries", responses={200: EntrySerializer}, conditional=True)
    def get(self, request: Request, slug: str, number: int) -> HttpResponseBase:
        """By the number given at sign-up."""
        tag = event_tag(self.event, PARTS, viewer=self.viewer)
        found = entry_data(self, number)
        return answer(request, tag, lambda: Response(found))

    @operation(
        "entries_change",
        "Edit a player",
        tag="entries",
        request=EntryUpdateSerializer(partial=True),
        responses={200: EntrySerializer},
        errors=WRITES,
    )
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Omitted fields stay unchanged. Name, ID and email change at every event of the player if you work at the
        desk of each, as organiser or scorekeeper; otherwise at this event alone.
        """
        entry = find_entry(self.event, number, staff=True)
        known = {name: getattr(entry.player, name) for name in ("name", "external_id", "email")}
        known |= {"seed": entry.seed, "name_display": entry.name_display}
        data = {**known, **validated(EntryUpdateSerializer(data=request.data, partial=True))}
        update_entry(actor=actor_of(request), entry=entry, **data)
        return Response(entry_data(self, number))

    @operation(
        "entries_remove",
        "Remove a player",
        tag="entries",
        responses={204: None},
        errors=(401, 403, 404, 409, 422, 429),
    )
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Only a player who was never paired. The number is not reused."""
        entry = find_entry(self.event, number, staff=True)
        remove_entry(actor=actor_of(request), entry=entry)
        return Response(status=204)


def _about(entry: Entry, actor: Any) -> dict[str, Any]:
    return {"actor": actor, "entry": entry}


ACTIONS = {
    "check-in": Action(
        summary="Check the player in",
        permission=can_run_rounds,
        perform=lambda entry, actor, data: check_in(event=entry.event, actor=actor, entries=[entry]),
    ),
    "undo-check-in": Action(
        summary="Undo a check-in",
        description="Only for a player who was not paired yet.",
        permission=can_run_rounds,
        perform=lambda entry, actor, data: undo_check_in(event=entry.event, actor=actor, entries=[entry]),
    ),
    "drop": Action(
        summary="Drop the player",
        description="From the next pairing on. Published rounds do not change. `walkover` is for a player in the cut,"
        " `results` for one in a round robin.",
        permission=can_drop_players,
        request=DropSerializer,
        perform=lambda entry, actor, data: drop_entry(**_about(entry, actor), **data),
    ),
    "return": Action(
        summary="Reinstate the player",
        description="From the next pairing on. Results that were struck count again. After a disqualification: only the"
        " organiser, with a reason.",
        permission=can_run_rounds,
        request=OptionalReasonSerializer,
        perform=lambda entry, actor, data: return_entry(**_about(entry, actor), **data),
    ),
    "strike": Action(
        summary="Strike the player's results",
        description="For a player who dropped from a round robin before playing half of their matches: the results stay"
        " visible, but do not count in the standings.",
        permission=can_run_rounds,
        request=OptionalReasonSerializer,
        perform=lambda entry, actor, data: strike_results(**_about(entry, actor), **data),
    ),
    "restore-results": Action(
        summary="Let struck results count again",
        permission=can_run_rounds,
        request=OptionalReasonSerializer,
        perform=lambda entry, actor, data: restore_results(**_about(entry, actor), **data),
    ),
    "byes": Action(
        summary="Award byes for the first rounds",
        permission=can_organise,
        request=ByesSerializer,
        perform=lambda entry, actor, data: award_byes(**_about(entry, actor), **data),
    ),
    "table": Action(
        summary="Keep the player at one table",
        description="With a reason, which only staff can see; null removes the fixed table.",
        permission=can_run_rounds,
        request=FixedTableSerializer,
        perform=lambda entry, actor, data: set_fixed_table(**_about(entry, actor), **data),
    ),
    "disqualify": Action(
        summary="Disqualify the player",
        description="Results of played matches stand.",
        permission=can_organise,
        request=DisqualifySerializer,
        perform=lambda entry, actor, data: disqualify_entry(**_about(entry, actor), **data),
    ),
}


class EntryActionView(EntryAnswers, ActionView):
    def get_object(self, *, number: int) -> Entry:
        return find_entry(self.event, number, staff=True)

    def respond(self, subject: Entry, result: Any) -> dict[str, Any]:
        return entry_data(self, subject.number)


class CheckInView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_run_rounds}

    @operation(
        "entries_check_in_many",
        "Check players in, or everyone who is registered",
        tag="entries",
        request=CheckInSerializer,
        responses={200: CheckedInSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Players who are checked in already stay so. Players who are out are skipped if several are named."""
        data = validated(CheckInSerializer(data=request.data))
        numbers = data.get("numbers")
        entries = list(Entry.objects.filter(event=self.event, number__in=numbers)) if numbers else None
        return create_once(
            request,
            lambda: str(check_in(event=self.event, actor=actor_of(request), entries=entries)),
            lambda count: CheckedInSerializer({"checked_in": int(count)}).data,
            status=200,
        )
