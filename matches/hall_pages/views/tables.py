"""The tables of a hall: which of them are special, and at which somebody plays."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from matches.enums import TableProperty
from matches.errors import Refused
from matches.hall_pages.forms import HallTableForm
from matches.hall_pages.views.access import hall_context, hall_page
from matches.halls.permissions import can_mark_tables, can_open_hall
from matches.halls.queries.tables import TableInUse, ranges_of, tables_used
from matches.halls.services.tables import set_hall_table
from matches.models import HallDay, HallTable
from matches.pages.access_views import Roles, actor_of
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status
from matches.table_ranges import MOST_TABLE, size, write_ranges
from rules_engine.whole_numbers import whole_number


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table that is special: its properties in words, and the event that plays there."""

    number: int
    label: str
    properties: str
    broken: bool
    event: str


@hall_page(can_open_hall)
def hall_tables(request: HttpRequest, hall_day: HallDay, roles: Roles) -> HttpResponse:
    """``/halls/SLUG/desk/tables/``: the special tables; ``POST`` changes one."""
    may = can_mark_tables(roles)
    form = _form(request, hall_day) if may else None
    if form is not None and request.method == "POST" and form.is_valid():
        try:
            set_hall_table(hall_day=hall_day, actor=actor_of(request), **form.cleaned_data)
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Table %(table)d saved.") % {"table": form.cleaned_data["number"]})
            return redirect("matches:hall_tables", hall_day.slug)
    ranges = ranges_of(hall_day.tables)
    context = {
        **hall_context(hall_day, roles, "hall_tables"),
        "form": form,
        "rows": _rows(hall_day),
        "tables": write_ranges(ranges),
        "count": size(ranges),
    }
    status = rejected_status(form) if form is not None else 200
    return render(request, "matches/halls/tables.html", context, status=status)


def _form(request: HttpRequest, hall_day: HallDay) -> HallTableForm:
    """The form; with ``?table=7`` it shows what is stated of that table now."""
    number = whole_number(request.GET.get("table", ""), least=1, most=MOST_TABLE)
    table = hall_day.special_tables.filter(number=number).first() if number is not None else None
    return HallTableForm(request.POST or None, table=table)


def _rows(hall_day: HallDay) -> list[TableShown]:
    used = tables_used(hall_day)
    rows = hall_day.special_tables.all()
    return [
        TableShown(row.number, row.label, _properties(row), row.broken, _event_at(row.number, used)) for row in rows
    ]


def _event_at(number: int, used: dict[int, TableInUse]) -> str:
    return used[number].event if number in used else ""


def _properties(row: HallTable) -> str:
    return ", ".join(str(one.label) for one in TableProperty if getattr(row, one.value))
