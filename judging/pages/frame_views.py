"""What the judges' pages share: their navigation, finding a table, answering a button."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Set
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.calls.queries import waiting_calls
from judging.models import Ruling
from judging.pages.notice_views import NoticeShown, notices_shown
from judging.pages.stand_in_queries import STAND_IN, stand_in
from judging.permissions import can_head
from judging.zones.call_queries import RoutedCalls
from judging.zones.elsewhere_queries import strip_of
from matches.enums import MatchKind, Role
from matches.errors import Refused
from matches.frame.board_views import BoardContext
from matches.frame.desk_views import desk_board
from matches.models import Event, Match, Round
from matches.pages.components import Link, Section
from matches.pages.frame_views import StaffContext, event_menu
from matches.pages.message_views import report_success
from matches.pages.refusal_views import show_refusal
from matches.results.queries.results import with_results
from rules_engine.whole_numbers import whole_number


def navigation(event: Event, roles: Set[Role], current: str, waiting: int) -> list[Section]:
    """The judges' sections, and the link back to the desk. ``waiting`` is how many calls wait for a judge."""
    places = [
        ("desk", _("Tables"), "judging:tables", 0),
        ("call", _("Calls"), "judging:calls", waiting),
        ("ruling", _("Log"), "judging:log", 0),
        ("judge", _("Head judge"), "judging:head", 0),
        ("book", _("Rules"), "judging:rules", 0),
        ("home", _("Desk"), "matches:desk", 0),
    ]
    return [
        Section(label, reverse(name, args=[event.slug]), icon, current=icon == current, count=count)
        for icon, label, name, count in places
        if icon != "judge" or can_head(roles)
    ]


class FloorContext(BoardContext, StaffContext):
    """What ``base_judge.html`` needs; ``strip`` are the calls that no judge has taken, ``notices`` what the
    judge has not read."""

    strip: RoutedCalls
    notices: list[NoticeShown]


def floor_context(user: object, event: Event, roles: Set[Role], current: str, round_: Round | None) -> FloorContext:
    """The frame of a judges' page for a member of the staff, with the current section marked."""
    board, calls = desk_board(event, round_), strip_of(event, user, waiting_calls(event), timezone.now())
    return {
        **board,
        "clock_url": board["clock_url"] + "&judge",
        "round_url": "",  # a line of the head is no target for a thumb
        "roles": roles,
        "nav": navigation(event, roles, current, calls.waiting),
        "menu": event_menu(event, roles),
        "strip": calls,
        "notices": notices_shown(event, user),
    }


def find_match(event: Event, pk: int) -> Match:
    """A match of this event with its seats and results, or 404."""
    matches = with_results(Match.objects.filter(round__stage__event=event).select_related("round__stage__event"))
    return get_object_or_404(matches, pk=pk, kind=MatchKind.PLAYED, table__isnull=False)


def shown_match(request: HttpRequest, event: Event, pk: int) -> Match:
    """A match as ``find_match`` finds it, or for a page that a device keeps the one that stands in for all tables."""
    if pk == STAND_IN and request.method == "GET":
        return stand_in(event, whole_number(request.GET.get("seats", "")))
    return find_match(event, pk)


def players(match: Match) -> list[tuple[str, str]]:
    """The players of a table as form choices: the entry's number and the name."""
    return [(str(seat.entry.number), seat.entry.unique_name) for seat in match.seats.all()]


def entry_at(match: Match, number: object) -> Any:
    """The entry with that number at the table, or None."""
    return next((seat.entry for seat in match.seats.all() if str(seat.entry.number) == str(number)), None)


def ruling_of(event: Event, key: str) -> Ruling | None:
    """The ruling with the id ``key``, or None if this event has no such ruling."""
    try:
        return Ruling.objects.filter(event=event, pk=uuid.UUID(key)).first()
    except ValueError:
        return None


def crumbs(event: Event, match: Match | None = None, *more: tuple[str, str]) -> list[Link]:
    """The breadcrumbs of a page below a table."""
    found = [Link(_("Tables"), reverse("judging:tables", args=[event.slug]))]
    if match is not None:
        found.append(Link(_("Table %(table)s") % {"table": match.table}, table_url(event, match)))
    return found + [Link(label, url) for label, url in more]


def table_url(event: Event, match: Match) -> str:
    return reverse("judging:table", args=[event.slug, match.pk])


def back_url(request: HttpRequest, event: Event, match: Match | None) -> str:
    """The page to return to after an act: the judges' page that it came from, else the table or all tables."""
    base = reverse("judging:tables", args=[event.slug])
    target = request.POST.get("next", "")
    if target.startswith(base) and "//" not in target and "\\" not in target:
        return target
    return table_url(event, match) if match is not None else base


def run_button(
    request: HttpRequest,
    do: Callable[[], str],
    url: str,
    *,
    undo: Callable[[], str] | None = None,
    refused_url: str = "",
) -> HttpResponse:
    """Answer a button: call ``do``, show the sentence that it returns, and go to ``url``, or after a refusal to
    ``refused_url`` if there is one.
    """
    wants_json = "application/json" in request.headers.get("accept", "")
    try:
        text = do()
    except Refused as refused:
        if wants_json:
            return JsonResponse({"error": str(refused.message), "code": refused.code}, status=409)
        show_refusal(request, refused)
        return HttpResponseRedirect(refused_url or url)
    if wants_json:
        return JsonResponse({"text": text})
    if text:
        report_success(request, text, undo_url=undo() if undo else "")
    return HttpResponseRedirect(url)
