"""The texts of a kind of table: a protocol, with what all kinds share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.enums import DecidedBy
from matches.events.queries.games import shape_of
from matches.models import Event

DECIDED: dict[str, Promise] = {
    DecidedBy.TIME: _("time"),
    DecidedBy.CONCESSION: _("conceded"),
    DecidedBy.PENALTY: _("penalty"),
    DecidedBy.NO_SHOW: _("no-show"),
    DecidedBy.INTENTIONAL_DRAW: _("intentional draw"),
    DecidedBy.WALKOVER: _("walkover"),
}


def decided_text(decided_by: str, event: Event) -> str:
    """How a result was decided, in the game's word if it has one; empty for a match that was played out."""
    if decided_by == DecidedBy.PLAYED:
        return ""
    label = next((way.label for way in shape_of(event).form.ways_to_decide if way.code == decided_by), "")
    return gettext(label) if label else str(DECIDED.get(decided_by, ""))


def way_label(decided_by: str, event: Event) -> str:
    """The way to decide by itself, also for a match that was played out: *Played*, *Sudden Death*."""
    known = {way.value: way.label for way in DecidedBy}
    return str(known.get(decided_by) or capfirst(decided_text(decided_by, event)))


class OwnResult(NamedTuple):
    """A result from one player's side: ``Won`` and ``2–1``, ``Place 2 of 4`` and what else counts."""

    word: str
    score: str


class LineHint(NamedTuple):
    """What the field for the desk's result line asks for, and what it says when it is sent empty."""

    format: str
    missing: str


class MarkLegend(NamedTuple):
    """Marks of the desk's result line that belong together, with their meaning."""

    marks: list[str]
    text: str


class KindLabels(Protocol):
    """What pages say of one kind of table. Every ``score`` is of that kind.

    ``problems`` are the sentences for the codes of its ScoreErrors.
    """

    @property
    def problems(self) -> Mapping[str, Any]: ...

    def is_counted(self, score: Any, event: Event) -> bool:
        """Whether the score has numbers or places to show; if not, it is said in a word: *no-show*."""
        ...

    def text(self, score: Any, event: Event) -> str:
        """The score: ``2–1``, ``$2,410–$1,980`` or ``no-show``, ``C A D B``, ``216``."""
        ...

    def sentence(self, score: Any, event: Event) -> str:
        """The score inside a sentence: as the desk types it, but money in money, and a match without play in words."""
        ...

    def amounts(self, score: Any, event: Event) -> tuple[str, ...]:
        """The number or the place of each seat."""
        ...

    def decided(self, score: Any, event: Event) -> str:
        """How the match was decided, where ``text`` does not say it."""
        ...

    def own(self, score: Any, event: Event, seat: int) -> OwnResult:
        """The result from the side of one seat."""
        ...

    def reported(self, score: Any, event: Event, seat: int, names: Sequence[str]) -> str:
        """A report as the player of this seat reads it; ``names`` are those of the seats."""
        ...

    def report_waits(self, mine: str) -> str:
        """What a player reads whose report waits for another one."""
        ...

    def report_asks(self, theirs: str) -> str:
        """What a player reads when somebody else has reported."""
        ...

    def reports_differ(self, mine: str, theirs: str) -> str:
        """What a player reads whose report is not the other one."""
        ...

    def bye(self, event: Event) -> str:
        """What a player reads who has the bye."""
        ...

    def order(self, score: Any, event: Event, names: Sequence[str]) -> list[str]:
        """The players, the best first, each behind the place; [] where there is no order."""
        ...

    def is_first(self, score: Any, seat: int) -> bool:
        """Whether a seat won, or shares the first place."""
        ...

    def question(self, score: Any, event: Event, seat: int = 0) -> str:
        """The score in the question whether it is right, from the side of a seat: ``$2 to $1``; empty where none is
        asked.
        """
        ...

    def saved(self, table: int | None, score: Any, event: Event, names: Sequence[str]) -> str:
        """What was saved: ``Table 2: Ada 2–1 Bo``."""
        ...

    def line_hint(self, event: Event) -> LineHint:
        """What the desk's line asks for."""
        ...

    def score_hint(self, event: Event) -> str:
        """What to type as a score alone."""
        ...

    def marks(self, event: Event) -> list[MarkLegend]:
        """The marks of the desk's line under the event's game and rules."""
        ...
