"""The settings that say what the event is, when and where. Part of ``catalogue``."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from matches.events.declarations.setting import EventSetting, SettingKind, SettingSection

ABOUT_SETTINGS = (
    EventSetting(
        key="name",
        label=_("Name"),
        kind=SettingKind.TEXT,
        section=SettingSection.ABOUT,
        required=True,
        max_length=120,
        audited=False,
        in_row=True,
    ),
    EventSetting(
        key="date",
        label=_("Date"),
        kind=SettingKind.DATE,
        section=SettingSection.ABOUT,
        required=True,
        row="date",
        audited=False,
        in_row=True,
        write_help="The schedule moves with it, and so do moments of sign-up that are still to come.",
    ),
    EventSetting(
        key="venue",
        label=_("Venue"),
        kind=SettingKind.TEXT,
        section=SettingSection.ABOUT,
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
        section=SettingSection.ABOUT,
        default=lambda: settings.TIME_ZONE,
        max_length=60,
        row="date",
        audited=False,
        write_help="Such as Europe/Berlin.",
    ),
)
