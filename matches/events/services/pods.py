"""Checks how a plan seats more than two at a table (docs/pods.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.enums import StageKind
from matches.errors import Refused
from matches.events.declarations.pods import POD_SETTINGS
from matches.events.queries.games import never_negative
from matches.events.queries.pods import ALONE
from matches.events.services.pod_points import point_problems
from matches.pairing.pods.apart import ApartError, read_apart
from matches.pairing.pods.cut import CutError, CutProblem, plan_for
from matches.pairing.pods.sizes import TWO, PodShape, next_to, shape_for, size_at
from matches.pod_enums import PodSeconds
from rules_engine import games
from rules_engine.game import Game
from rules_engine.rules.configuration import ConfigurationError

Values = Mapping[str, Any]
"""The settings of a plan by their keys."""

Tables = tuple[int, ...]
"""How many can play at a table, in order."""


def pod_problems(values: Values) -> list[Refused]:
    """Return what is wrong with the tables of a plan, each with its field."""
    found = _game_and_tables(values)
    if found is None:
        return []
    game, tables = found
    if values["kind"] == StageKind.SCORE_ATTACK:
        return list(_alone(values, game, tables))
    if tables[-1] < TWO:
        message = _("%(game)s is played alone. Choose the score attack format.") % {"game": game.name}
        return [Refused("game_for_one", message, parameter="kind")]
    if values["pod_size"] == ALONE:
        message = _("One player per table means a score attack. Choose that format.")
        return [Refused("alone_is_score_attack", message, parameter="pod_size")]
    tables = tuple(count for count in tables if count >= TWO)
    if values["kind"] != StageKind.SWISS:
        return [_only_swiss(game, "kind")] if tables[0] > TWO else []
    size = size_at(tables, values["pod_size"])
    if size not in tables:
        return [_outside(game, tables, "pod_size")]
    if size == TWO:
        return list(_without_pods(values))
    return list(_pods(values, size, game, tables))


def _alone(values: Values, game: Game, tables: Tables) -> Iterator[Refused]:
    if ALONE not in tables or not _has_amounts(values, game):
        message = _("%(game)s cannot be played alone for a score. Choose another format.") % {"game": game.name}
        yield Refused("not_played_alone", message, parameter="kind")


def stored_size(values: Values) -> int | None:
    """Players at a table as an event keeps them: 1 in a score attack and only there."""
    if values["kind"] == StageKind.SCORE_ATTACK:
        return ALONE
    size: int | None = values["pod_size"]
    return None if size == ALONE else size


def plan_seats_pods(values: Values) -> bool:
    """Whether a plan seats more than two at a table."""
    found = _game_and_tables(values)
    return found is not None and values["kind"] == StageKind.SWISS and size_at(found[1], values["pod_size"]) > TWO


def without_idle_pods(values: Values, game_key: str) -> dict[str, Any]:
    """The settings of tables as a new event has them, if two is the most that can play the game; else nothing."""
    try:
        most = games.get(game_key).seats[1]
    except KeyError:
        return {}
    return {setting.key: setting.new_value() for setting in POD_SETTINGS} if most <= TWO else {}


def _game_and_tables(values: Values) -> tuple[Game, Tables] | None:
    """The plan's game and how many can play at a table; None for rules that do not fit together, said elsewhere."""
    try:
        game = games.get(values["game"])
        preset = next((preset for preset in game.presets if preset.key == values["preset"]), None)
        tables = game.tables_under(game.rule_set(dict(preset.rules if preset else values["rules"] or {})))
        return game, tables
    except (KeyError, ConfigurationError):
        return None


def _only_swiss(game: Game, field: str) -> Refused:
    message = _("%(game)s seats more than two per table. Choose Swiss rounds.") % {"game": game.name}
    return Refused("pods_need_swiss", message, parameter=field)


def _outside(game: Game, tables: Tables, field: str) -> Refused:
    least, most = tables[0], tables[-1]
    if least == most:
        message = _("%(game)s is a two-player game.") % {"game": game.name}
    elif len(tables) <= most - least:
        counts = ", ".join(map(str, tables[:-1]))
        params = {"game": game.name, "counts": counts, "most": most}
        message = _("Under these rules, %(game)s seats %(counts)s or %(most)d players per table.") % params
    else:
        limits = {"game": game.name, "least": least, "most": most}
        message = _("Under these rules, %(game)s seats %(least)d to %(most)d players per table.") % limits
    return Refused("pod_size_outside_game", message, parameter=field)


def _without_pods(values: Values) -> Iterator[Refused]:
    for field in ("pod_least", "pod_most", "pod_points", "pod_bye", "pod_draw_points", "pod_apart"):
        if values[field] not in (None, ""):
            message = _("First set more than two players per table.")
            yield Refused("pod_size_missing", message, parameter=field)


def _pods(values: Values, size: int, game: Game, tables: Tables) -> Iterator[Refused]:
    least, most = values["pod_least"], values["pod_most"]
    limits = next_to(size, tables)
    bad_least = least is not None and not limits[0] <= least <= size
    bad_most = most is not None and not size <= most <= limits[1]
    if bad_least:
        if least is not None and TWO <= least <= size:
            yield _outside(game, tables, "pod_least")
        else:
            message = _("Enter 2 to %(size)d, no more than the players per table.") % {"size": size}
            yield Refused("pod_least_out_of_range", message, parameter="pod_least")
    if bad_most:
        if most is not None and most >= size:
            yield _outside(game, tables, "pod_most")
        else:
            message = _("Enter %(size)d or more, no fewer than the players per table.") % {"size": size}
            yield Refused("pod_most_out_of_range", message, parameter="pod_most")
    if bad_least or bad_most:
        return
    shape = shape_for(size, least, most, limits)
    yield from point_problems(values, shape)
    yield from _apart(values)
    if values["cut"]:
        yield from _cut_problems(values, shape, game)


def _apart(values: Values) -> Iterator[Refused]:
    try:
        read_apart(values["pod_apart"])
    except ApartError as error:
        message = _("“%(text)s” does not name players to keep apart. Join their numbers with hyphens, such as 3-7.")
        yield Refused("apart_unreadable", message % {"text": error.word[:40]}, parameter="pod_apart")


def _cut_problems(values: Values, shape: PodShape, game: Game) -> Iterator[Refused]:
    if values["cut_kind"] != StageKind.SINGLE_ELIMINATION:
        message = _("With pods, the cut must be single elimination.")
        yield Refused("pods_single_only", message, parameter="cut_kind")
    if values["third_place"]:
        message = _("With pods, the final also decides third place.")
        yield Refused("pods_third_place", message, parameter="third_place")
    if values["pod_cut_seconds"] == PodSeconds.AMOUNT_SHARE and not _has_amounts(values, game):
        message = _("%(game)s has no amounts, or they can be negative. Choose runners-up by seed.") % {
            "game": game.name
        }
        yield Refused("seconds_need_amounts", message, parameter="pod_cut_seconds")
    try:
        plan_for(values["cut"], shape, values["pod_cut_rounds"])
    except CutError as error:
        has_rounds = error.problem is CutProblem.UNREADABLE or (error.round and values["pod_cut_rounds"].strip())
        params = {"n": error.players, "round": error.round, "least": shape.least, "most": shape.most}
        message = str(_CUT_PROBLEMS[error.problem]) % params
        yield Refused(f"cut_{error.problem.value}", message, parameter="pod_cut_rounds" if has_rounds else "cut")


_CUT_PROBLEMS = {
    CutProblem.NO_PLAN: gettext_lazy(
        "There are no default rounds for a cut to %(n)d at tables of %(least)d to %(most)d. Choose 4, 8, 10, 12, "
        "13, 16, 40 or 64, or enter the rounds yourself."
    ),
    CutProblem.UNREADABLE: gettext_lazy(
        "Enter each round as byes/tables/runners-up, with spaces between rounds, for example 8/8/0 0/4/0."
    ),
    CutProblem.NOBODY_PLAYS: gettext_lazy(
        "In round %(round)d after the cut, none of the %(n)d players left would play."
    ),
    CutProblem.NOT_SEATED: gettext_lazy(
        "In round %(round)d after the cut, %(n)d players do not fit the number of tables. Each table seats "
        "%(least)d to %(most)d."
    ),
    CutProblem.TOO_MANY_SECONDS: gettext_lazy(
        "In round %(round)d after the cut, more runners-up would advance than there are tables."
    ),
    CutProblem.NOT_ONE_FINAL: gettext_lazy(
        "%(n)d players would be in the final, but a table seats %(least)d to %(most)d."
    ),
}


def _has_amounts(values: Values, game: Game) -> bool:
    preset = next((preset for preset in game.presets if preset.key == values["preset"]), None)
    return never_negative(game.scoring(game.rule_set(dict(preset.rules if preset else values["rules"] or {}))))


def cut_rounds(values: Values) -> list[list[int]] | None:
    """The rounds before the final of a cut that is played in pods, as its stage keeps them; None for another cut.

    The values should have no ``pod_problems``.
    """
    found = _game_and_tables(values)
    if found is None or not values["cut"] or not plan_seats_pods(values):
        return None
    size = size_at(found[1], values["pod_size"])
    shape = shape_for(size, values["pod_least"], values["pod_most"], next_to(size, found[1]))
    plan = plan_for(values["cut"], shape, values["pod_cut_rounds"])
    return [[step.through, step.pods, step.seconds] for step in plan]
