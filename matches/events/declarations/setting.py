"""What the declaration of an event setting consists of. ``catalogue`` has the settings themselves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, TypeAlias

from django.db.models import IntegerChoices, TextChoices
from django.utils.translation import gettext_lazy as _

from matches.enums import RoundStatus, StageKind

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Label: TypeAlias = "str | _StrPromise"


class SettingKind(Enum):
    """What values a setting has, which decides its form field and its API field."""

    TEXT = auto()
    LONG_TEXT = auto()
    """Several lines, Markdown."""
    LINK = auto()
    """The address of a page elsewhere; "" for none."""
    DATE = auto()
    TIME = auto()
    """A time of day as ``HH:MM``, by the event's clock; None for none."""
    MOMENT = auto()
    """A date and a time as ``YYYY-MM-DDTHH:MM``, by the event's clock; None for none."""
    NUMBER = auto()
    BOOLEAN = auto()
    YES_NO_USUAL = auto()
    """A Boolean, or None for what is usual with the other choices."""
    CHOICE = auto()
    ORDER = auto()
    """Some of the choices, each once, in an order; None: the usual order."""
    TIME_ZONE = auto()
    GAME = auto()
    PRESET = auto()
    RULES = auto()
    QUESTIONS = auto()
    """Own questions of the event (``question.py``)."""


class Storage(Enum):
    """Where the value of a setting is kept."""

    COLUMN = auto()
    """In the column of ``Event`` with the setting's key."""
    OPTIONS = auto()
    """In ``Event.options`` under the setting's key or its ``option``: no migration needed."""
    STAGES = auto()
    """In the event's stages: ``services.stages`` writes it, ``queries.events.stage_settings`` reads it."""
    AUDIT = auto()
    """Only in the audit row."""


class SettingSection(Enum):
    """A part of the form."""

    ABOUT = "about"
    PAGE = "page"
    SIGN_UP = "sign_up"
    RULES = "rules"
    CAP = "cap"
    STAGES = "stages"
    PODS = "pods"
    RANKING = "ranking"
    MORE = "more"


@dataclass(frozen=True)
class Lock:
    """When a setting cannot change: while the event has a round in one of the ``statuses``."""

    code: str
    statuses: frozenset[RoundStatus]
    message: Label


ROUND_PUBLISHED = Lock(
    "settings_locked",
    RoundStatus.public(),
    _("A round is published, so the game, the rules and late entry can no longer be changed."),
)
RANKING_SET = Lock(
    "settings_locked",
    RoundStatus.public(),
    _("A round is published, so points, tie-breaks and floors can no longer be changed."),
)
PODS_SET = Lock(
    "settings_locked",
    RoundStatus.public(),
    _("A round is published, so the table settings can no longer be changed."),
)
ROUND_RUNNING = Lock("cap_locked", RoundStatus.takes_results(), _("A round is running: change the cap between rounds."))

SWISS_ONLY = (StageKind.SWISS.value,)
ROBIN_ONLY = (StageKind.ROUND_ROBIN.value,)
OPEN_FIELD = (StageKind.SWISS.value, StageKind.SCORE_ATTACK.value)
RANKED = (StageKind.SWISS.value, StageKind.ROUND_ROBIN.value, StageKind.SCORE_ATTACK.value)
BEFORE_A_CUT = (StageKind.SWISS.value, StageKind.ROUND_ROBIN.value)
CUT = "cut"


@dataclass(frozen=True, kw_only=True)
class EventSetting:
    """One setting of an event.

    Attributes:
        key: Its name in the plan, the API, the audit row and the form.
        label: Its label on the form.
        option: The path of its value in ``Event.options``; empty: its key.
        default: The value of a new event, or a function that returns it. For a required setting: nothing.
        help: A sentence at the form field.
        required: Whether a new event must name it.
        blank: Whether a text may be empty.
        nullable: Whether None can be given; ``usual`` is what a checkbox shows for None. ``must_choose``: the form
            still requires a value.
        least, most: The limits of a number; ``api_least`` where the API allows less.
        max_length: Of a text.
        choices: The enum of a choice; ``choice_labels`` narrows it or gives longer labels on the form, and
            ``api_choices`` is the name that a narrowed enum has in the OpenAPI document.
        offered, offer_label: Numbers to choose from on the form, with a label for each.
        radio: Whether the form shows all choices at once.
        row: Neighbours with the same row stand side by side on the form.
        applies: The ways to play that the setting is for, as ``ways_to_play`` names them; empty: all of them.
        applies_hint: The same in words, for a page without JavaScript.
        lock: When it cannot change any more.
        audited: Whether the audit row keeps it; ``audit_value`` computes what it keeps from the plan.
        in_row: Whether the API's list of events shows it.
        staff_only: Whether the API shows it to the event's staff only, and None to others.
        readable: Whether the API shows it at all.
        read_null: Whether the API can show None.
        write_help, read_help: The descriptions in the OpenAPI document.
    """

    key: str
    label: Label
    kind: SettingKind
    section: SettingSection
    storage: Storage = Storage.COLUMN
    option: tuple[str, ...] = ()
    default: Any = None
    help: Label = ""
    required: bool = False
    blank: bool = False
    nullable: bool = False
    must_choose: bool = False
    usual: bool = False
    least: int | None = None
    most: int | None = None
    api_least: int | None = None
    max_length: int | None = None
    choices: type[TextChoices] | type[IntegerChoices] | None = None
    choice_labels: Mapping[Any, Label] | None = None
    api_choices: str = ""
    offered: tuple[int, ...] = ()
    offer_label: Callable[[int], str] = str
    radio: bool = False
    row: str = ""
    applies: tuple[str, ...] = ()
    applies_hint: Label = ""
    lock: Lock | None = None
    audited: bool = True
    audit_value: Callable[[Any], Any] | None = None
    in_row: bool = False
    staff_only: bool = False
    readable: bool = True
    read_null: bool = False
    write_help: str | None = None
    read_help: str | None = None

    def new_value(self) -> Any:
        """The value of a new event."""
        return self.default() if callable(self.default) else self.default

    def form_choices(self) -> list[tuple[Any, Label]]:
        """The values to choose from with their labels."""
        if self.choice_labels is not None:
            return list(self.choice_labels.items())
        return [] if self.choices is None else [(member.value, member.label) for member in self.choices]

    def stored(self, value: Any) -> Any:
        """A value as the database keeps it. Raises ValueError for a choice that does not exist."""
        if self.kind in (SettingKind.TEXT, SettingKind.LONG_TEXT, SettingKind.LINK):
            return value.strip()
        return value if self.choices is None else self.choices(value).value

    def applies_to(self, ways: Collection[str]) -> bool:
        """Whether it has an effect with these ways to play."""
        return not self.applies or any(way in ways for way in self.applies)


def ways_to_play(kind: str, cut: int, cut_kind: str) -> list[str]:
    """What settings can be for: the kind of the first stage; with a cut also ``cut`` and the kind of the bracket."""
    return [kind, CUT, cut_kind] if kind in BEFORE_A_CUT and cut else [kind]
