"""Score attacks, in which everyone plays alone, for tests."""

from __future__ import annotations

from matches.audit.services import Actor
from matches.enums import Source, StageKind
from matches.models import Event, Round
from matches.results.queries.tables import read_score
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round
from tests.factories import EntryFactory, EventFactory, StageFactory
from tests.matches.playing import fresh, match_at, running


def attack_event(players: int, *, rounds: int = 2) -> Event:
    """A score attack of Bank with checked-in players, numbered from 1."""
    event = EventFactory(
        game="bank", preset="simple", rules={"preset": "simple"}, cap_minutes=30, options={"pods": {"size": 1}}
    )
    for number in range(1, players + 1):
        EntryFactory(event=event, number=number, player__name=f"Player {number:03d}")
    StageFactory(event=event, kind=StageKind.SCORE_ATTACK, rounds_planned=rounds)
    return event


def report(round_: Round, desk: Actor, lines: dict[int, str]) -> None:
    """Enter lines by table, as the desk types them."""
    for at, line in lines.items():
        match = match_at(round_, at)
        report_result(match=match, score=read_score(match, line), actor=desk, source=Source.DESK)


def scored(event: Event, desk: Actor, *lines: str) -> Round:
    """The next round, played to its end: a line for each table, from 1."""
    round_ = running(event, desk)
    report(round_, desk, dict(enumerate(lines, 1)))
    return fresh(close_round(round=round_, actor=desk))
