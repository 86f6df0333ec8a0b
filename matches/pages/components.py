"""What the components of pages take: links, buttons, clocks, a match. Plain values, made by views and labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

Mark = Callable[[Any], Any]
"""Returns what stands for a value in a template that is rendered once for many rows (``mould_views``)."""


@dataclass(frozen=True, slots=True)
class Link:
    """A name with an address, such as a crumb over a heading (``page_head.html``)."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class MenuItem:
    """An entry of the menu (``board.html``) or of a list of links, with its icon."""

    label: str
    url: str
    icon: str


@dataclass(frozen=True, slots=True)
class Section:
    """A section in the rail (``rail.html``). ``count`` is what waits there; None shows no number."""

    label: str
    url: str
    icon: str
    current: bool
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Tab:
    """One of several views of the same thing (``tabs.html``)."""

    label: str
    url: str
    current: bool
    count: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """What can be done (``act.html``, ``big_button.html``): a link, or with ``method="post"`` a form with its
    ``fields``. With a ``consequence``, the dialog named by ``key`` asks the ``question`` first.
    """

    label: str
    url: str
    kind: str = ""
    icon: str = ""
    detail: str = ""
    method: str = ""
    fields: Mapping[str, object] = field(default_factory=dict)
    key: str = ""
    question: str = ""
    consequence: str = ""
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class ClockShown:
    """A clock (``clock.html``): its state, when it ends or how many seconds are left, and the same as text."""

    state: str
    ends_at: datetime | None
    left: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatShown:
    """One seat of a match. Where no player is known yet, ``origin`` says who comes (``Winner, quarterfinal 1``).

    ``sort`` is what the name is sorted by, ``number`` the player's, ``entry`` its key; ``seed`` is that of a bracket;
    ``has`` is what everybody sees that the player has in a match that is shown live.
    """

    name: str = ""
    sort: str = ""
    number: int | None = None
    entry: int | None = None
    won: bool = False
    letter: str = ""
    place: str = ""
    note: str = ""
    url: str = ""
    seed: int | None = None
    origin: str = ""
    has: str = ""

    def marked(self, mark: Mark) -> SeatShown:
        """The seat without what differs from player to player."""
        return replace(
            self,
            name=mark(self.name),
            sort=mark(self.sort),
            number=mark(self.number),
            entry=mark(self.entry),
            letter=mark(self.letter),
            place=mark(self.place),
            note=mark(self.note),
            url=mark(self.url),
            seed=mark(self.seed),
            origin=mark(self.origin),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchShown:
    """A match as every list shows it (``match.html``, ``pairings_table.html``).

    ``state`` is one of bye, open, reported, differs, done; ``order`` has the players of a pod, the best first.
    ``why`` holds the reasons of the pairing as they are stored, ``reasons`` the same as sentences, ``chips`` what to
    check in a draft; ``title`` is the name of a match in a bracket where it is needed. ``call`` and ``judge`` say
    whether a judge is called, or is there, ``left`` who has left (for the staff, while there is no result), ``struck``
    that it does not count in the standings.
    """

    state: str
    state_label: str
    seats: Sequence[SeatShown]
    pk: int | None = None
    table: int | None = None
    score: str = ""
    alone: bool = False
    in_pods: bool = False
    order: Sequence[str] = ()
    url: str = ""
    locked: bool = False
    extension: str = ""
    why: Sequence[Mapping[str, object]] = ()
    changed_at: datetime | None = None
    reasons: Sequence[str] = ()
    chips: Sequence[str] = ()
    title: str = ""
    call: bool = False
    judge: bool = False
    left: Sequence[str] = ()
    struck: bool = False

    def marked(self, mark: Mark) -> MatchShown:
        """The match without what differs from table to table; ``why`` is for no template."""
        return replace(
            self,
            state_label=mark(self.state_label),
            seats=tuple(seat.marked(mark) for seat in self.seats),
            pk=mark(self.pk),
            table=mark(self.table),
            score=mark(self.score),
            order=tuple(map(mark, self.order)),
            url=mark(self.url),
            extension=mark(self.extension),
            why=(),
            reasons=tuple(map(mark, self.reasons)),
            chips=tuple(map(mark, self.chips)),
            title=mark(self.title),
            left=tuple(map(mark, self.left)),
        )


@dataclass(frozen=True, slots=True)
class StandingsColumn:
    """A tie-break's column: its key, its short name over the column, and the whole name."""

    key: str
    short: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    """A player's row in standings (``standings.html``) or in the final ones (``final_standings.html``).

    ``key`` is the player's number, ``breaks`` has a value for each column, ``places`` one for each stage of the final
    standings, ``prize`` is what the player wins. ``out`` says why a player is out; the cut is below the row that is
    ``last_in``.
    """

    key: int
    rank: int
    name: str
    points: str
    record: str
    out: str
    url: str
    breaks: Sequence[str] = ()
    places: Sequence[str] = ()
    own: bool = False
    last_in: bool = False
    prize: str = ""

    def marked(self, mark: Mark) -> StandingsRow:
        """The row without what differs from player to player."""
        return replace(
            self,
            key=mark(self.key),
            rank=mark(self.rank),
            name=mark(self.name),
            points=mark(self.points),
            record=mark(self.record),
            out=mark(self.out),
            url=mark(self.url),
            prize=mark(self.prize),
            breaks=tuple(map(mark, self.breaks)),
            places=tuple(map(mark, self.places)),
        )
