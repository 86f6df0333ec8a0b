"""The chances of a live match in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.names.labels import listed
from rules_engine.play.analysis import SURE
from rules_engine.play.chances import Chances, LiveChances, Worth
from rules_engine.text import isolated
from rules_engine.views.translation import translated


@dataclass(frozen=True, slots=True)
class SideLine:
    """A side: who it is, how likely it wins in whole per cent, and how far off that may be."""

    names: str
    percent: int
    error: int


@dataclass(frozen=True, slots=True)
class CauseLine:
    """A cause of the next card's risk."""

    label: str
    percent: str


@dataclass(frozen=True, slots=True)
class ChancesShown:
    """The chances as a page shows them; ``risk`` is empty where nothing threatens, ``worth`` without a decision."""

    sides: list[SideLine]
    runs: int
    turn_began: bool
    risk: str
    causes: list[CauseLine]
    worth: str


def chances_shown(door: Chances, chances: LiveChances, names: Mapping[str, str]) -> ChancesShown:
    """The chances in words; ``names`` are those of the players by seat."""
    return ChancesShown(
        sides=[
            SideLine(
                listed(names.get(seat, seat) for seat in side.seats),
                round(100 * side.chance),
                max(1, round(100 * side.error)),
            )
            for side in chances.sides
        ],
        runs=chances.runs,
        turn_began=chances.turn_began,
        risk=_percent(sum(cause.chance for cause in chances.causes)) if chances.causes else "",
        causes=[CauseLine(translated(door.cause(cause.key)), _percent(cause.chance)) for cause in chances.causes],
        worth=_worth(door, chances.worth, names) if chances.worth is not None else "",
    )


def _percent(chance: float) -> str:
    return _("%(percent)s%%") % {"percent": round(100 * chance)}


def _worth(door: Chances, worth: Worth, names: Mapping[str, str]) -> str:
    """What the last decision was worth against what else could be done."""
    points = round(100 * abs(worth.gain))
    values = {
        "player": isolated(names.get(worth.seat, worth.seat)),
        "act": translated(door.act(worth.act)),
        "other": translated(door.act(worth.other)),
        "points": points,
    }
    if abs(worth.gain) <= SURE * worth.error or not points:
        return _("%(player)s: %(act)s, about as good as %(other)s.") % values
    if worth.gain > 0:
        text = ngettext(
            "%(player)s: %(act)s, %(points)s percentage point better than %(other)s.",
            "%(player)s: %(act)s, %(points)s percentage points better than %(other)s.",
            points,
        )
        return text % values
    text = ngettext(
        "%(player)s: %(act)s, %(points)s percentage point worse than %(other)s.",
        "%(player)s: %(act)s, %(points)s percentage points worse than %(other)s.",
        points,
    )
    return text % values
