"""Events as far as the documents need them."""

from __future__ import annotations

from collections.abc import Callable

from matches.audit.services import Actor
from matches.enums import Source
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round
from matches.tables.score import Duel
from tests.judging.conftest import Floor

TWO_ONE = Duel(rounds=(2, 1), winner=0)


Print = Callable[..., bytes]


def finish(floor: Floor, desk: Actor) -> None:
    for match in floor.matches:
        report_result(match=match, score=TWO_ONE, actor=desk, source=Source.DESK)
    close_round(round=floor.round, actor=desk)
