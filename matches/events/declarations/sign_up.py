"""The settings of the event's page before the event, and of signing up to it."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from matches.events.declarations.setting import EventSetting, SettingKind, SettingSection, Storage

LONGEST_TEXT = 10_000
MOST_PLACES = 100_000


class FieldNeed(TextChoices):
    """Whether a sign-up has a field, and whether it must be filled in."""

    NO = "no", _("Not asked")
    OPTIONAL = "optional", _("Optional")
    REQUIRED = "required", _("Required")


def _text(key: str, label: object, help_text: object = "", *, most: int = LONGEST_TEXT) -> EventSetting:
    return EventSetting(
        key=key,
        label=label,  # type: ignore[arg-type]
        help=help_text,  # type: ignore[arg-type]
        kind=SettingKind.LONG_TEXT if most > 300 else SettingKind.TEXT,
        section=SettingSection.PAGE,
        storage=Storage.OPTIONS,
        option=("page", key),
        default="",
        blank=True,
        max_length=most,
        audited=False,
    )


PAGE_SETTINGS = (
    EventSetting(
        key="start_time",
        label=_("Start"),
        help=_("When round 1 starts, in the event’s time zone."),
        kind=SettingKind.TIME,
        section=SettingSection.PAGE,
        storage=Storage.OPTIONS,
        option=("page", "start_time"),
        nullable=True,
        read_null=True,
        write_help="HH:MM in the event's time zone; null: not known yet.",
    ),
    _text("description", _("About this event"), _("You can use Markdown: **bold**, lists, links.")),
    _text("fee", _("Entry fee"), _("For example: 10 €, students 5 €. The tool takes no payments."), most=120),
    EventSetting(
        key="fee_link",
        label=_("Link to pay"),
        kind=SettingKind.LINK,
        section=SettingSection.PAGE,
        storage=Storage.OPTIONS,
        option=("page", "fee_link"),
        default="",
        blank=True,
        max_length=300,
        audited=False,
        write_help="An address that begins with https:// or http://, or empty.",
    ),
    _text("prizes", _("Prizes"), _("You can use Markdown."), most=3_000),
    _text("directions", _("How to get there"), _("You can use Markdown."), most=3_000),
    _text("minimum_age", _("Age"), _("For example: 16 and over, or with a parent."), most=120),
    _text(
        "thanks",
        _("Thank-you message"),
        _("Shown on the event’s page once it is finished. You can use Markdown."),
        most=3_000,
    ),
    EventSetting(
        key="colour",
        label=_("Colour"),
        help=_("A stripe on the event’s public pages, for example #b3452a. Leave empty for none."),
        kind=SettingKind.TEXT,
        section=SettingSection.PAGE,
        storage=Storage.OPTIONS,
        option=("page", "colour"),
        default="",
        blank=True,
        max_length=7,
        audited=False,
        write_help="#rrggbb with a contrast of 3:1 or more on white and on #1a1b1b, or empty.",
    ),
)

SIGN_UP_SETTINGS = (
    EventSetting(
        key="sign_up",
        label=_("Players can sign up themselves"),
        help=_("On the event’s public page, without an account."),
        kind=SettingKind.BOOLEAN,
        section=SettingSection.SIGN_UP,
        storage=Storage.OPTIONS,
        option=("sign_up", "is_open"),
        default=False,
        in_row=True,
        write_help="Players can sign up themselves on the event's public page.",
    ),
    *(
        EventSetting(
            key=key,
            label=label,
            kind=SettingKind.MOMENT,
            section=SettingSection.SIGN_UP,
            storage=Storage.OPTIONS,
            option=("sign_up", name),
            nullable=True,
            read_null=True,
            write_help="YYYY-MM-DDTHH:MM in the event's time zone; null: no limit.",
        )
        for key, name, label in (
            ("sign_up_opens", "opens", _("Sign-up opens")),
            ("sign_up_closes", "closes", _("Sign-up closes")),
        )
    ),
    EventSetting(
        key="capacity",
        label=_("Places"),
        help=_("Leave empty for no limit. Once they are taken, people join the waiting list."),
        kind=SettingKind.NUMBER,
        section=SettingSection.SIGN_UP,
        storage=Storage.OPTIONS,
        option=("sign_up", "capacity"),
        nullable=True,
        read_null=True,
        least=1,
        most=MOST_PLACES,
        in_row=True,
        write_help="How many players can be in; null: no limit.",
    ),
    EventSetting(
        key="sign_up_approval",
        label=_("Accept each sign-up by hand"),
        kind=SettingKind.BOOLEAN,
        section=SettingSection.SIGN_UP,
        storage=Storage.OPTIONS,
        option=("sign_up", "approval"),
        default=False,
        write_help="An organiser accepts each sign-up.",
    ),
    *(
        EventSetting(
            key=key,
            label=label,
            kind=SettingKind.CHOICE,
            section=SettingSection.SIGN_UP,
            storage=Storage.OPTIONS,
            option=("sign_up", name),
            default=default,
            choices=FieldNeed,
            row="sign_up_fields",
            write_help="Whether the sign-up form asks for it.",
        )
        for key, name, label, default in (
            ("sign_up_email", "email", _("Email"), FieldNeed.OPTIONAL.value),
            ("sign_up_id", "id", _("ID"), FieldNeed.NO.value),
        )
    ),
    EventSetting(
        key="sign_up_questions",
        label=_("Your own questions"),
        kind=SettingKind.QUESTIONS,
        section=SettingSection.SIGN_UP,
        storage=Storage.OPTIONS,
        option=("sign_up", "questions"),
        default=list,
        audit_value=lambda plan: [question["key"] for question in plan.values["sign_up_questions"]],
        write_help="Up to five questions that the sign-up form asks.",
    ),
    EventSetting(
        key="join_code",
        label=_("Code to join"),
        help=_("Only people who enter this code can sign up. Leave empty if everyone can."),
        kind=SettingKind.TEXT,
        section=SettingSection.SIGN_UP,
        storage=Storage.OPTIONS,
        option=("sign_up", "code"),
        default="",
        blank=True,
        max_length=40,
        audited=False,
        staff_only=True,
        read_null=True,
        write_help="Only those who know it can sign up; empty: everyone.",
    ),
    EventSetting(
        key="must_pay",
        label=_("Only players who are marked as paid can be checked in"),
        kind=SettingKind.BOOLEAN,
        section=SettingSection.SIGN_UP,
        storage=Storage.OPTIONS,
        option=("sign_up", "must_pay"),
        default=False,
        write_help="Only players who are marked as paid can be checked in.",
    ),
    EventSetting(
        key="self_check_in",
        label=_("Players check themselves in"),
        help=_("With a button on their page, before the start. The event needs a start time."),
        kind=SettingKind.BOOLEAN,
        section=SettingSection.SIGN_UP,
        storage=Storage.OPTIONS,
        option=("check_in", "self"),
        default=False,
        write_help="Players check themselves in on their personal page.",
    ),
    *(
        EventSetting(
            key=key,
            label=label,
            kind=SettingKind.NUMBER,
            section=SettingSection.SIGN_UP,
            storage=Storage.OPTIONS,
            option=("check_in", name),
            default=default,
            least=0,
            most=1_440,
            row="check_in_times",
            write_help="Minutes before the start.",
        )
        for key, name, label, default in (
            ("check_in_opens", "opens", _("From (minutes before the start)"), 60),
            ("check_in_closes", "closes", _("Until (minutes before the start)"), 10),
        )
    ),
    EventSetting(
        key="door_code",
        label=_("Code at the door"),
        help=_("If you set one, players must enter it to check themselves in. Put it up at the entrance."),
        kind=SettingKind.TEXT,
        section=SettingSection.SIGN_UP,
        storage=Storage.OPTIONS,
        option=("check_in", "code"),
        default="",
        blank=True,
        max_length=20,
        audited=False,
        staff_only=True,
        read_null=True,
        write_help="Players enter it to check themselves in; empty: not needed.",
    ),
)
