"""The settings of tables of more than two (docs/pods.md). Part of ``catalogue``.

They are kept in ``Event.options`` under ``pods``, where ``queries.pods`` reads them.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

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
from matches.pod_enums import PodCutSeats, PodRepeats, PodRest, PodSeats, PodSeconds

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
        applies_hint=_("Only with a cut."),
        **more,
    )


def _number(name: str, label: Label, **more: Any) -> EventSetting:
    options = {"nullable": True, "read_null": True, "least": 2, "most": MOST_AT_TABLE, **more}
    return _pods(name, label, SettingKind.NUMBER, **options)


POD_SETTINGS = (
    _number(
        "size",
        _("Players per table"),
        help=_(
            "Leave empty for two where the game can be played by two, otherwise four or the nearest possible number."
        ),
        row="pods",
        api_least=1,
        write_help="More than 2: tables are pods. null: 2 where two can play the game, otherwise 4 or the nearest.",
        read_help="The size that pods should have; null: 2 where two can play the game, otherwise 4 or the nearest."
        " 1 in a score attack.",
    ),
    _number(
        "least",
        _("Fewest players per table"),
        help=_("Leave empty for one fewer, but no fewer than three."),
        row="pods",
        write_help="The fewest at a table; null: one fewer than pod_size, but not fewer than three.",
        read_help="The fewest at a table; null: one fewer than pod_size, but not fewer than three.",
    ),
    _number(
        "most",
        _("Most players per table"),
        help=_("Leave empty for the players per table, or one more where no table can have fewer."),
        row="pods",
        write_help="The most at a table; null: pod_size, or one more where no table can have fewer.",
        read_help="The most at a table; null: pod_size, or one more where no table can have fewer.",
    ),
    _pods(
        "repeats",
        _("Rematches"),
        SettingKind.CHOICE,
        default=PodRepeats.STRICT.value,
        choices=PodRepeats,
        write_help="For tables of more than two.",
    ),
    _pods(
        "seats",
        _("Seating order"),
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
        _("Players to keep apart"),
        SettingKind.TEXT,
        default="",
        blank=True,
        max_length=400,
        lock=None,
        help=_(
            "Player numbers joined with hyphens, groups separated by spaces: 3-7 12-15-18. Takes effect from "
            "the next round you pair."
        ),
        write_help="Players to keep apart, by number: 3-7 12-15-18. Takes effect from the next round you pair.",
    ),
    _pods(
        "points",
        _("Points by place"),
        SettingKind.TEXT,
        default="",
        blank=True,
        max_length=400,
        help=_(
            "Leave empty for 1 point per player beaten and half a point per tie, scaled at smaller tables. "
            "Otherwise enter a row for each table size, for example 5-3-2-1 5-2.5-1. A missing row is worked "
            "out from the row for the players per table."
        ),
        write_help="A row of points for each size of table, such as 5-3-2-1 5-2.5-1; empty: by players beaten.",
    ),
    _number(
        "draw_points",
        _("Points for an intentional draw"),
        help=_("Where intentional draws are allowed. Leave empty to share the points of all places equally."),
        least=0,
        most=1000,
        row="bye",
        write_help="For a draw of a whole table by agreement; null: the mean of its places.",
        read_help="For a draw of a whole table by agreement; null: the mean of its places.",
    ),
    _number(
        "bye",
        _("Points for a bye"),
        help=_("Leave empty for as many points as beating everyone at the table."),
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
            "Leave empty for the default rounds with 4, 8, 10, 12, 13, 16, 40 or 64 players. Otherwise enter, "
            "for each round, how many top seeds have a bye, how many tables play and how many runners-up "
            "advance, for example 8/8/0 0/4/0."
        ),
        write_help="Rounds of a cut in pods as byes/pods/runners-up, such as 8/8/0 0/4/0; empty for the default.",
    ),
    _after_cut(
        "cut_seats",
        _("Seating order after the cut"),
        SettingKind.CHOICE,
        default=PodCutSeats.SEED.value,
        choices=PodCutSeats,
        row="cut_seats",
        write_help="In a cut in pods. Takes effect from the next round you pair.",
    ),
    _after_cut(
        "cut_seconds",
        _("Which runners-up advance"),
        SettingKind.CHOICE,
        default=PodSeconds.SEED.value,
        choices=PodSeconds,
        row="cut_seats",
        write_help="In a cut in pods.",
    ),
)
