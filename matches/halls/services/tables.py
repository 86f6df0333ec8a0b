"""Where the tables of the hall stand, and what is special about one: a label, and its properties."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _

from matches.audit.services import Actor, raise_versions
from matches.enums import TableProperty
from matches.errors import Refused
from matches.hall_plan import read_plan
from matches.halls.labels import plan_problem_text
from matches.halls.queries.tables import ranges_of
from matches.halls.services.acts import hall_act
from matches.models import Event, HallDay, HallTable
from matches.names.display import tidy
from matches.table_ranges import MOST_TABLE, holds, write_ranges

MOST_LABEL = 30


def set_hall_table(
    *, hall_day: HallDay, actor: Actor, number: int, label: str = "", properties: Collection[str] = ()
) -> HallTable | None:
    """State what is special about a table; None where nothing is (any more).

    A broken one is seated at no more; rounds that are published stay. Raises Refused at ``number``, ``label`` or
    ``properties``.
    """
    with hall_act("set_hall_table", hall_day=hall_day, actor=actor) as act:
        label = tidy(label)
        _check(act.hall_day, number, label, properties)
        values: dict[str, Any] = {"label": label, **{one.value: one.value in properties for one in TableProperty}}
        act.note(table=number, properties=sorted(properties), labelled=bool(label))
        rows = HallTable.objects.filter(hall_day=act.hall_day, number=number)
        table = None
        if label or properties:
            table, _new = HallTable.objects.update_or_create(hall_day=act.hall_day, number=number, defaults=values)
        else:
            rows.delete()
        raise_versions({(pk, "event") for pk in Event.objects.filter(hall_day=hall_day).values_list("pk", flat=True)})
    return table


MOST_PLAN = 10_000


def set_hall_plan(*, hall_day: HallDay, actor: Actor, plan: str) -> HallDay:
    """Store where the tables stand, as lines of text ("": no plan). Raises Refused at ``plan``, naming every line."""
    with hall_act("set_hall_plan", hall_day=hall_day, actor=actor) as act:
        text = plan.replace("\r\n", "\n").strip("\n")
        if len(text) > MOST_PLAN:
            message = _("Use at most %(most)d characters.") % {"most": MOST_PLAN}
            raise Refused("plan_long", message, parameter="plan")
        drawn, problems = read_plan(text)
        if problems:
            message = _("These lines of the plan cannot be read:")
            lines = [plan_problem_text(one) for one in problems]
            raise Refused("plan_unreadable", message, parameter="plan", details=lines)
        act.hall_day.plan = text
        act.hall_day.save(update_fields=["plan"])
        raise_versions({(pk, "event") for pk in Event.objects.filter(hall_day=hall_day).values_list("pk", flat=True)})
        act.note(tables=len(drawn.tables))
    return act.hall_day


def _check(hall_day: HallDay, number: int, label: str, properties: Collection[str]) -> None:
    hall = ranges_of(hall_day.tables)
    if not 1 <= number <= MOST_TABLE:
        message = _("Tables are numbered from 1 to %(most)s.") % {"most": f"{MOST_TABLE:,}"}
        raise Refused("table_out_of_range", message, parameter="number")
    if not holds(hall, number):
        message = _("The hall has tables %(hall)s.") % {"hall": write_ranges(hall)}
        raise Refused("table_not_in_hall", message, parameter="number")
    if len(label) > MOST_LABEL:
        message = _("Use at most %(most)d characters.") % {"most": MOST_LABEL}
        raise Refused("label_long", message, parameter="label")
    if unknown := set(properties) - set(TableProperty.values):
        message = _("Unknown: %(unknown)s.") % {"unknown": ", ".join(sorted(unknown))}
        raise Refused("property_unknown", message, parameter="properties")
