"""The plan of a hall: where a table is, with the way from the door; for the staff with the state of each table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.errors import Refused
from matches.hall_pages.forms import HallPlanForm
from matches.hall_pages.views.access import hall_context, hall_page
from matches.hall_plan import Cell, HallPlan, read_plan, rows_of
from matches.halls.permissions import can_mark_tables, can_open_hall, hall_roles_of
from matches.halls.queries.days import events_of_hall, standing_hall_days
from matches.halls.queries.tables import broken_tables, ranges_of, tables_used
from matches.halls.services.tables import set_hall_plan
from matches.models import HallDay
from matches.pages.access_views import Roles, actor_of
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status
from matches.table_ranges import MOST_TABLE, holds
from rules_engine.whole_numbers import whole_number

PLACE = 34
"""The side of a place in the drawing."""
PROPOSED_ACROSS = 10
NARROW = PROPOSED_ACROSS + 2
"""Places across, with the aisles at the walls."""
MOST_PROPOSED = 400


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table in the drawing: its corner, and its state (``playing``, ``call``, ``broken``)."""

    number: int
    x: int
    y: int
    state: str
    is_here: bool

    @property
    def classes(self) -> str:
        """What the style sheet knows it by."""
        names = [f"plan-table--{self.state}"] if self.state else []
        return " ".join([*names, "plan-table--here"] if self.is_here else names)


@dataclass(frozen=True, slots=True)
class DrawnPlan:
    """A plan as ``matches/halls/_plan.html`` draws it; ``way`` are the points of a line."""

    width: int
    height: int
    tables: list[DrawnTable]
    door: tuple[int, int] | None
    way: str
    here: int | None

    @property
    def is_narrow(self) -> bool:
        """Whether a phone can show it whole, with numbers that can be read."""
        return self.width <= NARROW * PLACE


def drawn_plan(text: str, *, here: int | None = None, states: Mapping[int, str] | None = None) -> DrawnPlan | None:
    """The drawing of a plan; None without one. ``here`` is the table that somebody looks for."""
    plan, _problems = read_plan(text)
    if not plan.tables:
        return None
    tables = [
        DrawnTable(number, x * PLACE, y * PLACE, (states or {}).get(number, ""), number == here)
        for number, (x, y) in plan.tables.items()
    ]
    way = plan.way_to(here) if here is not None else ()
    return DrawnPlan(
        width=plan.width * PLACE,
        height=plan.height * PLACE,
        tables=tables,
        door=None if plan.door is None else (plan.door[0] * PLACE, plan.door[1] * PLACE),
        way=" ".join(_middle(cell) for cell in way),
        here=here if here in plan.tables else None,
    )


def _middle(cell: Cell) -> str:
    return f"{cell[0] * PLACE + PLACE // 2},{cell[1] * PLACE + PLACE // 2}"


def table_states(hall_day: HallDay) -> dict[int, str]:
    """The state of each table that is played at or broken: two queries."""
    broken = broken_tables(hall_day.pk)
    states = dict.fromkeys(tables_used(hall_day), "playing")
    states |= {number: "broken" for first, last in broken for number in range(first, last + 1)}
    return states


def hall_plan(request: HttpRequest, slug: str) -> HttpResponse:
    """``/halls/SLUG/plan/``: where the tables stand; with ``?table=37`` the way there. Open to all, as the board."""
    hall_day = get_object_or_404(standing_hall_days(), slug=slug)
    is_staff = bool(hall_roles_of(request.user, hall_day))
    if not is_staff and not events_of_hall(hall_day, public_only=True):
        raise Http404
    typed = request.GET.get("table", "").strip()
    here = whole_number(typed, least=1, most=MOST_TABLE)
    with timezone.override(ZoneInfo(hall_day.time_zone)):
        drawn = drawn_plan(hall_day.plan, here=here)
        context = {"hall_day": hall_day, "drawn": drawn, "typed": typed[:10], "is_staff": is_staff}
        return render(request, "matches/halls/plan.html", context)


@hall_page(can_open_hall)
def hall_plan_edit(request: HttpRequest, hall_day: HallDay, roles: Roles) -> HttpResponse:
    """``/halls/SLUG/desk/plan/``: the plan with the state of each table; the desk changes it as text."""
    form = None
    if can_mark_tables(roles):
        proposed = hall_day.plan or _proposed(hall_day)
        form = HallPlanForm(request.POST or None, initial={"plan": proposed})
        if request.method == "POST" and form.is_valid() and _saved(request, hall_day, form):
            return redirect("matches:hall_plan_edit", hall_day.slug)
    context = {
        **hall_context(hall_day, roles, "hall_plan"),
        "form": form,
        "drawn": drawn_plan(hall_day.plan, states=table_states(hall_day)),
        "missing": _missing(hall_day),
    }
    status = rejected_status(form) if form is not None else 200
    return render(request, "matches/halls/plan_edit.html", context, status=status)


def _saved(request: HttpRequest, hall_day: HallDay, form: HallPlanForm) -> bool:
    try:
        set_hall_plan(hall_day=hall_day, actor=actor_of(request), plan=form.cleaned_data["plan"])
    except Refused as refused:
        if not refused.details:
            show_refusal(request, refused, form)
        for line in refused.details:
            form.add_error("plan", line)
        return False
    messages.success(request, _("The plan is saved."))
    return True


def _proposed(hall_day: HallDay) -> str:
    """A plan to begin with, of the hall's tables."""
    numbers = [number for first, last in ranges_of(hall_day.tables) for number in range(first, last + 1)]
    return rows_of(numbers, PROPOSED_ACROSS) if 0 < len(numbers) <= MOST_PROPOSED else ""


def _missing(hall_day: HallDay) -> list[int]:
    """The first tables of the hall that the plan does not have, and of the plan that the hall does not have."""
    plan: HallPlan = read_plan(hall_day.plan)[0]
    ranges = ranges_of(hall_day.tables)
    if not plan.tables or not ranges:
        return []
    hall = {number for first, last in ranges for number in range(first, last + 1)}
    unknown = {number for number in plan.tables if not holds(ranges, number)}
    return sorted((hall - plan.tables.keys()) | unknown)[:20]
