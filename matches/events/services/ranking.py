"""Checks how a plan ranks its players: the points, the order of the tie-breaks, the floors of the shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.enums import StageKind
from matches.errors import Refused
from matches.events.declarations.ranking import MOST_LOST_ROUNDS, MOST_POINTS
from matches.events.queries.games import never_negative
from matches.events.services.pods import plan_seats_pods
from matches.history import Scoring
from matches.standings import REGISTRY
from matches.standings.settings import AMOUNT_SHARE, read_share
from matches.standings.tie_break import Tables
from rules_engine import games
from rules_engine.game import ScoreKind
from rules_engine.rules.configuration import ConfigurationError

Values = Mapping[str, Any]
"""The settings of a plan by their keys."""

_TABLES = {
    Tables.TWO: gettext_lazy("%(name)s is not available for tables of two."),
    Tables.PODS: gettext_lazy("%(name)s is not available for pods."),
    Tables.ONE: gettext_lazy("%(name)s is not available for a score attack."),
}
RESULTS = ("win", "draw", "loss", "bye")


def ranking_problems(values: Values) -> list[Refused]:
    """Return the problems of the plan's points, tie-breaks and floors, each with its field."""
    return [*_points(values), *_tie_breaks(values), *_floors(values), *_assigned_loss(values)]


def _points(values: Values) -> Iterator[Refused]:
    scoring = Scoring(**{result: values[f"{result}_points"] for result in RESULTS})
    for result in RESULTS:
        points, field = getattr(scoring, result), f"{result}_points"
        if not 0 <= points <= MOST_POINTS:
            message = _("Enter 0 to %(most)d points.") % {"most": MOST_POINTS}
            yield Refused("points_out_of_range", message, parameter=field)
        elif result == "win" and points == 0:
            yield Refused("win_without_points", _("A win must be worth at least 1 point."), parameter=field)
        elif points > scoring.win > 0:
            sentence = ngettext(
                "Nothing can be worth more than a win (%(win)d point).",
                "Nothing can be worth more than a win (%(win)d points).",
                scoring.win,
            )
            message = sentence % {"win": scoring.win}
            yield Refused("points_above_win", message, parameter=field)


def _tie_breaks(values: Values) -> Iterator[Refused]:
    order = values["tie_breaks"]
    if order is None:
        return
    shape, tables = _score_kind(values), _tables(values)
    for place, key in enumerate(order):
        if key not in REGISTRY:
            code, message = "tie_break_unknown", _("Unknown tie-break: %(name)s.") % {"name": key}
        elif key in order[:place]:
            message = _("%(name)s is in the order twice.") % {"name": _(REGISTRY[key].label.text)}
            code = "tie_break_twice"
        elif not REGISTRY[key].goes_with(tables):
            message = _TABLES[tables] % {"name": _(REGISTRY[key].label.text)}
            code = "tie_break_not_for_tables"
        elif shape is not None and not _applies(key, shape):
            message = _("%(name)s cannot be used with the scores of these rules.") % {
                "name": _(REGISTRY[key].label.text)
            }
            code = "tie_break_not_scored"
        else:
            continue
        yield Refused(code, message, parameter="tie_breaks")


def _tables(values: Values) -> Tables:
    if values["kind"] == StageKind.SCORE_ATTACK:
        return Tables.ONE
    return Tables.PODS if plan_seats_pods(values) else Tables.TWO


def _applies(key: str, shape: ScoreKind) -> bool:
    return shape.unit in REGISTRY[key].applies_to and (key != AMOUNT_SHARE or never_negative(shape))


def _score_kind(values: Values) -> ScoreKind | None:
    """What the scores of the plan's rules are; None for rules that do not fit together, which is said elsewhere."""
    try:
        game = games.get(values["game"])
        preset = next((preset for preset in game.presets if preset.key == values["preset"]), None)
        return game.scoring(game.rule_set(dict(preset.rules if preset else values["rules"] or {})))
    except (KeyError, ConfigurationError):
        return None


def _floors(values: Values) -> Iterator[Refused]:
    for field in ("match_floor", "round_floor"):
        if read_share(values[field].strip()) is None:
            message = _("Enter a fraction from 0 to 1, such as 1/3, 0.33 or 1/4.")
            yield Refused("floor_unreadable", message, parameter=field)


def _assigned_loss(values: Values) -> Iterator[Refused]:
    if not 0 <= values["assigned_loss_rounds"] <= MOST_LOST_ROUNDS:
        message = _("Enter 0 to %(most)d rounds for an assigned loss.") % {"most": MOST_LOST_ROUNDS}
        yield Refused("assigned_loss_out_of_range", message, parameter="assigned_loss_rounds")
