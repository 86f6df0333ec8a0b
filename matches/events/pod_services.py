"""Checks how a plan seats more than two at a table (docs/pods.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from matches.enums import StageKind
from matches.errors import Refused
from matches.events.pod_queries import TWO
from matches.events.pod_setting_registry import POD_SETTINGS
from matches.pairing.pods.sizes import Limits, usual_size
from rules_engine import games
from rules_engine.configuration import ConfigurationError
from rules_engine.game import Game

Values = Mapping[str, Any]
"""The settings of a plan by their keys."""


def pod_problems(values: Values) -> list[Refused]:
    """Return what is wrong with the tables of a plan, each with its field."""
    found = _game_and_limits(values)
    if found is None:
        return []
    game, limits = found
    if values["kind"] != StageKind.SWISS:
        return [_only_swiss(game, "kind")] if limits[0] > TWO else []
    size = values["pod_size"]
    size = (TWO if limits[0] <= TWO else usual_size(limits)) if size is None else size
    if not max(TWO, limits[0]) <= size <= limits[1]:
        return [_outside(game, limits, "pod_size")]
    if size == TWO:
        return list(_without_pods(values))
    return list(_pods(values, size, game, limits))


def plan_seats_pods(values: Values) -> bool:
    """Whether a plan seats more than two at a table."""
    found = _game_and_limits(values)
    if found is None or values["kind"] != StageKind.SWISS:
        return False
    size = values["pod_size"]
    return (TWO if found[1][0] <= TWO else usual_size(found[1])) > TWO if size is None else size > TWO


def without_idle_pods(values: Values, game_key: str) -> dict[str, Any]:
    """The settings of tables as a new event has them, if two is the most that can play the game; else nothing."""
    try:
        most = games.get(game_key).seats[1]
    except KeyError:
        return {}
    return {one.key: one.new_value() for one in POD_SETTINGS} if most <= TWO else {}


def _game_and_limits(values: Values) -> tuple[Game, Limits] | None:
    """The plan's game and how many its rules seat; None for rules that do not fit together, which is said elsewhere."""
    try:
        game = games.get(values["game"])
        preset = next((one for one in game.presets if one.key == values["preset"]), None)
        return game, game.seats_under(game.rule_set(dict(preset.rules if preset else values["rules"] or {})))
    except (KeyError, ConfigurationError):
        return None


def _only_swiss(game: Game, field: str) -> Refused:
    message = _("%(game)s seats more than two at a table: play Swiss rounds.") % {"game": game.name}
    return Refused("pods_need_swiss", message, parameter=field)


def _outside(game: Game, limits: Limits, field: str) -> Refused:
    least = max(TWO, limits[0])
    if least == limits[1]:
        message = _("%(game)s is played by two.") % {"game": game.name}
    else:
        params = {"game": game.name, "least": least, "most": limits[1]}
        message = _("%(game)s is played by %(least)d to %(most)d at a table under these rules.") % params
    return Refused("pod_size_outside_game", message, parameter=field)


def _without_pods(values: Values) -> Iterator[Refused]:
    for field in ("pod_least", "pod_most", "pod_bye"):
        if values[field] is not None:
            message = _("Say how many sit at a table first: more than two.")
            yield Refused("pod_size_missing", message, parameter=field)


def _pods(values: Values, size: int, game: Game, limits: Limits) -> Iterator[Refused]:
    least, most, bye = values["pod_least"], values["pod_most"], values["pod_bye"]
    if least is not None and not max(TWO, limits[0]) <= least <= size:
        if TWO <= least <= size:
            yield _outside(game, limits, "pod_least")
        else:
            message = _("Give 2 to %(size)d: no more than sit at a table.") % {"size": size}
            yield Refused("pod_least_out_of_range", message, parameter="pod_least")
    if most is not None and not size <= most <= limits[1]:
        if most >= size:
            yield _outside(game, limits, "pod_most")
        else:
            message = _("Give %(size)d or more: no fewer than sit at a table.") % {"size": size}
            yield Refused("pod_most_out_of_range", message, parameter="pod_most")
    if bye is not None and not 0 <= bye < size:
        message = _("A bye is worth 0 to %(most)d points: no more than beating everyone.") % {"most": size - 1}
        yield Refused("pod_bye_out_of_range", message, parameter="pod_bye")
    if values["cut"]:
        message = _("Tables of more than two play without a cut: the last standings decide.")
        yield Refused("pods_without_cut", message, parameter="cut")
