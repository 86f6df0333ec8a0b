"""A table in a running round, where players and staff report results."""

from __future__ import annotations

from dataclasses import dataclass

from matches.audit.services import Actor
from matches.enums import ResultStatus, Source, StageKind
from matches.models import Match, Result
from matches.results.queries.results import score_of
from matches.results.services.results import correct_result, report_result
from matches.tables.score import Duel, Score
from tests.factories import EventFactory, MatchFactory, RoundFactory, StageFactory, any_organiser

TWO_ONE = Duel(rounds=(2, 1), winner=0)


ONE_TWO = Duel(rounds=(1, 2), winner=1)


REPORTED, CONFIRMED, SUPERSEDED = ResultStatus.REPORTED, ResultStatus.CONFIRMED, ResultStatus.SUPERSEDED


@dataclass
class Table:
    """A table in a running round, with those who may say how it ended."""

    match: Match
    one: Actor
    two: Actor
    desk: Actor

    def report(self, who: Actor, score: Score, **more: object) -> Result:
        source = Source.PLAYER if who.is_player else Source.DESK
        return report_result(match=self.match, score=score, actor=who, source=source, **more)  # type: ignore[arg-type]

    def correct(self, score: Score, reason: str = "misread") -> Result:
        return correct_result(match=self.match, score=score, actor=self.desk, source=Source.DESK, reason=reason)

    def states(self) -> list[str]:
        """The status of each version, oldest first."""
        return list(Result.objects.filter(match=self.match).order_by("version").values_list("status", flat=True))

    def stands(self) -> Score | None:
        found = Result.objects.filter(match=self.match, status=CONFIRMED).first()
        return score_of(found) if found else None


def table_of(kind: StageKind = StageKind.SWISS, **event: object) -> Table:
    stage = StageFactory(event=EventFactory(**event), kind=kind)
    match = MatchFactory(round=RoundFactory(stage=stage), table=12)
    one, two = (Actor(entry=seat.entry) for seat in match.seats.order_by("index"))
    return Table(match=match, one=one, two=two, desk=any_organiser())
