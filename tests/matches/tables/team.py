"""A fourth kind of table, as small as one can be: three at a table play as a team for one score.

It is the test of the design (docs/tables.md): what a new kind needs is here, and nothing else in the program changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import msgspec
from django import forms

from judging.floor.result_views import JUDGE_FORMS
from matches.history import Played
from matches.models import Event
from matches.results.forms import ScoreForm
from matches.results.kinds.forms import FORMS, KindForms
from matches.results.kinds.labels import LineHint, MarkLegend, OwnResult
from matches.results.kinds.registry import LABELS
from matches.tables.kinds import KINDS
from matches.tables.outcome import Outcome, Outcomes
from matches.tables.reckoning import SeatReckoned
from matches.tables.score import Lines, SeatLine, fail
from matches.tables.table import Recorded, ScoreShape, Table, TypedScore
from matches.tables.terms import PodTerms

SIZE = 3


class Team(msgspec.Struct, frozen=True, tag="team"):
    """What the three of a table have scored together."""

    total: int
    decided_by: str = "played"
    drawn_rounds: int = 0
    winner: int | None = None

    @property
    def outcomes(self) -> Outcomes:
        return (Outcome.WON if self.total else Outcome.LOST,) * SIZE


class TeamKind:
    name, score = "team", Team
    keeps_places = ends_with_loss = has_order = False
    meets = True

    def seats(self, size: int, chosen: Mapping[str, Any]) -> bool:
        return size == SIZE and bool(chosen.get("teams"))

    def parse(self, text: str, table: Table) -> Any:
        if not text.strip().isdecimal():
            raise fail("team_unreadable")
        return Team(int(text))

    def read(self, text: str, table: Table) -> TypedScore:
        return TypedScore(self.parse(text, table))

    def of_places(self, places: Sequence[int | None], table: Table) -> Any:
        raise fail("team_unreadable")

    def of_record(self, outcome: Recorded, table: Table, ways: Collection[str]) -> Any:
        return None

    def typed(self, score: Team, shape: ScoreShape) -> str:
        return str(score.total)

    shown = typed

    def is_doubtful(self, score: Team, shape: ScoreShape) -> bool:
        return False

    def lines(self, score: Team) -> tuple[SeatLine, ...]:
        return tuple(SeatLine(outcome, rounds_won=SIZE, total=score.total) for outcome in score.outcomes)

    def is_kept_in(self, lines: Lines) -> bool:
        return [line.rounds_won for line in lines] == [SIZE] * SIZE

    def restored(self, lines: Lines, decided_by: str, drawn_rounds: int) -> Any:
        return Team(lines[0].total, decided_by)

    def reckon(self, line: Played, terms: PodTerms) -> tuple[SeatReckoned, ...]:
        total: Any = line.score
        return tuple(
            SeatReckoned(player, Fraction(total.total), outcome)
            for player, outcome in zip(line.seats, line.outcomes, strict=True)
        )


class TeamLabels:
    problems: Mapping[str, Any] = {"team_unreadable": "Type what the team has scored."}

    def is_counted(self, score: Team, event: Event) -> bool:
        return True

    def text(self, score: Team, event: Event) -> str:
        return f"team {score.total}"

    sentence = text

    def amounts(self, score: Team, event: Event) -> tuple[str, ...]:
        return (str(score.total),) * SIZE

    def decided(self, score: Team, event: Event) -> str:
        return ""

    def own(self, score: Team, event: Event, seat: int) -> OwnResult:
        return OwnResult("Your team", str(score.total))

    def reported(self, score: Team, event: Event, seat: int, names: Sequence[str]) -> str:
        return str(score.total)

    def report_waits(self, mine: str) -> str:
        return f"You reported {mine} for your team."

    def report_asks(self, theirs: str) -> str:
        return f"{theirs} was reported for your team."

    def reports_differ(self, mine: str, theirs: str) -> str:
        return f"{mine} and {theirs} were reported for your team."

    def bye(self, event: Event) -> str:
        return "You have the bye."

    def order(self, score: Team, event: Event, names: Sequence[str]) -> list[str]:
        return []

    def is_first(self, score: Team, seat: int) -> bool:
        return False

    def question(self, score: Team, event: Event) -> str:
        return ""

    def saved(self, table: int | None, score: Team, event: Event, names: Sequence[str]) -> str:
        return f"Table {table}: team {score.total}"

    def line_hint(self, event: Event) -> LineHint:
        return LineHint("Table, then the team’s score: 12 216", "Type a table and a score.")

    def score_hint(self, event: Event) -> str:
        return "The team’s score."

    def marks(self, event: Event) -> list[MarkLegend]:
        return []


class TeamForm(ScoreForm):
    score = forms.IntegerField(label="The team’s score", min_value=0)
    record = forms.UUIDField(widget=forms.HiddenInput, required=False)
    parameter_fields: Mapping[str, str] = {}

    def amounts(self) -> list[Any]:
        return [self["score"]]

    def score_text(self, own_seat: int) -> str:
        return str(self.cleaned_data["score"])

    def line(self) -> str:
        return self.score_text(0)


@contextmanager
def teams() -> Iterator[TeamKind]:
    """The program with this kind of table."""
    kind = TeamKind()
    KINDS.insert(0, kind)
    LABELS[kind.name] = TeamLabels()
    FORMS[kind.name] = KindForms(lambda sent, page: TeamForm(sent))
    JUDGE_FORMS[kind.name] = lambda event, match, losses, sent, tapped: TeamForm(sent)  # type: ignore[assignment]
    try:
        yield kind
    finally:
        KINDS.remove(kind)
        del LABELS[kind.name], FORMS[kind.name], JUDGE_FORMS[kind.name]
