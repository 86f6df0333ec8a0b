"""The grid of tables with number, names, state, time, penalties and judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.durations import duration
from judging.floor.queries import TableNow, floor_tables, next_end
from judging.pages.duty_views import own_line
from judging.pages.frame_views import floor_context, table_url
from judging.permissions import can_log, can_see_floor
from judging.zones.queries import FloorPlan, plan_of
from matches.course.queries import current_round
from matches.enums import RoundStatus
from matches.frame.board_views import clock_shown
from matches.models import Event, Match, Round, User
from matches.pages.access_views import PageRequest, Roles, staff_page
from matches.pages.components import ClockShown, MatchShown, SeatShown, Tab
from matches.results.match_views import match_shown
from matches.table_ranges import holds
from rules_engine.whole_numbers import whole_number

FILTERS: list[tuple[str, Promise, Callable[[TableNow], bool]]] = [
    ("all", gettext_lazy("All"), lambda table: True),
    ("open", gettext_lazy("In play"), lambda table: table.is_open),
    ("calls", gettext_lazy("Calls"), lambda table: table.call is not None),
    ("extension", gettext_lazy("Extension"), lambda table: table.extension > 0),
    ("covered", gettext_lazy("Covered"), lambda table: table.covered_by is not None),
    ("over", gettext_lazy("Time is up"), lambda table: table.is_over),
]
DENSITIES = [("", gettext_lazy("Names")), ("tight", gettext_lazy("Numbers")), ("wide", gettext_lazy("Wide"))]


@staff_page(can_see_floor)
def tables(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/``: every table of the current round."""
    round_ = current_round(event)
    in_play = round_ is not None and round_.status in RoundStatus.takes_results()
    at = timezone.now()
    found = floor_tables(event, round_, at) if round_ is not None and in_play else []
    plan = plan_of(event, at)
    show = request.GET.get("show", "all")
    density = request.GET.get("density", "")
    chosen = next((test for key, _label, test in FILTERS if key == show), FILTERS[0][2])
    shown = [table for table in found if chosen(table)]
    context = {
        "groups": _groups(event, shown, plan, request.user),
        "shown": len(shown),
        "own_line": own_line(plan, event, roles, request.user),
        "density": density if density in dict(DENSITIES) else "",
        "filters": _filters(event, found, show, density),
        "densities": _densities(event, show, density),
        "in_play": in_play,
        "part_url": _address(event, show=show, density=density),
        "total": len(found),
        "again": next_end(found),
        "may_log": can_log(roles),
    }
    if request.htmx:
        return render(request, "judging/floor/_grid.html", {**context, "event": event})
    return render(
        request, "judging/floor/tables.html", {**floor_context(request.user, event, roles, "desk", round_), **context}
    )


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Tables under a heading: those of one's own zone, and all others; without a zone one group without a heading."""

    key: str
    heading: str
    tiles: list[Tile]


def _groups(event: Event, tables: list[TableNow], plan: FloorPlan | None, user: object) -> list[TileGroup]:
    zone = plan.zone_of(user.pk) if plan is not None and isinstance(user, User) else None
    if zone is None:
        return [TileGroup("all", "", [_tile(event, table) for table in tables])]
    mine = [table for table in tables if table.match.table is not None and holds(zone.ranges, table.match.table)]
    others = [table for table in tables if table not in mine]
    heading = _("Your zone: %(zone)s") % {"zone": zone.name}
    groups = (("mine", heading, mine), ("others", _("Other tables"), others))
    return [TileGroup(key, text, [_tile(event, table) for table in part]) for key, text, part in groups if part]


def _address(event: Event, **query: str) -> str:
    filters = {key: value for key, value in query.items() if value and value != "all"}
    base = reverse("judging:tables", args=[event.slug])
    return f"{base}?{urlencode(filters)}" if filters else base


def _filters(event: Event, found: list[TableNow], show: str, density: str) -> list[Tab]:
    return [
        Tab(
            str(label),
            _address(event, show=key, density=density),
            current=key == show,
            count=sum(1 for table in found if test(table)),
        )
        for key, label, test in FILTERS
    ]


def _densities(event: Event, show: str, density: str) -> list[Tab]:
    return [
        Tab(str(label), _address(event, show=show, density=key), current=key == density) for key, label in DENSITIES
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class TileSeat(SeatShown):
    """A player on a tile, with how many penalties the player has."""

    penalties: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile(MatchShown):
    """A table for ``components/table_grid.html``; ``over`` when its time is up, ``covered_by`` names the judge there.

    ``own_clock`` is the table's, where the round's does not show its extension.
    """

    seats: Sequence[TileSeat]
    over: bool
    own_clock: ClockShown | None
    covered_by: str


def _tile(event: Event, table: TableNow) -> Tile:
    shown = match_shown(table.match, event, staff=True, people_url=False, url=table_url(event, table.match))
    seats = zip(shown.seats, table.match.seats.all(), strict=True)
    covered = table.covered_by
    return Tile(
        table=shown.table,
        url=shown.url,
        state=shown.state,
        state_label=shown.state_label,
        score=shown.score,
        changed_at=shown.changed_at,
        seats=[
            TileSeat(name=seat.name, won=seat.won, penalties=table.penalties[stored.entry_id]) for seat, stored in seats
        ],
        call=table.call is not None,
        over=table.is_over,
        extension=f"+{duration(table.extension)}" if table.extension else "",
        own_clock=clock_shown(table.reading) if table.extension and table.is_open else None,
        covered_by=str(covered) if covered else "",
        judge=covered is not None,
    )


@staff_page(can_see_floor)
def go(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/go/?table=12``: go to a table by its number."""
    number = request.GET.get("table", "").strip()
    table = whole_number(number)
    round_: Round | None = current_round(event)
    match = None
    if table is not None and round_ is not None:
        match = Match.objects.filter(round=round_, table=table).first()
    if match is None:
        messages.error(request, _("There is no table %(table)s in this round.") % {"table": number[:10] or "–"})
        return redirect("judging:tables", event.slug)
    return redirect("judging:table", event.slug, match.pk)
