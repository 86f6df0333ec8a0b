"""What the API views of all records share: logging a record once, and finding matches and players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from judging.models import Record
from matches.api.actions import ActionView
from matches.api.once import REPLAY, named_once
from matches.models import Entry, Event, Match

PARTS = ("rulings", "people")
R = TypeVar("R", bound=Record)


def match_of(event: Event, pk: int | None) -> Match | None:
    """The match with that id, or None; 400 at the field for a match that is not in this event."""
    if pk is None:
        return None
    match = Match.objects.filter(round__stage__event=event, pk=pk).select_related("round__stage__event").first()
    if match is None:
        raise ValidationError({"match": [_("There is no such match in this event.")]})
    return match


def entry_of(event: Event, number: int | None) -> Entry | None:
    """The entry with that number, or None; 400 at the field for a player who is not in this event."""
    if number is None:
        return None
    entry = Entry.objects.filter(event=event, number=number).select_related("player").first()
    if entry is None:
        raise ValidationError({"player": [_("There is no player with this number in this event.")]})
    return entry


class RecordActionView(ActionView):
    """An action on one record of the event; ``rows`` are the records with what the services need of them."""

    rows: ClassVar[QuerySet[Any]]

    def get_object(self, **address: Any) -> Any:
        return get_object_or_404(self.rows, event=self.event, pk=address["pk"])


def log_once(request: Request, log: Callable[[], R], respond: Callable[[str], dict[str, Any]]) -> Response:
    """Answer 201 with the record that ``log`` writes, or 200 with the existing record of the same id; ``respond``
    takes the record's id.

    Of several copies of a request at one moment, only one is answered 201. A request that is repeated with its key is
    answered as it was.
    """

    def logged() -> str:
        row = log()
        return f"{200 if row.repeated else 201} {row.pk}"

    name, now = named_once(request, logged)
    status, _space, pk = name.partition(" ")
    return Response(respond(pk), status=int(status), headers=None if now else REPLAY)
