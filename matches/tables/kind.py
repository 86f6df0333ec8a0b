"""What every kind of table can do: its results are read, typed, stored, played and counted through these doors. Pure.

A kind is a folder or a module with one object of this protocol and a line in ``kinds``; what pages say of its results
and the forms that they are reported with are in ``matches.results.kinds``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from matches.history import Played
from matches.tables.reckoning import SeatReckoned
from matches.tables.score import Lines, Score, SeatLine
from matches.tables.table import Recorded, ScoreShape, Table, TypedScore
from matches.tables.terms import PodTerms


class TableKind(Protocol):
    """A kind of table. ``score`` is the type of its results; its methods take no other type.

    ``name`` is the key under which pages and forms know it. ``keeps_places``: its results keep a place and a part for
    each seat. ``ends_with_loss``: a player's match loss ends the match, because the opponent has won. ``meets``:
    all players at the table play against each other. ``has_order``: the result is an order of the seats, which
    have letters.
    """

    @property
    def name(self) -> str: ...
    @property
    def score(self) -> type[Any]: ...
    @property
    def keeps_places(self) -> bool: ...
    @property
    def ends_with_loss(self) -> bool: ...
    @property
    def meets(self) -> bool: ...
    @property
    def has_order(self) -> bool: ...

    def seats(self, size: int, chosen: Mapping[str, Any]) -> bool:
        """Whether tables of this size are played so, under what the organiser chose for the event's tables."""
        ...

    def parse(self, text: str, table: Table) -> Score:
        """The score of ``SCORE [MARK]``. Raises ScoreError."""
        ...

    def read(self, text: str, table: Table) -> TypedScore:
        """The desk's line without its table: the score and what may stand beside it. Raises ScoreError."""
        ...

    def of_places(self, places: Sequence[int | None], table: Table) -> Score:
        """The result of places by seat; None for who was absent. Raises ScoreError, also where a score is needed."""
        ...

    def of_record(self, outcome: Recorded, table: Table, ways: Collection[str]) -> Score | None:
        """The result that a record of a finished match ends with; None where the record leaves it open.

        ``ways`` can decide a match of the event; whatever else the game reports is a match that was played out.
        """
        ...

    def typed(self, score: Any, shape: ScoreShape) -> str:
        """The score with its marks, as ``parse`` reads it."""
        ...

    def shown(self, score: Any, shape: ScoreShape) -> str:
        """The score as it is typed, without marks that say how the match was decided."""
        ...

    def is_doubtful(self, score: Any, shape: ScoreShape) -> bool:
        """Whether a score is possible, but so low that something else was probably typed."""
        ...

    def lines(self, score: Any) -> tuple[SeatLine, ...]:
        """What a stored result keeps of each seat."""
        ...

    def is_kept_in(self, lines: Lines) -> bool:
        """Whether these lines of a stored result are of this kind."""
        ...

    def restored(self, lines: Lines, decided_by: str, drawn_rounds: int) -> Score:
        """The score of a stored result."""
        ...

    def reckon(self, line: Played, terms: PodTerms) -> tuple[SeatReckoned, ...]:
        """What a line brought each of its players, by seat, where points are counted by table."""
        ...
