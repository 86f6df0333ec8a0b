"""The settings of an event, each declared once, in the order of the API.

Plan, form, API, audit row and locks work from this list. A setting with ``Storage.OPTIONS`` needs a field of
``reading.Options`` beside it, by which the program reads it with its type, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext_lazy as _

from matches.enums import BracketStart, ForecastFor, LatePolicy, NameDisplay, StageKind, StrengthSpread
from matches.events.declarations.about import ABOUT_SETTINGS
from matches.events.declarations.address import address_help
from matches.events.declarations.pods import POD_SETTINGS
from matches.events.declarations.ranking import RANKING_SETTINGS
from matches.events.declarations.setting import (
    BEFORE_A_CUT,
    OPEN_FIELD,
    ROUND_PUBLISHED,
    ROUND_RUNNING,
    SWISS_ONLY,
    EventSetting,
    SettingKind,
    SettingSection,
    Storage,
)
from matches.events.declarations.sign_up import PAGE_SETTINGS, SIGN_UP_SETTINGS
from matches.events.declarations.stages import CUT_HINT, OPEN_FIELD_HINT, STAGE_SETTINGS
from matches.site_address import LONGEST
from rules_engine import games

CUSTOM = "custom"


_RULES = (
    EventSetting(
        key="game",
        label=_("Game"),
        kind=SettingKind.GAME,
        section=SettingSection.RULES,
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
        section=SettingSection.RULES,
        required=True,
        default=CUSTOM,
        max_length=30,
        lock=ROUND_PUBLISHED,
        in_row=True,
        write_help="A preset of the game (see /presets/), or custom.",
    ),
    EventSetting(
        key="rules",
        label=_("Custom rules"),
        kind=SettingKind.RULES,
        section=SettingSection.RULES,
        lock=ROUND_PUBLISHED,
        write_help="With the preset custom only.",
        read_help="The rule set as the game reads it.",
    ),
    EventSetting(
        key="cap_minutes",
        label=_("Time cap in minutes"),
        kind=SettingKind.NUMBER,
        section=SettingSection.CAP,
        nullable=True,
        least=1,
        most=600,
        lock=ROUND_RUNNING,
        write_help="null: the preset's own.",
    ),
    EventSetting(
        key="cap_override",
        label=_("Override: use a cap outside the game’s limits"),
        help=_("Recorded in the log with your reason."),
        kind=SettingKind.BOOLEAN,
        section=SettingSection.CAP,
        storage=Storage.AUDIT,
        default=False,
        readable=False,
        write_help="Use a cap outside the game's limits.",
    ),
    EventSetting(
        key="cap_reason",
        label=_("Reason for the override"),
        kind=SettingKind.TEXT,
        section=SettingSection.CAP,
        default="",
        blank=True,
        max_length=200,
        audited=False,
        staff_only=True,
        read_null=True,
    ),
)

_MORE = (
    EventSetting(
        key="late_policy",
        label=_("Rounds missed by a late player count as"),
        kind=SettingKind.CHOICE,
        section=SettingSection.MORE,
        default=LatePolicy.LOSSES.value,
        choices=LatePolicy,
        applies=OPEN_FIELD,
        applies_hint=OPEN_FIELD_HINT,
        lock=ROUND_PUBLISHED,
    ),
    EventSetting(
        key="bracket_start",
        label=_("Who starts in a bracket"),
        kind=SettingKind.CHOICE,
        section=SettingSection.MORE,
        storage=Storage.OPTIONS,
        default=BracketStart.LOT.value,
        choices=BracketStart,
        applies=tuple(kind.value for kind in StageKind if kind in StageKind.brackets()),
        applies_hint=_("For elimination brackets, alone or after a cut. Takes effect from the next round you pair."),
        write_help="In a bracket only. Takes effect from the next round you pair.",
    ),
    EventSetting(
        key="intentional_draws",
        label=_("Allow intentional draws"),
        kind=SettingKind.BOOLEAN,
        section=SettingSection.MORE,
        default=False,
        applies=BEFORE_A_CUT,
        applies_hint=CUT_HINT,
    ),
    EventSetting(
        key="forecast_for",
        label=_("Who sees the forecast of the cut"),
        kind=SettingKind.CHOICE,
        section=SettingSection.MORE,
        storage=Storage.OPTIONS,
        default=ForecastFor.STAFF.value,
        choices=ForecastFor,
        applies=SWISS_ONLY,
        applies_hint=_("For Swiss rounds with a cut."),
        write_help="Chances are computed for Swiss rounds before a cut.",
    ),
    EventSetting(
        key="forecast_strength",
        label=_("Player strength in the forecast"),
        kind=SettingKind.CHOICE,
        section=SettingSection.MORE,
        storage=Storage.OPTIONS,
        default=StrengthSpread.EQUAL.value,
        choices=StrengthSpread,
        applies=SWISS_ONLY,
        applies_hint=_("For Swiss rounds with a cut."),
        write_help="How far apart players are taken to be; equal: every match is a coin flip.",
    ),
    EventSetting(
        key="no_round_end",
        label=_("Hide the expected end of the round"),
        help=_("Otherwise the desk, the wall and the public pairings show it, estimated from this event’s matches."),
        kind=SettingKind.BOOLEAN,
        section=SettingSection.MORE,
        storage=Storage.OPTIONS,
        default=False,
        write_help="Hide the expected end of the round on the desk, the wall and the public pairings.",
    ),
    EventSetting(
        key="players_report",
        label=_("Players report results from their phones"),
        kind=SettingKind.BOOLEAN,
        section=SettingSection.MORE,
        default=True,
        audited=False,
    ),
    EventSetting(
        key="odds_in_match",
        label=_("Players can look up odds during their match"),
        help=_("Otherwise, a phone that has opened a player’s page shows odds only after the match."),
        kind=SettingKind.BOOLEAN,
        section=SettingSection.MORE,
        storage=Storage.OPTIONS,
        default=False,
        write_help="Show odds on the device of a player whose match is running.",
    ),
    EventSetting(
        key="publish_records",
        label=_("Everyone can replay recorded matches"),
        help=_("Once a match is over. Players can always replay their own."),
        kind=SettingKind.BOOLEAN,
        section=SettingSection.MORE,
        storage=Storage.OPTIONS,
        default=False,
        write_help="Publish the recorded turns of matches that are over.",
    ),
    EventSetting(
        key="live_delay",
        label=_("Minutes until a live match is shown"),
        help=_("Until then, only staff see its cards. Enter 0 to show them at once."),
        kind=SettingKind.NUMBER,
        section=SettingSection.MORE,
        storage=Storage.OPTIONS,
        default=3,
        least=0,
        most=15,
        write_help="How long what is recorded of a live match stays with the staff.",
    ),
    EventSetting(
        key="live_chances",
        label=_("Show the chances to win at live matches"),
        help=_(
            "Worked out from the open cards alone. The phones of the two players do not show them during the match."
        ),
        kind=SettingKind.BOOLEAN,
        section=SettingSection.MORE,
        storage=Storage.OPTIONS,
        default=False,
        write_help="Show the chances to win with the cards of a live match.",
    ),
    EventSetting(
        key="record_suits",
        label=_("Show suit keys in the recorder"),
        help=_("For games with suited cards. A card can still be recorded without its suit."),
        kind=SettingKind.BOOLEAN,
        section=SettingSection.MORE,
        storage=Storage.OPTIONS,
        default=False,
    ),
    EventSetting(
        key="call_minutes",
        label=_("Minutes until a call goes to the next zones"),
        help=_("If the tables are in zones. After the same time again, the call goes to the head judge."),
        kind=SettingKind.NUMBER,
        section=SettingSection.MORE,
        storage=Storage.OPTIONS,
        default=2,
        least=1,
        most=30,
        write_help="How long a call rings in its zone, and then in those beside it, before it goes on.",
    ),
    EventSetting(
        key="name_display",
        label=_("Names on public pages"),
        kind=SettingKind.CHOICE,
        section=SettingSection.MORE,
        default=NameDisplay.FULL.value,
        choices=NameDisplay,
        audited=False,
    ),
    EventSetting(
        key="public_address",
        label=_("Address for players"),
        help=address_help(),
        kind=SettingKind.TEXT,
        section=SettingSection.MORE,
        default="",
        blank=True,
        max_length=LONGEST,
        audited=False,
        write_help="Such as https://open.example.org; it begins every printed link. Empty for the site's own.",
    ),
)

SETTINGS: dict[str, EventSetting] = {
    setting.key: setting
    for setting in (
        *(*ABOUT_SETTINGS, *_RULES, *STAGE_SETTINGS, *POD_SETTINGS, *RANKING_SETTINGS, *_MORE),
        *(*PAGE_SETTINGS, *SIGN_UP_SETTINGS),
    )
}


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
