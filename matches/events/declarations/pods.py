"""The settings of tables of more than two (docs/pods.md). Part of ``catalogue``.

They are kept in ``Event.options`` under ``pods``, where ``pod_queries`` reads them.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from matches.enums import PodCutSeats, PodRepeats, PodRest, PodSeats, PodSeconds
from matches.events.declarations.setting import (
    CUT,
    PODS_SET,
    SWISS_ONLY,
    EventSetting,
    Label,
    SettingKind,
    SettingSection,
    Storage,
)
from matches.events.declarations.stages import SWISS_HINT

MOST_AT_TABLE = 64


def _pods(name: str, label: Label, kind: SettingKind, **more: Any) -> EventSetting:
    return EventSetting(
        key=f"pod_{name}",
        label=label,
        kind=kind,
        section=SettingSection.PODS,
        storage=Storage.OPTIONS,
        option=("pods", name),
        applies=SWISS_ONLY,
        applies_hint=SWISS_HINT,
        **{"lock": PODS_SET, **more},
    )


def _after_cut(name: str, label: Label, kind: SettingKind, **more: Any) -> EventSetting:
    return EventSetting(
        key=f"pod_{name}",
        label=label,
        kind=kind,
        section=SettingSection.PODS,
        storage=Storage.OPTIONS,
        option=("pods", name),
        applies=(CUT,),
        applies_hint=_("When there is a cut."),
        **more,
    )


def _number(name: str, label: Label, **more: Any) -> EventSetting:
    given = {"nullable": True, "read_null": True, "least": 2, "most": MOST_AT_TABLE, **more}
    return _pods(name, label, SettingKind.NUMBER, **given)


POD_SETTINGS = (
    _number(
        "size",
        _("Players at a table"),
        help=_("Empty: two where the game can be played by two, otherwise four or the nearest to it."),
        row="pods",
        api_least=1,
        write_help="More than 2: tables are pods. null: 2 where two can play the game, otherwise 4 or the nearest.",
        read_help="The size that pods should have; null: 2 where two can play the game, otherwise 4 or the nearest."
        " 1 in a score attack.",
    ),
    _number(
        "least",
        _("At least"),
        help=_("Empty: one fewer, but not fewer than three."),
        row="pods",
        write_help="The fewest at a table; null: one fewer than pod_size, but not fewer than three.",
        read_help="The fewest at a table; null: one fewer than pod_size, but not fewer than three.",
    ),
    _number(
        "most",
        _("At most"),
        help=_("Empty: no more, or one more where none can have fewer."),
        row="pods",
        write_help="The most at a table; null: pod_size, or one more where no table can have fewer.",
        read_help="The most at a table; null: pod_size, or one more where no table can have fewer.",
    ),
    _pods(
        "repeats",
        _("Players who have met before"),
        SettingKind.CHOICE,
        default=PodRepeats.STRICT.value,
        choices=PodRepeats,
        write_help="For tables of more than two.",
    ),
    _pods(
        "seats",
        _("Seats at the table"),
        SettingKind.CHOICE,
        default=PodSeats.BALANCED.value,
        choices=PodSeats,
        write_help="For tables of more than two.",
    ),
    _pods(
        "rest",
        _("Players left over"),
        SettingKind.CHOICE,
        default=PodRest.SIZES.value,
        choices=PodRest,
        row="rest",
        write_help="For tables of more than two.",
    ),
    _pods(
        "apart",
        _("Not at one table"),
        SettingKind.TEXT,
        default="",
        blank=True,
        max_length=400,
        lock=None,
        help=_(
            "Numbers of players with hyphens, groups with spaces: 3-7 12-15-18. From the next round that is paired."
        ),
        write_help="Players who do not sit together, by number: 3-7 12-15-18. From the next round that is paired.",
    ),
    _pods(
        "points",
        _("Points for the places"),
        SettingKind.TEXT,
        default="",
        blank=True,
        max_length=400,
        help=_(
            "Empty: a point for each player beaten, half a point for a tie, scaled at smaller tables. Otherwise a row"
            " for each size, for example 5-3-2-1 5-2.5-1; a missing row is made from the usual size’s."
        ),
        write_help="A row of points for each size of table, such as 5-3-2-1 5-2.5-1; empty: by players beaten.",
    ),
    _number(
        "draw_points",
        _("Points for an agreed draw"),
        help=_("Where players may agree on a draw. Empty: all share the places’ points."),
        least=0,
        most=1000,
        row="bye",
        write_help="For a draw of a whole table by agreement; null: the mean of its places.",
        read_help="For a draw of a whole table by agreement; null: the mean of its places.",
    ),
    _number(
        "bye",
        _("Points for a bye"),
        help=_("Empty: as for beating everyone at the table."),
        least=0,
        most=1000,
        row="bye",
        write_help="At tables of more than two; null: pod_size - 1.",
        read_help="At tables of more than two; null: pod_size - 1.",
    ),
    _after_cut(
        "cut_rounds",
        _("Rounds after the cut, before the final"),
        SettingKind.TEXT,
        default="",
        blank=True,
        max_length=60,
        help=_(
            "Empty: as usual for 4, 8, 10, 12, 13, 16, 40 and 64 players. Otherwise for each round how many top seeds"
            " wait, how many tables play and how many seconds go on, for example 8/8/0 0/4/0."
        ),
        write_help="Rounds of a cut in pods as waiting/pods/seconds, such as 8/8/0 0/4/0; empty: the usual ones.",
    ),
    _after_cut(
        "cut_seats",
        _("Seats after the cut"),
        SettingKind.CHOICE,
        default=PodCutSeats.SEED.value,
        choices=PodCutSeats,
        row="cut_seats",
        write_help="In a cut in pods; from the next round that is paired.",
    ),
    _after_cut(
        "cut_seconds",
        _("Which seconds go on"),
        SettingKind.CHOICE,
        default=PodSeconds.SEED.value,
        choices=PodSeconds,
        row="cut_seats",
        write_help="In a cut in pods.",
    ),
)
