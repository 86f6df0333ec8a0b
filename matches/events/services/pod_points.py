"""Checks the points of tables of more than two, as an organiser wrote them (docs/pods.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.errors import Refused
from matches.pairing.pods.sizes import PodShape
from matches.standings.formats import number_text
from matches.tables.points import PointsError, PointsProblem, PointsRow, read_rows

Values = Mapping[str, Any]

_PROBLEMS = {
    PointsProblem.UNREADABLE: gettext_lazy("“%(row)s” is not a row of points. Enter one like 5-3-2-1."),
    PointsProblem.ROW_TWICE: gettext_lazy("Another row is for the same number of players as %(row)s. Remove one."),
    PointsProblem.RISES: gettext_lazy("In %(row)s, a place is worth more than the one before it."),
    PointsProblem.NOTHING: gettext_lazy("In %(row)s, first place is worth nothing."),
}


def point_problems(values: Values, shape: PodShape) -> Iterator[Refused]:
    """What is wrong with the points of an event whose tables have this shape."""
    try:
        rows = read_rows(values["pod_points"])
    except PointsError as error:
        message = str(_PROBLEMS[error.problem]) % {"row": error.row[:40]}
        yield Refused(f"points_{error.problem.value}", message, parameter="pod_points")
        return
    if rows and shape.size not in rows:
        message = _("Enter a row for %(size)d players. The others can be worked out from it.") % {"size": shape.size}
        yield Refused("points_row_missing", message, parameter="pod_points")
        return
    if wrong := [size for size in rows if not shape.least <= size <= shape.most]:
        message = _("Tables have %(least)d to %(most)d players. Remove the row for %(size)d.")
        params = {"size": wrong[0], "least": shape.least, "most": shape.most}
        yield Refused("points_row_idle", message % params, parameter="pod_points")
    yield from _above_the_first(values, shape, rows)


def _above_the_first(values: Values, shape: PodShape, rows: Mapping[int, PointsRow]) -> Iterator[Refused]:
    top = rows[shape.size][0] if rows else Fraction(shape.size - 1)
    if values["pod_bye"] is not None and not 0 <= values["pod_bye"] <= top:
        message = _("A bye can be worth 0 to %(most)s points, no more than beating everyone.") % {
            "most": number_text(top)
        }
        yield Refused("pod_bye_out_of_range", message, parameter="pod_bye")
    if values["pod_draw_points"] is not None and not 0 <= values["pod_draw_points"] <= top:
        message = _("A draw can be worth 0 to %(most)s points, no more than beating everyone.") % {
            "most": number_text(top)
        }
        yield Refused("draw_points_out_of_range", message, parameter="pod_draw_points")
