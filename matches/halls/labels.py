"""A hall day in words."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.hall_plan import PlanProblem
from matches.halls.queries.people import Elsewhere


def elsewhere_text(one: Elsewhere) -> str:
    """That a player plays at another event now; for the staff."""
    playing = one.playing
    since = date_format(timezone.localtime(playing.since), "H:i") if playing.since else ""
    values = {"name": one.entry.unique_name, "event": playing.event, "table": playing.table, "since": since}
    if one.sure:
        return _("%(name)s is playing in %(event)s, table %(table)d, since %(since)s.") % values
    return _("Someone with the name %(name)s is playing in %(event)s, table %(table)d, since %(since)s.") % values


PLAN_PROBLEMS = {
    "unreadable": gettext_lazy(
        "Line %(line)d: write tables as numbers and ranges, such as 1-8 . 16-9, not “%(part)s”."
    ),
    "out_of_range": gettext_lazy("Line %(line)d: tables are numbered from 1 to 99,999. Check “%(part)s”."),
    "twice": gettext_lazy("Line %(line)d: table %(part)s is on the plan twice."),
    "two_doors": gettext_lazy("Line %(line)d: the plan already has a door."),
    "wide": gettext_lazy("Line %(line)d: a row has at most 120 places."),
    "long": gettext_lazy("The plan has at most 80 lines."),
    "many": gettext_lazy("The plan has at most 3,000 tables."),
}


def plan_problem_text(problem: PlanProblem) -> str:
    """What is wrong with a line of a plan."""
    return str(PLAN_PROBLEMS[problem.code]) % {"line": problem.line, "part": problem.part[:30]}
