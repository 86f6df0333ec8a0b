"""The settings of an event, each declared once, in the order of the API.

Plan, form, API, audit row and locks work from this list. A setting with ``Storage.OPTIONS`` needs nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.enums import LatePolicy, NameDisplay, StageKind
from matches.events.setting_labels import (
    BEFORE_A_CUT,
    CUT,
    ROUND_PUBLISHED,
    ROUND_RUNNING,
    SWISS_ONLY,
    EventSetting,
    Section,
    SettingKind,
    Storage,
)
from rules_engine import games

CUSTOM = "custom"
MAX_ROUNDS = 30
MAX_CUT = 1024
USUAL_ROUNDS = 5
CUTS = (0, 2, 4, 8, 16, 32, 64)

_SWISS_HINT, _CUT_HINT = _("With Swiss rounds only."), _("With Swiss rounds or a round robin.")


def _cut_label(cut: int) -> str:
    return gettext("The first %(cut)d") % {"cut": cut} if cut else gettext("No cut")


_ABOUT = (
    EventSetting(
        key="name",
        label=_("Name"),
        kind=SettingKind.TEXT,
        section=Section.ABOUT,
        required=True,
        max_length=120,
        audited=False,
        in_row=True,
    ),
    EventSetting(
        key="date",
        label=_("Date"),
        kind=SettingKind.DATE,
        section=Section.ABOUT,
        required=True,
        row="date",
        audited=False,
        in_row=True,
    ),
    EventSetting(
        key="venue",
        label=_("Venue"),
        kind=SettingKind.TEXT,
        section=Section.ABOUT,
        default="",
        blank=True,
        max_length=160,
        audited=False,
        in_row=True,
    ),
    EventSetting(
        key="time_zone",
        label=_("Time zone"),
        kind=SettingKind.TIME_ZONE,
        section=Section.ABOUT,
        default=lambda: settings.TIME_ZONE,
        max_length=60,
        row="date",
        audited=False,
        write_help="Such as Europe/Berlin.",
    ),
)

_RULES = (
    EventSetting(
        key="game",
        label=_("Game"),
        kind=SettingKind.GAME,
        section=Section.RULES,
        default=lambda: games.all_games()[0].key,
        max_length=30,
        lock=ROUND_PUBLISHED,
        in_row=True,
        write_help="Left out: the first game there is.",
    ),
    EventSetting(
        key="preset",
        label=_("Rules"),
        kind=SettingKind.PRESET,
        section=Section.RULES,
        required=True,
        default=CUSTOM,
        max_length=30,
        lock=ROUND_PUBLISHED,
        in_row=True,
        write_help="A preset of the game (see /presets/), or custom.",
    ),
    EventSetting(
        key="rules",
        label=_("Own rules"),
        kind=SettingKind.RULES,
        section=Section.RULES,
        lock=ROUND_PUBLISHED,
        write_help="With the preset custom only.",
        read_help="The rule set as the game reads it.",
    ),
    EventSetting(
        key="cap_minutes",
        label=_("Time cap in minutes"),
        kind=SettingKind.NUMBER,
        section=Section.CAP,
        nullable=True,
        least=1,
        most=600,
        lock=ROUND_RUNNING,
        write_help="null: the preset's own.",
    ),
    EventSetting(
        key="cap_override",
        label=_("Override: use another cap than the game's"),
        help=_("The log keeps it with your reason."),
        kind=SettingKind.BOOLEAN,
        section=Section.CAP,
        storage=Storage.AUDIT,
        default=False,
        readable=False,
        write_help="Use a cap outside the game's limits.",
    ),
    EventSetting(
        key="cap_reason",
        label=_("Reason for the other cap"),
        kind=SettingKind.TEXT,
        section=Section.CAP,
        default="",
        blank=True,
        max_length=200,
        audited=False,
        staff_only=True,
        read_null=True,
    ),
)

_STAGES = (
    EventSetting(
        key="kind",
        label=_("How it is played"),
        kind=SettingKind.CHOICE,
        section=Section.STAGES,
        storage=Storage.STAGES,
        default=StageKind.SWISS.value,
        choices=StageKind,
        choice_labels={
            StageKind.SWISS.value: _("Swiss rounds: each against a player of like score"),
            StageKind.ROUND_ROBIN.value: _("Round robin: everyone meets everyone"),
            StageKind.SINGLE_ELIMINATION.value: _("Single elimination: out after one loss"),
            StageKind.DOUBLE_ELIMINATION.value: _("Double elimination: out after two losses"),
        },
        radio=True,
        write_help="How it is played. It stays once a round was paired.",
        read_help="How it is played: its first stage.",
    ),
    EventSetting(
        key="rounds",
        label=_("Swiss rounds"),
        kind=SettingKind.NUMBER,
        section=Section.STAGES,
        storage=Storage.STAGES,
        default=USUAL_ROUNDS,
        least=1,
        most=MAX_ROUNDS,
        api_least=0,
        row="rounds",
        applies=SWISS_ONLY,
        applies_hint=_SWISS_HINT,
        audit_value=lambda plan: plan.rounds if plan.kind == StageKind.SWISS else 0,
        write_help="Swiss rounds, at least 1; else without effect.",
        read_help="Swiss rounds planned; 0 where there are none.",
    ),
    EventSetting(
        key="cut",
        label=_("Cut"),
        kind=SettingKind.NUMBER,
        section=Section.STAGES,
        storage=Storage.STAGES,
        default=0,
        least=0,
        most=MAX_CUT,
        offered=CUTS,
        offer_label=_cut_label,
        row="rounds",
        applies=BEFORE_A_CUT,
        applies_hint=_CUT_HINT,
        write_help="After Swiss rounds or a round robin; 0: no cut.",
        read_help="How many go on from Swiss rounds or a round robin; 0: no cut.",
    ),
    EventSetting(
        key="cut_kind",
        label=_("The cut is played as"),
        kind=SettingKind.CHOICE,
        section=Section.STAGES,
        storage=Storage.STAGES,
        default=StageKind.SINGLE_ELIMINATION.value,
        choices=StageKind,
        choice_labels={kind.value: kind.label for kind in StageKind if kind in StageKind.brackets()},
        api_choices="BracketKind",
        applies=(CUT,),
        applies_hint=_("When there is a cut."),
        audit_value=lambda plan: plan.cut_kind if plan.cut else None,
        read_help="How the cut is played, or would be.",
    ),
    EventSetting(
        key="power_pair_last",
        label=_("Pair the last Swiss round down the standings"),
        kind=SettingKind.YES_NO_USUAL,
        section=Section.MORE,
        storage=Storage.STAGES,
        nullable=True,
        choice_labels={"": _("When a cut follows"), "yes": _("Yes"), "no": _("No")},
        applies=SWISS_ONLY,
        applies_hint=_SWISS_HINT,
        audited=False,
        write_help="Swiss rounds only; null: when a cut follows.",
        read_help="The last Swiss round is paired down the standings.",
    ),
    EventSetting(
        key="third_place",
        label=_("Play for third place"),
        kind=SettingKind.BOOLEAN,
        section=Section.STAGES,
        storage=Storage.STAGES,
        default=False,
        applies=(StageKind.SINGLE_ELIMINATION.value,),
        applies_hint=_("With a single elimination, alone or after the cut."),
        write_help="With a single elimination only.",
    ),
    EventSetting(
        key="grand_final_reset",
        label=_("Play the grand final again when the finalist with a loss wins it"),
        kind=SettingKind.BOOLEAN,
        section=Section.STAGES,
        storage=Storage.STAGES,
        nullable=True,
        usual=True,
        read_null=True,
        applies=(StageKind.DOUBLE_ELIMINATION.value,),
        applies_hint=_("With a double elimination, alone or after the cut; otherwise it does not count."),
        audit_value=lambda plan: plan.has_reset,
        write_help="With a double elimination only; null: as usual, with it.",
        read_help="The grand final is played again when the finalist with a loss wins it; null: no double elimination.",
    ),
    EventSetting(
        key="balance_starts",
        label=_("Balance who starts"),
        help=_("Otherwise who starts is drawn by lot."),
        kind=SettingKind.BOOLEAN,
        section=Section.MORE,
        storage=Storage.STAGES,
        default=False,
        applies=SWISS_ONLY,
        applies_hint=_SWISS_HINT,
        write_help="Swiss rounds only.",
    ),
)

_MORE = (
    EventSetting(
        key="late_policy",
        label=_("Rounds that a late player missed count as"),
        kind=SettingKind.CHOICE,
        section=Section.MORE,
        default=LatePolicy.LOSSES.value,
        choices=LatePolicy,
        applies=SWISS_ONLY,
        applies_hint=_SWISS_HINT,
        lock=ROUND_PUBLISHED,
    ),
    EventSetting(
        key="intentional_draws",
        label=_("Players may agree on a draw"),
        kind=SettingKind.BOOLEAN,
        section=Section.MORE,
        default=False,
        applies=BEFORE_A_CUT,
        applies_hint=_CUT_HINT,
    ),
    EventSetting(
        key="players_report",
        label=_("Players report results from their phones"),
        kind=SettingKind.BOOLEAN,
        section=Section.MORE,
        default=True,
        audited=False,
    ),
    EventSetting(
        key="name_display",
        label=_("Names on public pages"),
        kind=SettingKind.CHOICE,
        section=Section.MORE,
        default=NameDisplay.FULL.value,
        choices=NameDisplay,
        audited=False,
    ),
)

SETTINGS: dict[str, EventSetting] = {one.key: one for one in (*_ABOUT, *_RULES, *_STAGES, *_MORE)}


def all_settings() -> tuple[EventSetting, ...]:
    """Every setting, in the order of the API."""
    return tuple(SETTINGS.values())


@contextmanager
def added(setting: EventSetting) -> Iterator[EventSetting]:
    """The setting is registered while the context lasts, for tests of what settings share."""
    if setting.key in SETTINGS:
        raise ValueError(f"There is a setting {setting.key} already.")
    SETTINGS[setting.key] = setting
    try:
        yield setting
    finally:
        del SETTINGS[setting.key]
