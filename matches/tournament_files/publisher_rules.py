"""The publisher's rules of a tournament file: the points, the floors of the shares, how some results count. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec

from matches.history import Scoring, scoring_problem
from matches.standings.records import ROUND_WON
from matches.tournament_files.json_values import DataError, count_of, decimal_of, mapping_of, short

MAX_POINTS = 1000  # for one result; pairing uses squares of their sums as weights
MAX_GAMES = 100  # in an assigned loss
_SHARE = re.compile(r"\d{1,9}(?:/\d{1,9}|\.\d{1,18})?")


class PublisherRules(msgspec.Struct, frozen=True):
    """The publisher's rules: points, floors of the two shares, tolerance of the printed decimals.

    ``assigned_loss_games`` are the games lost in an assigned loss: 0, or 2 where it counts as 0–2.
    """

    scoring: Scoring = Scoring()
    mw_floor: Fraction = Fraction(1, 3)
    gw_floor: Fraction = Fraction(1, 3)
    own_gw_shown_with_floor: bool = False
    game_points_per_drawn_game_in_0_0_n: int = 1
    assigned_loss_games: int = 0
    tolerance: Decimal = Decimal(0)


def rules_of(raw: dict[str, Any]) -> PublisherRules:
    """Read the ``rules`` of a tournament file. Raises DataError at the first value or key that is not known."""
    _only_known(raw, (*PublisherRules.__struct_fields__[1:], "points", *_REMARKS), "rules")
    default = PublisherRules()
    shown = raw.get("own_gw_shown_with_floor", default.own_gw_shown_with_floor)
    if not isinstance(shown, bool):
        raise DataError("rules, own_gw_shown_with_floor", "must be true or false")
    drawn = raw.get("game_points_per_drawn_game_in_0_0_n", default.game_points_per_drawn_game_in_0_0_n)
    return PublisherRules(
        scoring=_scoring(mapping_of(raw.get("points", {}), "rules, points")),
        mw_floor=_share(raw.get("mw_floor", "1/3"), "rules, mw_floor"),
        gw_floor=_share(raw.get("gw_floor", "1/3"), "rules, gw_floor"),
        own_gw_shown_with_floor=shown,
        game_points_per_drawn_game_in_0_0_n=count_of(drawn, "rules, game_points_per_drawn_game_in_0_0_n", ROUND_WON),
        assigned_loss_games=count_of(raw.get("assigned_loss_games", 0), "rules, assigned_loss_games", MAX_GAMES),
        tolerance=decimal_of(raw.get("tolerance", 0), "rules, tolerance"),
    )


_REMARKS = ("bye", "assigned_loss")
"""Keys of the rules in which a file describes them in words."""


def _scoring(points: dict[str, Any]) -> Scoring:
    _only_known(points, Scoring.__struct_fields__, "rules, points")
    scoring = Scoring(**{key: count_of(points[key], f"rules, points, {key}", MAX_POINTS) for key in points})
    if problem := scoring_problem(scoring):
        raise DataError(f"rules, points, {problem.key}", problem.text)
    return scoring


def _only_known(raw: dict[str, Any], known: Iterable[str], place: str) -> None:
    names = sorted(known)
    for key in raw:
        if key not in names:
            raise DataError(place, f"unknown key {short(key)}; the keys are {', '.join(names)}")


def _share(raw: Any, place: str) -> Fraction:
    if isinstance(raw, str | Decimal) and _SHARE.fullmatch(str(raw)):
        denominator = str(raw).partition("/")[2]
        if denominator and int(denominator) == 0:
            raise DataError(place, "divides by zero")
        if (share := Fraction(str(raw))) <= 1:
            return share
    raise DataError(place, 'must be a share such as "1/3" or "0.33"')
