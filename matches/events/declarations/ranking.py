"""The settings by which the standings rank the players (specification, section 5). Part of ``catalogue``.

They are kept in ``Event.options`` under ``points`` and ``standings``, where pairing and standings read them.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from matches.events.declarations.setting import (
    BEFORE_A_CUT,
    RANKED,
    RANKING_SET,
    EventSetting,
    Label,
    SettingKind,
    SettingSection,
    Storage,
)
from matches.events.declarations.stages import CUT_HINT
from matches.history import Scoring
from matches.standings import REGISTRY
from matches.standings.settings import SHARE_LENGTH, THIRD

MOST_POINTS = 100
MOST_LOST_ROUNDS = 9
SHARE_HELP = _("A fraction such as 1/3, 0.33 or 1/4. Enter 0 for no floor.")


def _ranking(key: str, label: Label, kind: SettingKind, *path: str, **more: Any) -> EventSetting:
    return EventSetting(
        key=key,
        label=label,
        kind=kind,
        section=SettingSection.RANKING,
        storage=Storage.OPTIONS,
        option=path,
        lock=RANKING_SET,
        **{"applies": BEFORE_A_CUT, "applies_hint": CUT_HINT, **more},
    )


def _points(result: str, label: Label, *, least: int = 0) -> EventSetting:
    return _ranking(
        f"{result}_points",
        label,
        SettingKind.NUMBER,
        "points",
        result,
        default=getattr(Scoring(), result),
        least=least,
        most=MOST_POINTS,
        row="points",
    )


def _floor(key: str, label: Label, write_help: str) -> EventSetting:
    return _ranking(
        key,
        label,
        SettingKind.TEXT,
        "standings",
        key,
        default=str(THIRD),
        max_length=SHARE_LENGTH,
        row="floors",
        help=SHARE_HELP,
        write_help=write_help,
    )


RANKING_SETTINGS = (
    _points("win", _("Points for a win"), least=1),
    _points("draw", _("Points for a draw")),
    _points("loss", _("Points for a loss")),
    _points("bye", _("Points for a bye")),
    _ranking(
        "tie_breaks",
        _("Tie-breaks, in this order"),
        SettingKind.ORDER,
        "standings",
        "order",
        nullable=True,
        read_null=True,
        choice_labels={key: _(tie_break.label.text) for key, tie_break in REGISTRY.items()},
        api_choices="TieBreakKey",
        applies=RANKED,
        applies_hint=_("For Swiss rounds, a round robin or a score attack."),
        write_help="In their order; null: the order of the game (see score).",
        read_help="In their order; null: the order of the game (see score).",
    ),
    _floor(
        "match_floor",
        _("Floor for opponents’ match-win percentage"),
        "A share from 0 to 1, such as 1/3 or 0.33, with which an opponent's matches count at least.",
    ),
    _floor(
        "round_floor",
        _("Floor for opponents’ round-win percentage"),
        "A share from 0 to 1, such as 1/3 or 0.33, with which an opponent's rounds count at least.",
    ),
    _ranking(
        "assigned_loss_rounds",
        _("Rounds lost in an assigned loss"),
        SettingKind.NUMBER,
        "standings",
        "assigned_loss_rounds",
        default=0,
        least=0,
        most=MOST_LOST_ROUNDS,
        help=_("Enter 2 to count an assigned loss as 0–2, or 0 to count no rounds."),
        write_help="2: an assigned loss counts as 0–2; 0: no rounds count.",
    ),
)
